-- Inquiries: the processes that documents belong to, what was read of each document, what happened when, who and what
-- a process is connected with, and the durable tasks that find it out. A statement without a page and an excerpt of 50
-- to 200 characters cannot be stored.

CREATE DOMAIN excerpt AS text CHECK (char_length(VALUE) BETWEEN 50 AND 200);
CREATE DOMAIN source_page AS integer CHECK (VALUE > 0);

CREATE TABLE processes (
    id                uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    project_id        bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
    key               text NOT NULL,                  -- "ju-2023-04"
    title             text NOT NULL DEFAULT '',
    ministry          text NOT NULL DEFAULT '',
    stage             text CHECK (stage IN ('directive', 'investigation', 'interim', 'published', 'consultation',
                                            'council_referral', 'bill', 'in_force')),  -- null before any evidence
    stage_explanation text NOT NULL DEFAULT '',
    created_at        timestamptz NOT NULL DEFAULT now(),
    UNIQUE (project_id, key)
);

-- The numbers by which a process is known; a document that bears one of them belongs to it.
CREATE TABLE process_numbers (
    project_id  bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
    process_id  uuid NOT NULL REFERENCES processes ON DELETE CASCADE,
    kind        text NOT NULL CHECK (kind IN ('committee', 'dir', 'sou', 'ds', 'prop', 'sfs', 'key')),
    value       text NOT NULL,
    PRIMARY KEY (project_id, kind, value)
);
CREATE INDEX process_numbers_process ON process_numbers (process_id);

-- Which documents were read for what they are to an inquiry, by which rules; those of none have no role.
CREATE TABLE process_documents (
    document_id  bigint PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    project_id   bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
    process_id   uuid REFERENCES processes ON DELETE SET NULL,
    role         text CHECK (role IN ('directive', 'supplementary_directive', 'interim_report', 'final_report',
                                      'consultation', 'council_referral', 'bill', 'statute', 'announcement')),
    number       text NOT NULL DEFAULT '',
    title        text NOT NULL DEFAULT '',
    committee    text NOT NULL DEFAULT '',
    spans        jsonb NOT NULL DEFAULT '{}',         -- what was read → [page, start, end]
    rules        text NOT NULL,
    named_by     text NOT NULL DEFAULT ''             -- who said that it belongs to the process, if a person did
);
CREATE INDEX process_documents_process ON process_documents (process_id);
CREATE INDEX process_documents_project ON process_documents (project_id);

CREATE TABLE agent_tasks (
    id             uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    project_id     bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
    kind           text NOT NULL CHECK (kind IN ('timeline_extraction', 'metadata_extraction')),
    process_id     uuid NOT NULL REFERENCES processes ON DELETE CASCADE,
    document_id    bigint NOT NULL REFERENCES documents ON DELETE CASCADE,
    reading        text NOT NULL,                     -- which rules, or which model, read
    status         text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'running', 'completed', 'failed')),
    attempts       integer NOT NULL DEFAULT 0,
    failures       jsonb NOT NULL DEFAULT '[]',       -- [{"attempt", "class", "message", "at"}]: none is forgotten
    error_message  text,
    output_data    jsonb,
    created_at     timestamptz NOT NULL DEFAULT now(),
    started_at     timestamptz,
    finished_at    timestamptz,
    UNIQUE (document_id, kind, reading),              -- never doubled
    CHECK (status <> 'completed' OR output_data IS NOT NULL),
    CHECK (status <> 'failed' OR error_message IS NOT NULL)
);
CREATE INDEX agent_tasks_process ON agent_tasks (process_id, kind);
CREATE INDEX agent_tasks_open ON agent_tasks (project_id, status) WHERE status IN ('pending', 'running');

-- One run of the head: what was new then is told once.
CREATE TABLE investigations (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id  bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
    at          timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE timeline_events (
    id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    project_id      bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
    process_id      uuid NOT NULL REFERENCES processes ON DELETE CASCADE,
    document_id     bigint NOT NULL REFERENCES documents ON DELETE CASCADE,
    event_type      text NOT NULL,
    event_date      date NOT NULL CHECK (event_date >= DATE '1900-01-01'),  -- the first day of what was stated
    precision       text NOT NULL CHECK (precision IN ('day', 'month', 'season', 'year')),
    stated          text NOT NULL,                    -- the date as printed
    subject         text NOT NULL DEFAULT '',         -- a number or a person, where there may be several
    actors          jsonb NOT NULL DEFAULT '[]',
    confidence      text NOT NULL CHECK (confidence IN ('high', 'medium')),
    made_by         text NOT NULL,                    -- "rules", or the model
    source_page     source_page NOT NULL,
    source_excerpt  excerpt NOT NULL,
    start           integer NOT NULL,                 -- of the statement, in the page's text
    "end"           integer NOT NULL,
    created_at      timestamptz NOT NULL DEFAULT now(),
    told_in         bigint REFERENCES investigations ON DELETE SET NULL,
    UNIQUE (document_id, event_type, subject, event_date, precision),
    CHECK (precision = 'day' OR extract(day FROM event_date) = 1),
    CHECK (precision IN ('day', 'month', 'season') OR extract(month FROM event_date) = 1)
);
CREATE INDEX timeline_events_process ON timeline_events (process_id, event_date);

-- A person, committee, ministry, agency, organisation or law. One that was merged into another stays, as its alias.
CREATE TABLE entities (
    id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    project_id      bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
    type            text NOT NULL CHECK (type IN ('person', 'committee', 'ministry', 'agency', 'organisation', 'law')),
    name            text NOT NULL CHECK (name <> ''),
    name_key        text NOT NULL,                    -- folded; of a law its number
    merged_into     uuid REFERENCES entities ON DELETE SET NULL,
    document_id     bigint NOT NULL REFERENCES documents ON DELETE CASCADE,
    source_page     source_page NOT NULL,
    source_excerpt  excerpt NOT NULL,
    created_at      timestamptz NOT NULL DEFAULT now(),
    UNIQUE (project_id, type, name_key),
    CHECK (merged_into <> id)
);
CREATE INDEX entities_document ON entities (document_id);
CREATE INDEX entities_merged ON entities (merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX entities_last_word ON entities (project_id, type, (reverse(split_part(reverse(name_key), ' ', 1))));

CREATE TABLE process_entities (
    id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    project_id      bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
    process_id      uuid NOT NULL REFERENCES processes ON DELETE CASCADE,
    entity_id       uuid NOT NULL REFERENCES entities ON DELETE CASCADE,
    document_id     bigint NOT NULL REFERENCES documents ON DELETE CASCADE,
    relation        text NOT NULL CHECK (relation IN ('led_by', 'formerly_led_by', 'conducted_by', 'commissioned_by',
                        'assisted_by', 'advised_by', 'has_member', 'consulted', 'refers_to', 'related_to')),
    role            text NOT NULL DEFAULT '',
    since           date,
    since_precision text CHECK (since_precision IN ('day', 'month', 'season', 'year')),
    until           date,
    until_precision text CHECK (until_precision IN ('day', 'month', 'season', 'year')),
    confidence      text NOT NULL CHECK (confidence IN ('high', 'medium')),
    made_by         text NOT NULL,
    source_page     source_page NOT NULL,
    source_excerpt  excerpt NOT NULL,
    start           integer NOT NULL,
    "end"           integer NOT NULL,
    created_at      timestamptz NOT NULL DEFAULT now(),
    told_in         bigint REFERENCES investigations ON DELETE SET NULL,
    UNIQUE (document_id, entity_id, role),
    CHECK ((since IS NULL) = (since_precision IS NULL)),
    CHECK ((until IS NULL) = (until_precision IS NULL))
);
CREATE INDEX process_entities_process ON process_entities (process_id);
CREATE INDEX process_entities_entity ON process_entities (entity_id);

-- Which entities were taken for one, and why; undone merges stay readable, and are not made again.
CREATE TABLE entity_merges (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id  bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
    kept        uuid NOT NULL REFERENCES entities ON DELETE CASCADE,
    merged      uuid NOT NULL REFERENCES entities ON DELETE CASCADE,
    reason      text NOT NULL,
    by_whom     text NOT NULL,                        -- "rules", or a person
    at          timestamptz NOT NULL DEFAULT now(),
    undone_at   timestamptz,
    undone_by   text
);
CREATE INDEX entity_merges_merged ON entity_merges (merged);
CREATE INDEX entity_merges_kept ON entity_merges (kept);

-- Every stage that a process reached, with the events that prove it.
CREATE TABLE process_stages (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id   bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
    process_id   uuid NOT NULL REFERENCES processes ON DELETE CASCADE,
    previous     text,
    stage        text NOT NULL,
    explanation  text NOT NULL,
    evidence     uuid[] NOT NULL,                     -- timeline_events
    at           timestamptz NOT NULL DEFAULT now(),
    told_in      bigint REFERENCES investigations ON DELETE SET NULL
);
CREATE INDEX process_stages_process ON process_stages (process_id, id);

-- A document that is removed, or replaced by a newer version, takes what it said along. An entity that others name too
-- is then cited from one of them.
CREATE FUNCTION forget_inquiry_document() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM projects WHERE id = OLD.project_id) THEN
        RETURN OLD;  -- the whole project goes
    END IF;
    DELETE FROM timeline_events WHERE document_id = OLD.id;
    DELETE FROM process_entities WHERE document_id = OLD.id;
    DELETE FROM agent_tasks WHERE document_id = OLD.id;
    DELETE FROM process_documents WHERE document_id = OLD.id;
    UPDATE entities SET document_id = other.document_id, source_page = other.source_page,
                        source_excerpt = other.source_excerpt
    FROM (SELECT DISTINCT ON (entity_id) entity_id, document_id, source_page, source_excerpt
          FROM process_entities WHERE entity_id IN (SELECT id FROM entities WHERE document_id = OLD.id)
          ORDER BY entity_id, created_at) AS other
    WHERE entities.document_id = OLD.id AND other.entity_id = entities.id;
    DELETE FROM entities WHERE document_id = OLD.id
        AND NOT EXISTS (SELECT FROM entities AS alias WHERE alias.merged_into = entities.id
                        AND alias.document_id <> OLD.id);
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER forget_inquiry_document BEFORE DELETE ON documents
    FOR EACH ROW EXECUTE FUNCTION forget_inquiry_document();
CREATE TRIGGER forget_inquiry_version AFTER UPDATE OF live ON documents
    FOR EACH ROW WHEN (OLD.live AND NOT NEW.live) EXECUTE FUNCTION forget_inquiry_document();

ALTER TABLE processes ENABLE ROW LEVEL SECURITY;
ALTER TABLE process_numbers ENABLE ROW LEVEL SECURITY;
ALTER TABLE process_documents ENABLE ROW LEVEL SECURITY;
ALTER TABLE agent_tasks ENABLE ROW LEVEL SECURITY;
ALTER TABLE investigations ENABLE ROW LEVEL SECURITY;
ALTER TABLE timeline_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE entities ENABLE ROW LEVEL SECURITY;
ALTER TABLE process_entities ENABLE ROW LEVEL SECURITY;
ALTER TABLE entity_merges ENABLE ROW LEVEL SECURITY;
ALTER TABLE process_stages ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_project ON processes USING (project_id = (SELECT current_project()));
CREATE POLICY one_project ON process_numbers USING (project_id = (SELECT current_project()));
CREATE POLICY one_project ON process_documents USING (project_id = (SELECT current_project()));
CREATE POLICY one_project ON agent_tasks USING (project_id = (SELECT current_project()));
CREATE POLICY one_project ON investigations USING (project_id = (SELECT current_project()));
CREATE POLICY one_project ON timeline_events USING (project_id = (SELECT current_project()));
CREATE POLICY one_project ON entities USING (project_id = (SELECT current_project()));
CREATE POLICY one_project ON process_entities USING (project_id = (SELECT current_project()));
CREATE POLICY one_project ON entity_merges USING (project_id = (SELECT current_project()));
CREATE POLICY one_project ON process_stages USING (project_id = (SELECT current_project()));
