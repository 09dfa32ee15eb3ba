-- Answers with their evidence, for follow-up questions and for what people say of them.
CREATE TABLE answers (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id  bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
    question    text NOT NULL,             -- as it was understood: a follow-up is completed by what it follows
    filenames   text[] NOT NULL,
    detail      jsonb NOT NULL,            -- answer, citations with places, how it came about
    asked_at    timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX answers_project ON answers (project_id, id DESC);

-- The documents that were asked: with a document its answers go, so that removing leaves no trace.
CREATE TABLE answer_documents (
    answer_id    bigint NOT NULL REFERENCES answers ON DELETE CASCADE,
    document_id  bigint NOT NULL REFERENCES documents ON DELETE CASCADE,
    PRIMARY KEY (answer_id, document_id)
);
CREATE INDEX answer_documents_document ON answer_documents (document_id);

CREATE TABLE feedback (
    answer_id   bigint PRIMARY KEY REFERENCES answers ON DELETE CASCADE,
    verdict     text NOT NULL CHECK (verdict IN ('good', 'bad')),
    why         text NOT NULL DEFAULT '',
    given_at    timestamptz NOT NULL DEFAULT now()
);

ALTER TABLE answers ENABLE ROW LEVEL SECURITY;
ALTER TABLE answer_documents ENABLE ROW LEVEL SECURITY;
ALTER TABLE feedback ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_project ON answers USING (project_id = (SELECT current_project()));
CREATE POLICY one_project ON answer_documents USING (
    EXISTS (SELECT FROM answers WHERE answers.id = answer_id AND answers.project_id = (SELECT current_project()))
);
CREATE POLICY one_project ON feedback USING (
    EXISTS (SELECT FROM answers WHERE answers.id = answer_id AND answers.project_id = (SELECT current_project()))
);
