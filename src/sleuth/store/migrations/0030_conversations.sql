-- Conversations of people with the agents, readable turn by turn.
CREATE TABLE conversations (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id  bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
    agent       text NOT NULL,             -- tutor, analyst, …
    started_at  timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX conversations_project ON conversations (project_id, agent, id DESC);

-- One message: what a person asked, what the agent answered, which tools it called, what a tool returned.
CREATE TABLE messages (
    id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id       bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
    conversation_id  bigint NOT NULL REFERENCES conversations ON DELETE CASCADE,
    turn             integer NOT NULL,         -- from 1; a question and all that led to its answer share it
    role             text NOT NULL CHECK (role IN ('user', 'assistant', 'tool')),
    content          text NOT NULL,            -- of a tool: its result as JSON
    tool_calls       jsonb NOT NULL DEFAULT '[]',  -- of the assistant: [{"id", "name", "args"}]
    tool_call_id     text,                     -- of a tool: the call that it answers
    tool_name        text,
    created_at       timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX messages_conversation ON messages (conversation_id, id);
CREATE INDEX messages_project ON messages (project_id);

ALTER TABLE conversations ENABLE ROW LEVEL SECURITY;
ALTER TABLE messages ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_project ON conversations USING (project_id = (SELECT current_project()));
CREATE POLICY one_project ON messages USING (project_id = (SELECT current_project()));
