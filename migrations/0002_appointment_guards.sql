-- Two live appointments of one artist never overlap, whatever the callers race. Buffers keep others
-- away too, both neighbours' added up; an appointment without event type minds times proper alone.
-- No appointment is longer than 7 days (604800000 ms) and no buffer than 1 day (86400000 ms): a range of
-- starts finds every neighbour.
CREATE TRIGGER appointments_conflict_insert BEFORE INSERT ON appointments WHEN NEW.status = 'SCHEDULED' AND EXISTS (
  SELECT 1 FROM appointments o
  WHERE o.tenant_id = NEW.tenant_id AND o.artist_id = NEW.artist_id AND o.status = 'SCHEDULED'
    AND o.start_at > NEW.start_at - 604800000 - 2 * 86400000 AND o.start_at < NEW.end_at + 2 * 86400000
    AND o.start_at < NEW.end_at + CASE WHEN NEW.event_type_id IS NULL THEN 0 ELSE NEW.buffer_after_ms + o.buffer_before_ms END
    AND o.end_at > NEW.start_at - CASE WHEN NEW.event_type_id IS NULL THEN 0 ELSE NEW.buffer_before_ms + o.buffer_after_ms END
)
BEGIN
  SELECT RAISE(ABORT, 'appointment_conflict');
END;
--> statement-breakpoint
CREATE TRIGGER appointments_conflict_update BEFORE UPDATE ON appointments WHEN NEW.status = 'SCHEDULED'
  AND (OLD.status <> 'SCHEDULED' OR OLD.start_at <> NEW.start_at OR OLD.end_at <> NEW.end_at OR OLD.artist_id <> NEW.artist_id)
  AND EXISTS (
    SELECT 1 FROM appointments o
    WHERE o.tenant_id = NEW.tenant_id AND o.artist_id = NEW.artist_id AND o.status = 'SCHEDULED' AND o.id <> NEW.id
      AND o.start_at > NEW.start_at - 604800000 - 2 * 86400000 AND o.start_at < NEW.end_at + 2 * 86400000
      AND o.start_at < NEW.end_at + CASE WHEN NEW.event_type_id IS NULL THEN 0 ELSE NEW.buffer_after_ms + o.buffer_before_ms END
      AND o.end_at > NEW.start_at - CASE WHEN NEW.event_type_id IS NULL THEN 0 ELSE NEW.buffer_before_ms + o.buffer_after_ms END
  )
BEGIN
  SELECT RAISE(ABORT, 'appointment_conflict');
END;
--> statement-breakpoint
-- The artist's daily cap, counted over the local day that the row names. What has no event type counts, and is not refused.
CREATE TRIGGER appointments_cap_insert BEFORE INSERT ON appointments
  WHEN NEW.status = 'SCHEDULED' AND NEW.event_type_id IS NOT NULL AND (
    SELECT count(*) FROM appointments o
    WHERE o.tenant_id = NEW.tenant_id AND o.artist_id = NEW.artist_id AND o.status = 'SCHEDULED'
      AND o.start_at >= NEW.day_start_at AND o.start_at < NEW.day_end_at
  ) >= (SELECT a.max_appointments_per_day FROM artists a WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW.artist_id)
BEGIN
  SELECT RAISE(ABORT, 'max_appointments_per_day');
END;
--> statement-breakpoint
CREATE TRIGGER appointments_cap_update BEFORE UPDATE ON appointments
  WHEN NEW.status = 'SCHEDULED' AND NEW.event_type_id IS NOT NULL
  AND (OLD.status <> 'SCHEDULED' OR OLD.start_at <> NEW.start_at OR OLD.end_at <> NEW.end_at)
  AND (
    SELECT count(*) FROM appointments o
    WHERE o.tenant_id = NEW.tenant_id AND o.artist_id = NEW.artist_id AND o.status = 'SCHEDULED' AND o.id <> NEW.id
      AND o.start_at >= NEW.day_start_at AND o.start_at < NEW.day_end_at
  ) >= (SELECT a.max_appointments_per_day FROM artists a WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW.artist_id)
BEGIN
  SELECT RAISE(ABORT, 'max_appointments_per_day');
END;
--> statement-breakpoint
-- A client who was merged or deleted, or an artist who was deactivated, while the booking was decided.
CREATE TRIGGER appointments_gone BEFORE INSERT ON appointments
  WHEN NOT EXISTS (SELECT 1 FROM clients c WHERE c.tenant_id = NEW.tenant_id AND c.id = NEW.client_id)
    OR NOT EXISTS (SELECT 1 FROM artists a WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW.artist_id AND a.status = 'ACTIVE')
BEGIN
  SELECT RAISE(ABORT, 'gone');
END;
