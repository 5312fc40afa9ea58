-- A guarded update that found no row, or a row of another revision, changed nothing. SQLite would
-- let the rest of the batch commit; this refuses it whole, by name.
CREATE TRIGGER commit_guard_check BEFORE INSERT ON commit_guard
BEGIN
  SELECT CASE WHEN NEW.changed = 1 THEN RAISE(IGNORE) ELSE RAISE(ABORT, 'stale_write') END;
END;
