-- What each document calls itself and its parts: derived from its pages by `rules`, and derived again by newer ones.

CREATE TABLE outlines (
    document_id  bigint PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    project_id   bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
    rules        text NOT NULL,
    outline      jsonb NOT NULL
);
CREATE INDEX outlines_project ON outlines (project_id);

ALTER TABLE outlines ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_project ON outlines USING (project_id = (SELECT current_project()));
