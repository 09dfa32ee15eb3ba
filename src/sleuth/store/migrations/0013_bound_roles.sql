-- Roles that see one project whatever they set, so that they can be given to people who write SQL themselves.
CREATE TABLE bound_roles (
    role        name PRIMARY KEY,
    project_id  bigint REFERENCES projects ON DELETE SET NULL  -- null once the project is removed: nothing is seen
);
ALTER TABLE bound_roles ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_row ON bound_roles USING (role = current_user);
GRANT SELECT ON bound_roles TO PUBLIC;

-- Every policy asks this. What is bound is not asked for the setting, which any role may change.
CREATE OR REPLACE FUNCTION current_project() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
    RETURN CASE
        WHEN EXISTS (SELECT FROM bound_roles WHERE role = current_user)
            THEN (SELECT project_id FROM bound_roles WHERE role = current_user)
        ELSE nullif(current_setting('sleuth.project', true), '')::bigint
    END;
