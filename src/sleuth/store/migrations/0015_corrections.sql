-- A person's finding knows the reading that it corrects: wherever it is shown, so is what the source prints.

ALTER TABLE findings ADD COLUMN corrects bigint REFERENCES findings ON DELETE SET NULL;
CREATE INDEX findings_corrects ON findings (corrects) WHERE corrects IS NOT NULL;
COMMENT ON COLUMN findings.corrects IS 'the reading that a person corrected, at the same place; null for what rules read';

-- Corrections of earlier versions: each says in its history which finding it was made of, perhaps a correction itself.
WITH RECURSIVE made (id, source) AS (
    SELECT DISTINCT ON (finding_id) finding_id, substring(before FROM '^finding (\d+)$')::bigint
    FROM finding_history WHERE before ~ '^finding \d+$' ORDER BY finding_id, id
), origin (id, source, step) AS (
    SELECT id, source, 0 FROM made
    UNION ALL
    SELECT origin.id, made.source, step + 1 FROM origin JOIN made ON made.id = origin.source
    WHERE made.source <> made.id AND step < 100
)
UPDATE findings SET corrects = first.source FROM (
    SELECT DISTINCT ON (id) id, source FROM origin ORDER BY id, step DESC
) AS first
WHERE findings.id = first.id AND findings.id <> first.source AND rule = 'a person’s correction'
AND EXISTS (SELECT FROM findings AS printed WHERE printed.id = first.source);

-- What was corrected, by whom and why, and what the source prints there.
CREATE VIEW corrections WITH (security_invoker = true) AS
    SELECT made.id AS finding_id, made.project_id, jsonb_build_object(
        'value', printed.value::text, 'unit', printed.unit, 'scale', printed.scale, 'text', printed.text,
        'by', last.by_whom, 'why', last.reason, 'at', last.at
    ) AS correction
    FROM findings AS made JOIN findings AS printed ON printed.id = made.corrects
    CROSS JOIN LATERAL (
        SELECT by_whom, reason, at FROM finding_history
        WHERE finding_id = made.id AND before ~ '^finding \d+$' ORDER BY id DESC LIMIT 1
    ) AS last;

CREATE OR REPLACE VIEW graph_nodes WITH (security_invoker = true) AS
    SELECT id AS project_id, 'Deal' AS kind, id, jsonb_build_object('name', name) AS properties FROM projects
    UNION ALL
    SELECT project_id, 'Document', id, jsonb_build_object(
        'filename', filename, 'title', title, 'file_kind', documents.kind, 'quality', quality, 'live', live
    ) FROM documents
    UNION ALL
    SELECT project_id, 'Finding', id, jsonb_build_object(
        'subject', subject, 'metric', metric, 'label', label, 'domain', domain, 'period', period_name,
        'scenario', scenario, 'value', value::text, 'unit', unit, 'scale', scale, 'text', text,
        'page', page, 'locator', locator, 'quote', quote, 'status', status
    ) || CASE WHEN corrects IS NULL THEN '{}' ELSE coalesce((
        SELECT jsonb_build_object(
            'corrected_by', correction ->> 'by', 'corrected_why', correction ->> 'why',
            'printed_value', correction ->> 'value', 'printed_unit', correction ->> 'unit',
            'printed_scale', (correction ->> 'scale')::integer, 'printed_text', correction ->> 'text'
        ) FROM corrections WHERE finding_id = findings.id
    ), '{}') END FROM findings
    UNION ALL
    SELECT project_id, 'Insight', id, jsonb_build_object(
        'insight_kind', sound_insights.kind, 'statement', statement, 'computation', computation
    ) FROM sound_insights;
