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
--> statement-breakpoint
CREATE TRIGGER commit_guard_storage_limit BEFORE INSERT ON commit_guard WHEN NEW.holds <> 1 AND NEW.reason = 'storage_limit'
BEGIN
  SELECT RAISE(ABORT, 'storage_limit');
END;
--> statement-breakpoint
CREATE TRIGGER commit_guard_studio_closed BEFORE INSERT ON commit_guard WHEN NEW.holds <> 1 AND NEW.reason = 'studio_closed'
BEGIN
  SELECT RAISE(ABORT, 'studio_closed');
END;
--> statement-breakpoint
-- None of the following holds for the rows of a tenant that arrives from another database: they were decided there.

-- Two live appointments of one artist never overlap, even when requests race. Buffers keep other appointments away,
-- too, and the buffers of both neighbours add up. An appointment without event type only must not overlap another one.
-- An appointment lasts at most 7 days (604800000 ms) and a buffer at most 1 day (86400000 ms), so a range of starts
-- finds every neighbour.
CREATE TRIGGER appointments_conflict_insert BEFORE INSERT ON appointments WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND (NEW.status = 'SCHEDULED' AND EXISTS (
  SELECT 1 FROM appointments o
  WHERE o.tenant_id = NEW.tenant_id AND o.artist_id = NEW.artist_id AND o.status = 'SCHEDULED'
    AND o.start_at > NEW.start_at - 604800000 - 2 * 86400000 AND o.start_at < NEW.end_at + 2 * 86400000
    AND o.start_at < NEW.end_at + CASE WHEN NEW.event_type_id IS NULL THEN 0 ELSE NEW.buffer_after_ms + o.buffer_before_ms END
    AND o.end_at > NEW.start_at - CASE WHEN NEW.event_type_id IS NULL THEN 0 ELSE NEW.buffer_before_ms + o.buffer_after_ms END
))
BEGIN
  SELECT RAISE(ABORT, 'appointment_conflict');
END;
--> statement-breakpoint
CREATE TRIGGER appointments_conflict_update BEFORE UPDATE ON appointments WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND (NEW.status = 'SCHEDULED'
  AND (OLD.status <> 'SCHEDULED' OR OLD.start_at <> NEW.start_at OR OLD.end_at <> NEW.end_at OR OLD.artist_id <> NEW.artist_id)
  AND EXISTS (
    SELECT 1 FROM appointments o
    WHERE o.tenant_id = NEW.tenant_id AND o.artist_id = NEW.artist_id AND o.status = 'SCHEDULED' AND o.id <> NEW.id
      AND o.start_at > NEW.start_at - 604800000 - 2 * 86400000 AND o.start_at < NEW.end_at + 2 * 86400000
      AND o.start_at < NEW.end_at + CASE WHEN NEW.event_type_id IS NULL THEN 0 ELSE NEW.buffer_after_ms + o.buffer_before_ms END
      AND o.end_at > NEW.start_at - CASE WHEN NEW.event_type_id IS NULL THEN 0 ELSE NEW.buffer_before_ms + o.buffer_after_ms END
  ))
BEGIN
  SELECT RAISE(ABORT, 'appointment_conflict');
END;
--> statement-breakpoint
-- The daily cap of the artist, over the local day that the row names. An appointment without event type counts, but the
-- cap does not refuse it.
CREATE TRIGGER appointments_cap_insert BEFORE INSERT ON appointments
  WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND (NEW.status = 'SCHEDULED' AND NEW.event_type_id IS NOT NULL AND (
    SELECT count(*) FROM appointments o
    WHERE o.tenant_id = NEW.tenant_id AND o.artist_id = NEW.artist_id AND o.status = 'SCHEDULED'
      AND o.start_at >= NEW.day_start_at AND o.start_at < NEW.day_end_at
  ) >= (SELECT a.max_appointments_per_day FROM artists a WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW.artist_id))
BEGIN
  SELECT RAISE(ABORT, 'max_appointments_per_day');
END;
--> statement-breakpoint
CREATE TRIGGER appointments_cap_update BEFORE UPDATE ON appointments
  WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND (NEW.status = 'SCHEDULED' AND NEW.event_type_id IS NOT NULL
  AND (OLD.status <> 'SCHEDULED' OR OLD.start_at <> NEW.start_at OR OLD.end_at <> NEW.end_at)
  AND (
    SELECT count(*) FROM appointments o
    WHERE o.tenant_id = NEW.tenant_id AND o.artist_id = NEW.artist_id AND o.status = 'SCHEDULED' AND o.id <> NEW.id
      AND o.start_at >= NEW.day_start_at AND o.start_at < NEW.day_end_at
  ) >= (SELECT a.max_appointments_per_day FROM artists a WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW.artist_id))
BEGIN
  SELECT RAISE(ABORT, 'max_appointments_per_day');
END;
--> statement-breakpoint
-- Refuses a booking if, while it was decided, the client was merged or deleted or the artist was deactivated.
CREATE TRIGGER appointments_gone BEFORE INSERT ON appointments
  WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND (NOT EXISTS (SELECT 1 FROM clients c WHERE c.tenant_id = NEW.tenant_id AND c.id = NEW.client_id)
    OR NOT EXISTS (SELECT 1 FROM artists a WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW.artist_id AND a.status = 'ACTIVE'))
BEGIN
  SELECT RAISE(ABORT, 'gone');
END;
--> statement-breakpoint
-- An appointment that gets an event type, or another one, is placed anew: the guards hold for it as for one that moves.
CREATE TRIGGER appointments_conflict_retype BEFORE UPDATE ON appointments WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND (NEW.status = 'SCHEDULED'
  AND NEW.event_type_id IS NOT NULL
  AND (OLD.event_type_id IS NOT NEW.event_type_id OR NEW.buffer_before_ms > OLD.buffer_before_ms OR NEW.buffer_after_ms > OLD.buffer_after_ms)
  AND EXISTS (
    SELECT 1 FROM appointments o
    WHERE o.tenant_id = NEW.tenant_id AND o.artist_id = NEW.artist_id AND o.status = 'SCHEDULED' AND o.id <> NEW.id
      AND o.start_at > NEW.start_at - 604800000 - 2 * 86400000 AND o.start_at < NEW.end_at + 2 * 86400000
      AND o.start_at < NEW.end_at + NEW.buffer_after_ms + o.buffer_before_ms
      AND o.end_at > NEW.start_at - NEW.buffer_before_ms - o.buffer_after_ms
  ))
BEGIN
  SELECT RAISE(ABORT, 'appointment_conflict');
END;
--> statement-breakpoint
CREATE TRIGGER appointments_cap_retype BEFORE UPDATE ON appointments
  WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND (NEW.status = 'SCHEDULED' AND NEW.event_type_id IS NOT NULL AND OLD.event_type_id IS NOT NEW.event_type_id
  AND (
    SELECT count(*) FROM appointments o
    WHERE o.tenant_id = NEW.tenant_id AND o.artist_id = NEW.artist_id AND o.status = 'SCHEDULED' AND o.id <> NEW.id
      AND o.start_at >= NEW.day_start_at AND o.start_at < NEW.day_end_at
  ) >= (SELECT a.max_appointments_per_day FROM artists a WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW.artist_id))
BEGIN
  SELECT RAISE(ABORT, 'max_appointments_per_day');
END;
--> statement-breakpoint
-- Refuses an idea, or its move to another client, if that client was merged or deleted while the change was decided.
CREATE TRIGGER ideas_gone_insert BEFORE INSERT ON ideas
  WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND (NOT EXISTS (SELECT 1 FROM clients c WHERE c.tenant_id = NEW.tenant_id AND c.id = NEW.client_id))
BEGIN
  SELECT RAISE(ABORT, 'gone');
END;
--> statement-breakpoint
CREATE TRIGGER ideas_gone_update BEFORE UPDATE ON ideas
  WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND (OLD.client_id <> NEW.client_id
    AND NOT EXISTS (SELECT 1 FROM clients c WHERE c.tenant_id = NEW.tenant_id AND c.id = NEW.client_id))
BEGIN
  SELECT RAISE(ABORT, 'gone');
END;
