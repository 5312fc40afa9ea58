-- A time that a visitor of the booking page holds takes a place of its day, so the daily cap counts it like an appointment.
DROP TRIGGER appointments_cap_insert;
--> statement-breakpoint
DROP TRIGGER appointments_cap_update;
--> statement-breakpoint
DROP TRIGGER appointments_cap_retype;
--> statement-breakpoint
CREATE TRIGGER appointments_cap_insert BEFORE INSERT ON appointments
  WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND (NEW.status = 'SCHEDULED' AND NEW.event_type_id IS NOT NULL AND (
    SELECT count(*) FROM appointments o
    WHERE o.tenant_id = NEW.tenant_id AND o.artist_id = NEW.artist_id AND o.status = 'SCHEDULED'
      AND o.start_at >= NEW.day_start_at AND o.start_at < NEW.day_end_at
  ) + (
    SELECT count(*) FROM holds h
    WHERE h.tenant_id = NEW.tenant_id AND h.artist_id = NEW.artist_id AND h.expires_at > NEW.updated_at
      AND h.start_at >= NEW.day_start_at AND h.start_at < NEW.day_end_at
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
  ) + (
    SELECT count(*) FROM holds h
    WHERE h.tenant_id = NEW.tenant_id AND h.artist_id = NEW.artist_id AND h.expires_at > NEW.updated_at
      AND h.start_at >= NEW.day_start_at AND h.start_at < NEW.day_end_at
  ) >= (SELECT a.max_appointments_per_day FROM artists a WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW.artist_id))
BEGIN
  SELECT RAISE(ABORT, 'max_appointments_per_day');
END;
--> statement-breakpoint
CREATE TRIGGER appointments_cap_retype BEFORE UPDATE ON appointments
  WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND (NEW.status = 'SCHEDULED' AND NEW.event_type_id IS NOT NULL AND OLD.event_type_id IS NOT NEW.event_type_id
  AND (
    SELECT count(*) FROM appointments o
    WHERE o.tenant_id = NEW.tenant_id AND o.artist_id = NEW.artist_id AND o.status = 'SCHEDULED' AND o.id <> NEW.id
      AND o.start_at >= NEW.day_start_at AND o.start_at < NEW.day_end_at
  ) + (
    SELECT count(*) FROM holds h
    WHERE h.tenant_id = NEW.tenant_id AND h.artist_id = NEW.artist_id AND h.expires_at > NEW.updated_at
      AND h.start_at >= NEW.day_start_at AND h.start_at < NEW.day_end_at
  ) >= (SELECT a.max_appointments_per_day FROM artists a WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW.artist_id))
BEGIN
  SELECT RAISE(ABORT, 'max_appointments_per_day');
END;
