-- How documents and findings relate: which replaces which, which contradict, which support each other. All of it is
-- derived from portraits and findings and can be derived again; what people ruled is kept apart, by content.

-- What is compared of a document to tell whether it replaces another.
CREATE TABLE portraits (
    document_id  bigint PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    project_id   bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
    rules        text NOT NULL,
    author       text NOT NULL,
    made         date,                     -- as the file itself states it
    front_days   date[] NOT NULL,
    notices      jsonb NOT NULL,           -- [[page, start, end, text, target]]
    sketch       bigint[] NOT NULL,
    times        text[] NOT NULL,
    parties      text[] NOT NULL,
    related      boolean NOT NULL DEFAULT false  -- whether its relations are up to date
);
CREATE INDEX portraits_unrelated ON portraits (project_id) WHERE NOT related;

-- The newer document replaces the older one.
CREATE TABLE supersessions (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id  bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
    newer       bigint NOT NULL REFERENCES documents ON DELETE CASCADE,
    older       bigint NOT NULL REFERENCES documents ON DELETE CASCADE,
    reason      text NOT NULL,
    evidence    jsonb NOT NULL,            -- {"kind", "text", "page", "start", "end"}
    certain     boolean NOT NULL,          -- without a ruling: confirmed where certain, else proposed
    status      text NOT NULL CHECK (status IN ('proposed', 'confirmed', 'rejected')),
    UNIQUE (newer, older)
);
CREATE INDEX supersessions_older ON supersessions (older);
CREATE INDEX supersessions_project ON supersessions (project_id);

-- Relations between findings. Of SUPERSEDES the source is the newer finding; else it carries more weight.
CREATE TABLE relations (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id  bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
    kind        text NOT NULL CHECK (kind IN ('SUPERSEDES', 'CONTRADICTS', 'SUPPORTS')),
    basis       text NOT NULL CHECK (basis IN ('version', 'restatement', 'comparison')),
    source      bigint NOT NULL REFERENCES findings ON DELETE CASCADE,
    target      bigint NOT NULL REFERENCES findings ON DELETE CASCADE,
    reason      text NOT NULL,
    status      text NOT NULL CHECK (status IN ('standing', 'open', 'explained', 'dismissed')),
    explanation text NOT NULL DEFAULT '',  -- why it is explained, where that was derived
    UNIQUE (kind, source, target)
);
CREATE INDEX relations_target ON relations (target);
CREATE INDEX relations_project ON relations (project_id, kind, status);

-- What people ruled, by the content it is about: it outlives the removal of a document and binds when it comes again.
CREATE TABLE rulings (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id  bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
    subject     text NOT NULL CHECK (subject IN ('version', 'conflict', 'finding')),
    fingerprint text NOT NULL,             -- hashes and places, no text of any document
    verdict     text NOT NULL CHECK (verdict IN ('confirmed', 'rejected', 'explained', 'dismissed')),
    by_whom     text NOT NULL,
    why         text NOT NULL,
    at          timestamptz NOT NULL DEFAULT now(),
    withdrawn   timestamptz                -- an undone ruling stays readable
);
CREATE UNIQUE INDEX rulings_in_force ON rulings (project_id, subject, fingerprint) WHERE withdrawn IS NULL;

-- A person's correction stands beside the misreading that it rejects, at the same place.
DO $$
DECLARE old text := (SELECT conname FROM pg_constraint WHERE conrelid = 'findings'::regclass AND contype = 'u');
BEGIN
    EXECUTE format('ALTER TABLE findings DROP CONSTRAINT %I', old);
END $$;
ALTER TABLE findings ADD CONSTRAINT findings_place
    UNIQUE NULLS NOT DISTINCT (document_id, page, start, "end", metric, period_key, scenario, rule);

-- The graph: every edge in one shape.
CREATE VIEW edges WITH (security_invoker = true) AS
    SELECT project_id, 'SUPERSEDES' AS kind, 'Document' AS source_kind, newer AS source,
           'Document' AS target_kind, older AS target, reason, status
    FROM supersessions WHERE status = 'confirmed'
    UNION ALL
    SELECT project_id, kind, 'Finding', source, 'Finding', target, reason, status FROM relations
    UNION ALL
    SELECT project_id, 'EXTRACTED_FROM', 'Finding', id, 'Document', document_id, locator, 'standing' FROM findings;

ALTER TABLE portraits ENABLE ROW LEVEL SECURITY;
ALTER TABLE supersessions ENABLE ROW LEVEL SECURITY;
ALTER TABLE relations ENABLE ROW LEVEL SECURITY;
ALTER TABLE rulings ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_project ON portraits USING (project_id = (SELECT current_project()));
CREATE POLICY one_project ON supersessions USING (project_id = (SELECT current_project()));
CREATE POLICY one_project ON relations USING (project_id = (SELECT current_project()));
CREATE POLICY one_project ON rulings USING (project_id = (SELECT current_project()));
