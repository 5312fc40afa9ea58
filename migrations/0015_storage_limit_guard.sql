-- See 0001_commit_guard.sql.
CREATE TRIGGER commit_guard_storage_limit BEFORE INSERT ON commit_guard WHEN NEW.holds <> 1 AND NEW.reason = 'storage_limit'
BEGIN
  SELECT RAISE(ABORT, 'storage_limit');
END;
