-- Sections of a deal memo as they were drafted: whoever is interrupted goes on with the section under way.
CREATE TABLE memo_drafts (
    project_id   bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
    fingerprint  text NOT NULL,            -- of the outline, the company, the documents and who drafts
    key          text NOT NULL,            -- the section's
    draft        jsonb NOT NULL,           -- the section as agents/analyst/page/packing.py packs it, and what it lacks
    documents    bigint[] NOT NULL,        -- that it cites
    drafted_at   timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, fingerprint, key)
);
CREATE INDEX memo_drafts_documents ON memo_drafts USING gin (documents);

-- A draft quotes its documents: when one of them goes, so does it.
CREATE FUNCTION drop_drafts_of_document() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    DELETE FROM memo_drafts WHERE project_id = OLD.project_id AND documents @> ARRAY[OLD.id];
    RETURN NULL;
END $$;
CREATE TRIGGER drop_drafts AFTER DELETE ON documents FOR EACH ROW EXECUTE FUNCTION drop_drafts_of_document();

ALTER TABLE memo_drafts ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_project ON memo_drafts USING (project_id = (SELECT current_project()));
