-- What is said in words clashes and agrees too: what goes of it is remembered as figures are.
DROP TRIGGER gone ON findings;
DROP TRIGGER turned ON findings;
CREATE TRIGGER gone AFTER DELETE ON findings FOR EACH ROW EXECUTE FUNCTION unsettle();
CREATE TRIGGER turned AFTER UPDATE OF metric, scenario, unit, subject_key, period_key ON findings FOR EACH ROW
    EXECUTE FUNCTION unsettle();
