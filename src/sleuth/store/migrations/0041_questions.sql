-- Questions to the target company, what became of each, and the passage that answers it.

CREATE TABLE questions (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id   bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
    number       integer NOT NULL,          -- 1-based within the project, as people name it
    text         text NOT NULL,
    fingerprint  text NOT NULL,             -- the stems of its words, sorted: the same question is kept once
    domain       text NOT NULL,             -- the area of a due diligence; '' where nobody says
    priority     text NOT NULL CHECK (priority IN ('high', 'medium', 'low')),
    status       text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'sent', 'answered', 'closed')),
    source       text NOT NULL CHECK (source IN ('gap', 'conflict', 'insight', 'request', 'person', 'file')),
    reference    text NOT NULL,             -- what it came of, unique within the source; '' where it came of nothing kept
    note         text NOT NULL,             -- why it is asked
    request_id   bigint REFERENCES requests ON DELETE SET NULL,
    answer       text NOT NULL DEFAULT '',
    document_id  bigint REFERENCES documents ON DELETE SET NULL,  -- the document that answers it
    filename     text NOT NULL DEFAULT '',  -- its name; stays when the document goes
    locator      text NOT NULL DEFAULT '',
    page         integer,
    quote        text NOT NULL DEFAULT '',  -- the document's own characters
    created_by   text NOT NULL,
    created_at   timestamptz NOT NULL DEFAULT now(),
    UNIQUE (project_id, number),
    UNIQUE (project_id, fingerprint)
);
CREATE UNIQUE INDEX questions_reference ON questions (project_id, source, reference) WHERE reference <> '';

-- Nothing is overwritten: each change of a status or an answer stays readable.
CREATE TABLE question_history (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id   bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
    question_id  bigint NOT NULL REFERENCES questions ON DELETE CASCADE,
    before       text NOT NULL,             -- the status before and after
    after        text NOT NULL,
    answer       text NOT NULL,             -- the answer after
    by_whom      text NOT NULL,
    at           timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX question_history_question ON question_history (question_id, id);

ALTER TABLE questions ENABLE ROW LEVEL SECURITY;
ALTER TABLE question_history ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_project ON questions USING (project_id = (SELECT current_project()));
CREATE POLICY one_project ON question_history USING (project_id = (SELECT current_project()));
