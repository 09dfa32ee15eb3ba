-- What a request list says itself of a request: where it stands, and where its answer lies; empty where it does not say.
ALTER TABLE requests ADD COLUMN status text NOT NULL DEFAULT '';
ALTER TABLE requests ADD COLUMN reference text NOT NULL DEFAULT '';
