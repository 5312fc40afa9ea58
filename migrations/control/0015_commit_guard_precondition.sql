CREATE TRIGGER commit_guard_precondition BEFORE INSERT ON commit_guard WHEN NEW.holds <> 1 AND NEW.reason = 'precondition'
BEGIN
  SELECT RAISE(ABORT, 'precondition');
END;
