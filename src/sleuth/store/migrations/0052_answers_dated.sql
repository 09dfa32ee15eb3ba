-- An answer is given when it is written down, under the project's lock: no run of `sleuth changes` dates it before itself.
ALTER TABLE question_history ALTER COLUMN at SET DEFAULT clock_timestamp();
