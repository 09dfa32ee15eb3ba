-- Relations are derived for the facts that changed. Those of findings that go, or come to be of something else, are
-- remembered here until relations are derived again: what is left may clash, agree or be replaced otherwise.
CREATE TABLE unsettled (
    project_id   bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
    metric       text NOT NULL,
    scenario     text NOT NULL,
    unit         text NOT NULL,
    subject_key  text NOT NULL,
    period_key   text NOT NULL
);
CREATE INDEX unsettled_project ON unsettled (project_id);

CREATE FUNCTION unsettle() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    INSERT INTO unsettled (project_id, metric, scenario, unit, subject_key, period_key)
    SELECT id, OLD.metric, OLD.scenario, OLD.unit, OLD.subject_key, OLD.period_key
    FROM projects WHERE id = OLD.project_id;  -- it may be going too
    RETURN NULL;
END $$;
CREATE TRIGGER gone AFTER DELETE ON findings FOR EACH ROW WHEN (OLD.value IS NOT NULL) EXECUTE FUNCTION unsettle();
CREATE TRIGGER turned AFTER UPDATE OF metric, scenario, unit, subject_key, period_key ON findings FOR EACH ROW
    WHEN (OLD.value IS NOT NULL) EXECUTE FUNCTION unsettle();

-- What each subject counted as when relations were last derived: a document that comes or goes may change it for others.
CREATE TABLE subjects (
    project_id  bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
    subject     text NOT NULL,
    counted     text,                      -- null: of nobody known
    PRIMARY KEY (project_id, subject)
);

-- A finding that goes takes its relations along, and is asked for them.
CREATE INDEX relations_source ON relations (source);

-- Until now the facts of what had gone were not remembered.
UPDATE portraits SET related = false;

ALTER TABLE unsettled ENABLE ROW LEVEL SECURITY;
ALTER TABLE subjects ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_project ON unsettled USING (project_id = (SELECT current_project()));
CREATE POLICY one_project ON subjects USING (project_id = (SELECT current_project()));
