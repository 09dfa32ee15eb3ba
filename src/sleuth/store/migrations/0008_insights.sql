-- Insights: what our arithmetic derives from findings, with the findings each rests on. Never facts of a document.

CREATE TABLE insights (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id   bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
    kind         text NOT NULL CHECK (kind IN ('trend', 'anomaly', 'gap')),
    rule         text NOT NULL,            -- what derived it
    subject      text NOT NULL,
    metric       text NOT NULL,
    scenario     text NOT NULL,
    statement    text NOT NULL,
    computation  text NOT NULL,            -- the arithmetic, as shown to people
    rests_on     bigint[] NOT NULL,        -- findings in the order of the computation
    derived_at   timestamptz NOT NULL DEFAULT now(),
    UNIQUE (project_id, kind, rule, rests_on)
);

CREATE TABLE insight_findings (
    project_id  bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
    insight_id  bigint NOT NULL REFERENCES insights ON DELETE CASCADE,
    finding_id  bigint NOT NULL REFERENCES findings ON DELETE CASCADE,
    PRIMARY KEY (insight_id, finding_id)
);
CREATE INDEX insight_findings_finding ON insight_findings (finding_id);
CREATE INDEX insight_findings_project ON insight_findings (project_id);

-- An insight says what its findings said: when one of them goes, so does it.
CREATE FUNCTION drop_baseless_insights() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    DELETE FROM insights USING gone WHERE insights.id = gone.insight_id;
    RETURN NULL;
END $$;
CREATE TRIGGER baseless AFTER DELETE ON insight_findings REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION drop_baseless_insights();

-- Those that count: all they rest on is of a live document, and neither rejected nor superseded since.
CREATE VIEW sound_insights WITH (security_invoker = true) AS
SELECT * FROM insights WHERE NOT EXISTS (
    SELECT FROM insight_findings
    JOIN findings ON findings.id = insight_findings.finding_id
    JOIN documents ON documents.id = findings.document_id
    WHERE insight_id = insights.id AND (NOT live OR findings.status NOT IN ('proposed', 'validated'))
);

-- The graph: Deal (a project), Document, Finding, Insight. What a finding supports is another finding or an insight.
CREATE VIEW graph_edges WITH (security_invoker = true) AS
    SELECT project_id, kind, source_kind, source, target_kind, target, reason, status FROM edges
    UNION ALL
    SELECT project_id, 'SUPPORTS', 'Finding', finding_id, 'Insight', insight_id, '', 'standing' FROM insight_findings
    WHERE EXISTS (SELECT FROM sound_insights WHERE sound_insights.id = insight_id)
    UNION ALL
    SELECT project_id, 'EXTRACTED_FROM', 'Document', id, 'Deal', project_id, '', 'standing' FROM documents;

CREATE VIEW graph_nodes WITH (security_invoker = true) AS
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
    ) FROM findings
    UNION ALL
    SELECT project_id, 'Insight', id, jsonb_build_object(
        'insight_kind', sound_insights.kind, 'statement', statement, 'computation', computation
    ) FROM sound_insights;

-- By which a project is known elsewhere: numbers of projects are told apart in one database only.
ALTER TABLE projects ADD COLUMN key uuid NOT NULL DEFAULT gen_random_uuid();

ALTER TABLE insights ENABLE ROW LEVEL SECURITY;
ALTER TABLE insight_findings ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_project ON insights USING (project_id = (SELECT current_project()));
CREATE POLICY one_project ON insight_findings USING (project_id = (SELECT current_project()));
