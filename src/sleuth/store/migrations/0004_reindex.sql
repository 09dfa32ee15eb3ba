-- The model whose vectors are being made while those of `embedding` still serve; null when none is.
ALTER TABLE projects ADD COLUMN coming text;

-- The models of which a project has vectors, and what these took. One that neither serves nor comes is to be forgotten.
CREATE TABLE embeddings (
    project_id  bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
    model       text NOT NULL,
    dimensions  integer,                   -- of each vector; null before the first
    calls       bigint NOT NULL DEFAULT 0, -- to a hosted model
    errors      bigint NOT NULL DEFAULT 0, -- attempts that failed
    tokens      bigint NOT NULL DEFAULT 0,
    seconds     double precision NOT NULL DEFAULT 0,
    PRIMARY KEY (project_id, model)
);
ALTER TABLE embeddings ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_project ON embeddings USING (project_id = (SELECT current_project()));
