-- What happened in a project, and when: what it held at any moment can be told from it. It holds the names of documents,
-- hashes and places, and no text of any document: a name outlives the removal, the content does not.

CREATE TABLE happenings (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id  bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
    at          timestamptz NOT NULL DEFAULT clock_timestamp(),  -- whoever writes holds the project's lock: at follows id
    kind        text NOT NULL CHECK (kind IN ('document', 'version', 'CONTRADICTS', 'SUPERSEDES')),
    subject     bigint NOT NULL,           -- the number of the document, the version or the relation
    state       text NOT NULL,             -- live, replaced; of versions and relations their status; gone
    one         text NOT NULL DEFAULT '',  -- the document's hash; the newer document's; the first finding's print
    other       text NOT NULL DEFAULT '',  -- the older document's hash; the second finding's print
    name        text NOT NULL DEFAULT ''   -- the document's
);
CREATE INDEX happenings_state ON happenings (project_id, kind, subject, id DESC);

-- Where in which bytes a finding stands, and as what it was read.
CREATE FUNCTION finding_print(finding_id bigint) RETURNS text LANGUAGE sql STABLE SET search_path FROM CURRENT
RETURN (
    SELECT concat_ws(':', content_hash, page, start, "end", md5(metric))
    FROM findings JOIN documents ON documents.id = document_id WHERE findings.id = finding_id
);

-- A project that is being removed takes what happened in it along.
CREATE FUNCTION project_stands(wanted bigint) RETURNS boolean LANGUAGE sql STABLE SET search_path FROM CURRENT
RETURN EXISTS (SELECT FROM projects WHERE id = wanted);

CREATE FUNCTION document_happened() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        INSERT INTO happenings (project_id, kind, subject, state, one, name)
        SELECT OLD.project_id, 'document', OLD.id, 'gone', OLD.content_hash, OLD.filename
        WHERE project_stands(OLD.project_id);
    ELSE
        INSERT INTO happenings (project_id, kind, subject, state, one, name)
        VALUES (NEW.project_id, 'document', NEW.id, CASE WHEN NEW.live THEN 'live' ELSE 'replaced' END,
                NEW.content_hash, NEW.filename);
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER happened AFTER INSERT OR DELETE ON documents FOR EACH ROW EXECUTE FUNCTION document_happened();
CREATE TRIGGER happened_since AFTER UPDATE ON documents FOR EACH ROW
    WHEN (OLD.live <> NEW.live OR OLD.filename <> NEW.filename) EXECUTE FUNCTION document_happened();

CREATE FUNCTION version_happened() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        INSERT INTO happenings (project_id, kind, subject, state)
        SELECT OLD.project_id, 'version', OLD.id, 'gone' WHERE project_stands(OLD.project_id);
    ELSE
        INSERT INTO happenings (project_id, kind, subject, state, one, other)
        SELECT NEW.project_id, 'version', NEW.id, NEW.status, n.content_hash, o.content_hash
        FROM documents AS n, documents AS o WHERE n.id = NEW.newer AND o.id = NEW.older;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER happened AFTER INSERT OR DELETE ON supersessions FOR EACH ROW EXECUTE FUNCTION version_happened();
CREATE TRIGGER happened_since AFTER UPDATE ON supersessions FOR EACH ROW
    WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION version_happened();

CREATE FUNCTION relation_happened() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        INSERT INTO happenings (project_id, kind, subject, state)
        SELECT OLD.project_id, OLD.kind, OLD.id, 'gone' WHERE project_stands(OLD.project_id);
    ELSE
        INSERT INTO happenings (project_id, kind, subject, state, one, other)
        VALUES (NEW.project_id, NEW.kind, NEW.id, NEW.status, finding_print(NEW.source), finding_print(NEW.target));
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER happened AFTER INSERT ON relations FOR EACH ROW
    WHEN (NEW.kind IN ('CONTRADICTS', 'SUPERSEDES')) EXECUTE FUNCTION relation_happened();
CREATE TRIGGER happened_last AFTER DELETE ON relations FOR EACH ROW
    WHEN (OLD.kind IN ('CONTRADICTS', 'SUPERSEDES')) EXECUTE FUNCTION relation_happened();
CREATE TRIGGER happened_since AFTER UPDATE ON relations FOR EACH ROW
    WHEN (NEW.kind = 'CONTRADICTS' AND OLD.status <> NEW.status) EXECUTE FUNCTION relation_happened();

-- What a person says is said when it is written down, not when the transaction began.
ALTER TABLE finding_history ALTER COLUMN at SET DEFAULT clock_timestamp();
ALTER TABLE rulings ALTER COLUMN at SET DEFAULT clock_timestamp();

-- What happened before this was kept, as far as it is known: all that relates two documents came with the later one.
INSERT INTO happenings (project_id, at, kind, subject, state, one, name)
SELECT project_id, added_at, 'document', id, 'live', content_hash, filename FROM documents ORDER BY added_at, id;
INSERT INTO happenings (project_id, at, kind, subject, state, one, name)
SELECT old.project_id, coalesce(min(new.added_at), old.added_at), 'document', old.id, 'replaced', old.content_hash,
       old.filename
FROM documents AS old LEFT JOIN documents AS new ON new.replaces = old.id WHERE NOT old.live GROUP BY old.id;
INSERT INTO happenings (project_id, at, kind, subject, state, one, other)
SELECT s.project_id, greatest(n.added_at, o.added_at), 'version', s.id, s.status, n.content_hash, o.content_hash
FROM supersessions AS s JOIN documents AS n ON n.id = newer JOIN documents AS o ON o.id = older;
INSERT INTO happenings (project_id, at, kind, subject, state, one, other)
SELECT r.project_id, greatest(a.added_at, b.added_at), r.kind, r.id, r.status, finding_print(r.source),
       finding_print(r.target)
FROM relations AS r
JOIN findings AS f ON f.id = r.source JOIN documents AS a ON a.id = f.document_id
JOIN findings AS g ON g.id = r.target JOIN documents AS b ON b.id = g.document_id
WHERE r.kind IN ('CONTRADICTS', 'SUPERSEDES');

-- Each time somebody asked what changed: since when, and up to when they were told.
CREATE TABLE change_runs (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id  bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
    since       timestamptz NOT NULL,      -- exclusive
    until       timestamptz NOT NULL       -- inclusive
);
CREATE INDEX change_runs_project ON change_runs (project_id, id DESC);

ALTER TABLE happenings ENABLE ROW LEVEL SECURITY;
ALTER TABLE change_runs ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_project ON happenings USING (project_id = (SELECT current_project()));
CREATE POLICY one_project ON change_runs USING (project_id = (SELECT current_project()));
