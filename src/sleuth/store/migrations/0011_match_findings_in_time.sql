-- Findings by meaning, as in 0009. What the index returns out of order is scored all the same: to keep its order would
-- cost up to three times the time. Up to 20,000 findings are compared one by one, and as many that pass the filters as
-- that is quicker for (14,000 of 200,000); beyond, the HNSW index of the project serves.
CREATE OR REPLACE FUNCTION match_findings(
    project          bigint,
    query            halfvec,
    documents        bigint[] DEFAULT NULL,
    domains          text[] DEFAULT NULL,
    statuses         text[] DEFAULT '{proposed,validated}',
    least_confidence real DEFAULT NULL,    -- both inclusive
    most_confidence  real DEFAULT NULL,
    wanted           integer DEFAULT 20,
    of_model         text DEFAULT NULL     -- the one that serves the project
) RETURNS TABLE (finding_id bigint, score real, similarity real, recency real, confidence real)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$
DECLARE
    by_model text := coalesce(of_model, (SELECT embedding FROM projects WHERE id = project));
    newest   date := (SELECT max(document_date) FROM findings WHERE project_id = project);
    sorts    text := current_setting('enable_sort');
    pool     integer := greatest(200, 5 * wanted);
    held     bigint; -- findings of the project, and of these documents
    passing  bigint;
    worth    bigint; -- so many are compared one by one as quickly as the index finds the nearest of them
    is_few   boolean;
BEGIN
    SELECT coalesce(sum(e.findings), 0), coalesce(sum(e.findings) FILTER (
        WHERE documents IS NULL OR e.document_id = ANY (documents)
    ), 0) INTO held, passing FROM extractions AS e WHERE e.project_id = project;
    -- The index meets pool * held / passing findings until enough of them pass; each costs as much as five comparisons.
    worth := sqrt(5.0 * pool * held);
    is_few := held <= 20000 OR passing <= worth;
    -- Of the usual statuses are nearly all: those are not counted.
    IF NOT is_few AND (domains IS NOT NULL OR least_confidence IS NOT NULL OR most_confidence IS NOT NULL
                       OR NOT statuses @> '{proposed,validated}') THEN
        EXECUTE $count$
            SELECT count(*) <= $7 FROM (
                SELECT FROM finding_vectors AS v
                WHERE v.project_id = $1 AND v.model = $2 AND ($3 IS NULL OR v.domain = ANY ($3))
                  AND ($4 IS NULL OR v.status = ANY ($4))
                  AND ($5 IS NULL OR v.confidence >= $5) AND ($6 IS NULL OR v.confidence <= $6)
                LIMIT $7 + 1
            ) AS counted
        $count$ INTO is_few USING project, by_model, domains, statuses, least_confidence, most_confidence, worth;
    END IF;
    IF NOT is_few THEN
        -- Else the planner, misled by a filter, may read the whole project and sort it.
        PERFORM set_config('enable_sort', 'off', true),
                set_config('hnsw.ef_search', least(1000, pool)::text, true),
                CASE WHEN string_to_array(extversion, '.')::int[] >= '{0,8}'
                     THEN set_config('hnsw.iterative_scan', 'relaxed_order', true) END
        FROM pg_extension WHERE extname = 'vector';
    END IF;
    RETURN QUERY EXECUTE format(
        $match$
            WITH nearest AS MATERIALIZED (
                SELECT v.finding_id AS id, %3$s AS distance, v.confidence, v.document_date
                FROM finding_vectors AS v JOIN documents AS d ON d.id = v.document_id
                WHERE v.project_id = %1$s AND v.model = %2$L AND d.live
                  AND ($2 IS NULL OR v.document_id = ANY ($2))
                  AND ($3 IS NULL OR v.domain = ANY ($3)) AND ($4 IS NULL OR v.status = ANY ($4))
                  AND ($5 IS NULL OR v.confidence >= $5) AND ($6 IS NULL OR v.confidence <= $6)
                ORDER BY distance LIMIT $9
            ), scored AS (
                SELECT id, greatest(1 - distance, 0) AS similarity, nearest.confidence,
                       coalesce(0.7 + 0.3 * 0.5::float8 ^ (($8 - document_date) / 730.0::float8), 0.85) AS recency
                FROM nearest
            )
            SELECT s.id, (s.similarity * s.recency * s.confidence)::real, s.similarity::real, s.recency::real, s.confidence
            FROM scored AS s ORDER BY s.similarity * s.recency * s.confidence DESC, s.id LIMIT $7
        $match$,
        project, by_model,
        CASE WHEN is_few THEN 'v.embedding <=> $1'
             ELSE format('v.embedding::halfvec(%1$s) <=> $1::halfvec(%1$s)', vector_dims(query)) END
    ) USING query, documents, domains, statuses, least_confidence, most_confidence, wanted, newest, pool;
    IF NOT is_few THEN
        PERFORM set_config('enable_sort', sorts, true);
    END IF;
END $function$;
