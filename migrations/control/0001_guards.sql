-- SQLite does not fail when an update finds no row or when a condition no longer holds. It would commit the rest of
-- the batch. So the batch inserts a row here: it aborts the whole batch unless its condition holds, and the error
-- names the reason. The table never keeps a row.
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
