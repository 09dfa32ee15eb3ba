-- Answers that were given in a conversation. They carry what the next question goes on from; with a document that they
-- rest on they are forgotten, and so are the messages of their turns.
ALTER TABLE answers ADD COLUMN conversation_id bigint REFERENCES conversations ON DELETE CASCADE;
ALTER TABLE answers ADD COLUMN turn integer;
CREATE INDEX answers_conversation ON answers (conversation_id, turn) WHERE conversation_id IS NOT NULL;
