-- A time that a visitor of the booking page holds and a live appointment never overlap, and neither do two holds, even when
-- requests race. The buffers count as between two appointments. A hold lapses by the time of the change that meets it,
-- because the service's clock can differ from the machine's.
CREATE TRIGGER holds_conflict_insert BEFORE INSERT ON holds WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND EXISTS (
  SELECT 1 FROM appointments o
  WHERE o.tenant_id = NEW.tenant_id AND o.artist_id = NEW.artist_id AND o.status = 'SCHEDULED'
    AND o.start_at > NEW.start_at - 604800000 - 2 * 86400000 AND o.start_at < NEW.end_at + 2 * 86400000
    AND o.start_at < NEW.end_at + NEW.buffer_after_ms + o.buffer_before_ms
    AND o.end_at > NEW.start_at - NEW.buffer_before_ms - o.buffer_after_ms
)
BEGIN
  SELECT RAISE(ABORT, 'appointment_conflict');
END;
--> statement-breakpoint
CREATE TRIGGER holds_held_insert BEFORE INSERT ON holds WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND EXISTS (
  SELECT 1 FROM holds h
  WHERE h.tenant_id = NEW.tenant_id AND h.artist_id = NEW.artist_id AND h.expires_at > NEW.created_at
    AND h.start_at > NEW.start_at - 604800000 - 2 * 86400000 AND h.start_at < NEW.end_at + 2 * 86400000
    AND h.start_at < NEW.end_at + NEW.buffer_after_ms + h.buffer_before_ms
    AND h.end_at > NEW.start_at - NEW.buffer_before_ms - h.buffer_after_ms
)
BEGIN
  SELECT RAISE(ABORT, 'held');
END;
--> statement-breakpoint
-- Nobody blocks a calendar: of one artist an address holds three times at most, and all together hold forty.
CREATE TRIGGER holds_cap_insert BEFORE INSERT ON holds WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND (
  (SELECT count(*) FROM holds h
    WHERE h.tenant_id = NEW.tenant_id AND h.artist_id = NEW.artist_id AND h.network = NEW.network AND h.expires_at > NEW.created_at) >= 3
  OR (SELECT count(*) FROM holds h
    WHERE h.tenant_id = NEW.tenant_id AND h.artist_id = NEW.artist_id AND h.expires_at > NEW.created_at) >= 40
)
BEGIN
  SELECT RAISE(ABORT, 'too_many_holds');
END;
--> statement-breakpoint
CREATE TRIGGER appointments_held_insert BEFORE INSERT ON appointments WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND NEW.status = 'SCHEDULED' AND EXISTS (
  SELECT 1 FROM holds h
  WHERE h.tenant_id = NEW.tenant_id AND h.artist_id = NEW.artist_id AND h.expires_at > NEW.updated_at
    AND h.start_at > NEW.start_at - 604800000 - 2 * 86400000 AND h.start_at < NEW.end_at + 2 * 86400000
    AND h.start_at < NEW.end_at + CASE WHEN NEW.event_type_id IS NULL THEN 0 ELSE NEW.buffer_after_ms + h.buffer_before_ms END
    AND h.end_at > NEW.start_at - CASE WHEN NEW.event_type_id IS NULL THEN 0 ELSE NEW.buffer_before_ms + h.buffer_after_ms END
)
BEGIN
  SELECT RAISE(ABORT, 'held');
END;
--> statement-breakpoint
CREATE TRIGGER appointments_held_update BEFORE UPDATE ON appointments WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND NEW.status = 'SCHEDULED'
  AND (OLD.status <> 'SCHEDULED' OR OLD.start_at <> NEW.start_at OR OLD.end_at <> NEW.end_at OR OLD.artist_id <> NEW.artist_id
    OR (NEW.event_type_id IS NOT NULL AND (OLD.event_type_id IS NOT NEW.event_type_id OR NEW.buffer_before_ms > OLD.buffer_before_ms OR NEW.buffer_after_ms > OLD.buffer_after_ms)))
  AND EXISTS (
    SELECT 1 FROM holds h
    WHERE h.tenant_id = NEW.tenant_id AND h.artist_id = NEW.artist_id AND h.expires_at > NEW.updated_at
      AND h.start_at > NEW.start_at - 604800000 - 2 * 86400000 AND h.start_at < NEW.end_at + 2 * 86400000
      AND h.start_at < NEW.end_at + CASE WHEN NEW.event_type_id IS NULL THEN 0 ELSE NEW.buffer_after_ms + h.buffer_before_ms END
    AND h.end_at > NEW.start_at - CASE WHEN NEW.event_type_id IS NULL THEN 0 ELSE NEW.buffer_before_ms + h.buffer_after_ms END
  )
BEGIN
  SELECT RAISE(ABORT, 'held');
END;
--> statement-breakpoint
-- Reminders follow the live appointments. One whose time is past when the appointment is booked or moved is not sent.
CREATE TRIGGER reminders_of_new AFTER INSERT ON appointments WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND NEW.status = 'SCHEDULED' AND NEW.event_type_id IS NOT NULL
BEGIN
  INSERT INTO reminders (tenant_id, appointment_id, at, created_at)
    SELECT DISTINCT NEW.tenant_id, NEW.id, NEW.start_at - h.value * 3600000, NEW.updated_at
    FROM event_types e JOIN json_each(e.details, '$.reminder_hours') h
    WHERE e.tenant_id = NEW.tenant_id AND e.id = NEW.event_type_id AND NEW.start_at - h.value * 3600000 > NEW.updated_at;
END;
--> statement-breakpoint
CREATE TRIGGER reminders_of_changed AFTER UPDATE ON appointments WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id)
  AND (OLD.status <> NEW.status OR OLD.start_at <> NEW.start_at OR OLD.event_type_id IS NOT NEW.event_type_id)
BEGIN
  DELETE FROM reminders WHERE tenant_id = NEW.tenant_id AND appointment_id = NEW.id;
  INSERT INTO reminders (tenant_id, appointment_id, at, created_at)
    SELECT DISTINCT NEW.tenant_id, NEW.id, NEW.start_at - h.value * 3600000, NEW.updated_at
    FROM event_types e JOIN json_each(e.details, '$.reminder_hours') h
    WHERE NEW.status = 'SCHEDULED' AND e.tenant_id = NEW.tenant_id AND e.id = NEW.event_type_id AND NEW.start_at - h.value * 3600000 > NEW.updated_at;
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_reminders_insert AFTER INSERT ON reminders WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'reminders', json_array(NEW.tenant_id, NEW.appointment_id, NEW.at);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_reminders_update AFTER UPDATE ON reminders WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'reminders', json_array(OLD.tenant_id, OLD.appointment_id, OLD.at) WHERE (OLD.tenant_id, OLD.appointment_id, OLD.at) IS NOT (NEW.tenant_id, NEW.appointment_id, NEW.at);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'reminders', json_array(NEW.tenant_id, NEW.appointment_id, NEW.at);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_reminders_delete AFTER DELETE ON reminders WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'reminders', json_array(OLD.tenant_id, OLD.appointment_id, OLD.at);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_holds_insert AFTER INSERT ON holds WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'holds', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_holds_update AFTER UPDATE ON holds WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'holds', json_array(OLD.tenant_id, OLD.id) WHERE (OLD.tenant_id, OLD.id) IS NOT (NEW.tenant_id, NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'holds', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_holds_delete AFTER DELETE ON holds WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'holds', json_array(OLD.tenant_id, OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_booking_links_insert AFTER INSERT ON booking_links WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'booking_links', json_array(NEW.tenant_id, NEW.appointment_id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_booking_links_update AFTER UPDATE ON booking_links WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'booking_links', json_array(OLD.tenant_id, OLD.appointment_id) WHERE (OLD.tenant_id, OLD.appointment_id) IS NOT (NEW.tenant_id, NEW.appointment_id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'booking_links', json_array(NEW.tenant_id, NEW.appointment_id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_booking_links_delete AFTER DELETE ON booking_links WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'booking_links', json_array(OLD.tenant_id, OLD.appointment_id);
END;
