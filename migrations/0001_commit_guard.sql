-- An update that met no row, or a condition that no longer holds, changes nothing by itself: SQLite
-- would let the rest of the batch commit. A row put here aborts the whole batch unless its condition
-- holds, and names the reason in the error. No row is ever kept.
CREATE TRIGGER commit_guard_holds BEFORE INSERT ON commit_guard WHEN NEW.holds = 1
BEGIN
  SELECT RAISE(IGNORE);
END;
--> statement-breakpoint
CREATE TRIGGER commit_guard_stale_write BEFORE INSERT ON commit_guard WHEN NEW.holds <> 1 AND NEW.reason = 'stale_write'
BEGIN
  SELECT RAISE(ABORT, 'stale_write');
END;
--> statement-breakpoint
CREATE TRIGGER commit_guard_plan_limit BEFORE INSERT ON commit_guard WHEN NEW.holds <> 1 AND NEW.reason = 'plan_limit'
BEGIN
  SELECT RAISE(ABORT, 'plan_limit');
END;
