-- How often a failed task was let begin again: each round is a piece of durable work of its own.
ALTER TABLE agent_tasks ADD COLUMN round integer NOT NULL DEFAULT 0;
