ALTER TABLE `idempotency_records` ADD `etag` text;--> statement-breakpoint
CREATE TRIGGER commit_guard_precondition BEFORE INSERT ON commit_guard WHEN NEW.holds <> 1 AND NEW.reason = 'precondition'
BEGIN
  SELECT RAISE(ABORT, 'precondition');
END;
--> statement-breakpoint
CREATE TRIGGER commit_guard_other_result BEFORE INSERT ON commit_guard WHEN NEW.holds <> 1 AND NEW.reason = 'other_result'
BEGIN
  SELECT RAISE(ABORT, 'other_result');
END;
--> statement-breakpoint
-- The end of a dry run, which nothing may outlast. Its `holds` is null: without this trigger the column refuses it.
CREATE TRIGGER commit_guard_dry_run BEFORE INSERT ON commit_guard WHEN NEW.reason = 'dry_run'
BEGIN
  SELECT RAISE(ABORT, 'dry_run');
END;
