-- Findings by meaning: their vectors, and the function that matches a question's vector with them.

CREATE TABLE finding_vectors (
    project_id     bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
    document_id    bigint NOT NULL,        -- the finding's; its finding_id guards it
    finding_id     bigint NOT NULL REFERENCES findings ON DELETE CASCADE,
    model          text NOT NULL,
    embedding      halfvec NOT NULL,
    domain         text NOT NULL,          -- the finding's, as are those below: match_findings reads nothing else
    status         text NOT NULL,
    confidence     real NOT NULL,
    document_date  date,
    PRIMARY KEY (finding_id, model)
);
ALTER TABLE finding_vectors ALTER COLUMN embedding SET STORAGE PLAIN;  -- as those of passages
CREATE INDEX finding_vectors_document ON finding_vectors (project_id, model, document_id);
CREATE INDEX finding_vectors_filters ON finding_vectors (project_id, model, domain, status, confidence);
ALTER TABLE finding_vectors ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_project ON finding_vectors USING (project_id = (SELECT current_project()));

CREATE FUNCTION tell_finding_vectors() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    UPDATE finding_vectors SET domain = NEW.domain, status = NEW.status, confidence = NEW.confidence,
                               document_date = NEW.document_date
    WHERE finding_id = NEW.id;
    RETURN NULL;
END $$;
CREATE TRIGGER told AFTER UPDATE OF domain, status, confidence, document_date ON findings
    FOR EACH ROW EXECUTE FUNCTION tell_finding_vectors();
CREATE INDEX findings_dates ON findings (project_id, document_date);

-- The findings of live documents that are nearest to a vector of the project's model and pass the filters, best first:
-- of the nearest (five times as many as wanted, at least 200) by similarity x recency x confidence. A NULL filters
-- nothing. Recency falls from 1 (as new as the project's newest dated finding) towards 0.7, half way in two years;
-- undated findings have 0.85. Up to 20,000 findings, or 10,000 that pass the filters, are compared one by one; beyond,
-- the HNSW index of the project serves, which store/vector_index.py builds.
CREATE FUNCTION match_findings(
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
    is_few   boolean := (
        SELECT coalesce(sum(extractions.findings), 0) <= 20000 FROM extractions
        WHERE project_id = project AND (documents IS NULL OR document_id = ANY (documents))
    );
BEGIN
    -- Of the usual statuses are nearly all: those are not counted.
    IF NOT is_few AND (domains IS NOT NULL OR least_confidence IS NOT NULL OR most_confidence IS NOT NULL
                       OR NOT statuses @> '{proposed,validated}') THEN
        EXECUTE $count$
            SELECT count(*) <= 10000 FROM (
                SELECT FROM finding_vectors AS v
                WHERE v.project_id = $1 AND v.model = $2 AND ($3 IS NULL OR v.domain = ANY ($3))
                  AND ($4 IS NULL OR v.status = ANY ($4))
                  AND ($5 IS NULL OR v.confidence >= $5) AND ($6 IS NULL OR v.confidence <= $6)
                LIMIT 10001
            ) AS counted
        $count$ INTO is_few USING project, by_model, domains, statuses, least_confidence, most_confidence;
    END IF;
    IF NOT is_few THEN
        -- Else the planner, misled by a filter, may read the whole project and sort it.
        PERFORM set_config('enable_sort', 'off', true),
                set_config('hnsw.ef_search', greatest(200, least(1000, 5 * wanted))::text, true),
                CASE WHEN string_to_array(extversion, '.')::int[] >= '{0,8}'
                     THEN set_config('hnsw.iterative_scan', 'strict_order', true) END
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
                ORDER BY distance LIMIT greatest(200, 5 * $7)
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
    ) USING query, documents, domains, statuses, least_confidence, most_confidence, wanted, newest;
    IF NOT is_few THEN
        PERFORM set_config('enable_sort', sorts, true);
    END IF;
END $function$;
