-- Information requests: what a buyer asks the target for, in lists with their sections kept.

CREATE TABLE request_lists (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id  bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
    name        text NOT NULL,
    origin      text NOT NULL CHECK (origin IN ('file', 'checklist', 'proposal')),
    created_at  timestamptz NOT NULL DEFAULT now(),
    UNIQUE (project_id, name)
);

CREATE TABLE requests (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id  bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
    list_id     bigint NOT NULL REFERENCES request_lists ON DELETE CASCADE,
    position    integer NOT NULL,          -- 0-based, in the order of the list
    number      text NOT NULL,             -- as the list numbers it: "3.1(a)"; '' where it does not
    section     text[] NOT NULL,           -- headings above it, the outermost first
    text        text NOT NULL,
    domain      text NOT NULL,             -- the area of a due diligence: financial, tax, legal, …
    priority    text NOT NULL CHECK (priority IN ('high', 'medium', 'low', '')),
    owner       text NOT NULL,             -- who is to answer; '' where the list does not say
    note        text NOT NULL,             -- any remark that the list has beside it
    UNIQUE (list_id, position)
);
CREATE INDEX requests_project ON requests (project_id, list_id, position);

ALTER TABLE request_lists ENABLE ROW LEVEL SECURITY;
ALTER TABLE requests ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_project ON request_lists USING (project_id = (SELECT current_project()));
CREATE POLICY one_project ON requests USING (project_id = (SELECT current_project()));
