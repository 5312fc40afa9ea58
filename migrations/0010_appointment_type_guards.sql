-- An appointment that gets an event type, or another one, is placed anew: the guards hold for it as for one that moves.
CREATE TRIGGER appointments_conflict_retype BEFORE UPDATE ON appointments WHEN NEW.status = 'SCHEDULED'
  AND NEW.event_type_id IS NOT NULL
  AND (OLD.event_type_id IS NOT NEW.event_type_id OR NEW.buffer_before_ms > OLD.buffer_before_ms OR NEW.buffer_after_ms > OLD.buffer_after_ms)
  AND EXISTS (
    SELECT 1 FROM appointments o
    WHERE o.tenant_id = NEW.tenant_id AND o.artist_id = NEW.artist_id AND o.status = 'SCHEDULED' AND o.id <> NEW.id
      AND o.start_at > NEW.start_at - 604800000 - 2 * 86400000 AND o.start_at < NEW.end_at + 2 * 86400000
      AND o.start_at < NEW.end_at + NEW.buffer_after_ms + o.buffer_before_ms
      AND o.end_at > NEW.start_at - NEW.buffer_before_ms - o.buffer_after_ms
  )
BEGIN
  SELECT RAISE(ABORT, 'appointment_conflict');
END;
--> statement-breakpoint
CREATE TRIGGER appointments_cap_retype BEFORE UPDATE ON appointments
  WHEN NEW.status = 'SCHEDULED' AND NEW.event_type_id IS NOT NULL AND OLD.event_type_id IS NOT NEW.event_type_id
  AND (
    SELECT count(*) FROM appointments o
    WHERE o.tenant_id = NEW.tenant_id AND o.artist_id = NEW.artist_id AND o.status = 'SCHEDULED' AND o.id <> NEW.id
      AND o.start_at >= NEW.day_start_at AND o.start_at < NEW.day_end_at
  ) >= (SELECT a.max_appointments_per_day FROM artists a WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW.artist_id)
BEGIN
  SELECT RAISE(ABORT, 'max_appointments_per_day');
END;
