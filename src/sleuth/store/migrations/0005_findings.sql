-- Findings: what documents state, each with its place; what people said of them; and which rules read which document.

CREATE TABLE findings (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id     bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
    document_id    bigint NOT NULL REFERENCES documents ON DELETE CASCADE,
    position       integer NOT NULL,       -- 0-based reading order in the document
    subject        text NOT NULL,          -- as printed; '' where the document does not say whose fact it is
    dimension      text[] NOT NULL,        -- segment, geography, component; empty for the whole
    subject_key    text NOT NULL,          -- both folded: with metric, period_key and scenario the finding's key
    metric         text NOT NULL,
    label          text NOT NULL,          -- the metric as printed
    domain         text NOT NULL CHECK (domain IN
                       ('financial', 'legal', 'operational', 'commercial', 'people', 'technical')),
    period_key     text NOT NULL,          -- '' where the fact has no period
    period_name    text NOT NULL,          -- for people
    period         jsonb,                  -- {"end", "months", "fiscal_year", "fiscal_quarter", "assumed"}
    scenario       text NOT NULL CHECK (scenario IN ('', 'actual', 'forecast', 'budget', 'estimate', 'pro forma')),
    value          numeric,                -- as printed, with its sign; null for facts in words
    unit           text NOT NULL,
    scale          smallint NOT NULL,      -- power of ten
    step           numeric,                -- the value of one unit of the last printed digit
    text           text NOT NULL,          -- what facts in words say
    page           integer NOT NULL,
    start          integer NOT NULL,       -- inclusive, in the page's text
    "end"          integer NOT NULL,       -- exclusive
    locator        text NOT NULL,
    quote          text NOT NULL,
    row_path       text[] NOT NULL,
    column_path    text[] NOT NULL,
    rule           text NOT NULL,
    is_cost        boolean NOT NULL,       -- an outflow: some print it as a negative number
    confidence     real NOT NULL,          -- 0 to 1; never shown
    factors        jsonb NOT NULL,         -- [[reason, weight]]
    document_date  date,
    status         text NOT NULL DEFAULT 'proposed' CHECK (status IN
                       ('proposed', 'validated', 'rejected', 'superseded')),
    created_at     timestamptz NOT NULL DEFAULT now(),
    UNIQUE NULLS NOT DISTINCT (document_id, page, start, "end", metric, period_key, scenario)
);
CREATE INDEX findings_key ON findings (project_id, metric, subject_key, period_key, scenario);
CREATE INDEX findings_document ON findings (document_id, position);

-- Nothing is overwritten: each change of a status stays readable.
CREATE TABLE finding_history (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id  bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
    finding_id  bigint NOT NULL REFERENCES findings ON DELETE CASCADE,
    before      text NOT NULL,
    after       text NOT NULL,
    by_whom     text NOT NULL,
    reason      text NOT NULL,
    at          timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX finding_history_finding ON finding_history (finding_id, id);

-- Which documents were read for findings, by which rules: what is missing, or older, is read again.
CREATE TABLE extractions (
    document_id  bigint PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    project_id   bigint NOT NULL REFERENCES projects ON DELETE CASCADE,
    rules        text NOT NULL,
    findings     integer NOT NULL,
    at           timestamptz NOT NULL DEFAULT now()
);

ALTER TABLE findings ENABLE ROW LEVEL SECURITY;
ALTER TABLE finding_history ENABLE ROW LEVEL SECURITY;
ALTER TABLE extractions ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_project ON findings USING (project_id = (SELECT current_project()));
CREATE POLICY one_project ON finding_history USING (project_id = (SELECT current_project()));
CREATE POLICY one_project ON extractions USING (project_id = (SELECT current_project()));
