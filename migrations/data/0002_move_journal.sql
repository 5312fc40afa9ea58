-- While a tenant leaves this database, the journal tells which of its rows change, so that they are copied again.
-- `node scripts/journal-triggers.ts` prints these triggers; a test holds that each table of tenants has its own.
CREATE TRIGGER move_journal_audit_entries_insert AFTER INSERT ON audit_entries WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'audit_entries', json_array(NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_audit_entries_update AFTER UPDATE ON audit_entries WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'audit_entries', json_array(OLD.id) WHERE (OLD.id) IS NOT (NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'audit_entries', json_array(NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_audit_entries_delete AFTER DELETE ON audit_entries WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'audit_entries', json_array(OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_external_busy_insert AFTER INSERT ON external_busy WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'external_busy', json_array(NEW.tenant_id, NEW.artist_id, NEW.start_at);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_external_busy_update AFTER UPDATE ON external_busy WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'external_busy', json_array(OLD.tenant_id, OLD.artist_id, OLD.start_at) WHERE (OLD.tenant_id, OLD.artist_id, OLD.start_at) IS NOT (NEW.tenant_id, NEW.artist_id, NEW.start_at);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'external_busy', json_array(NEW.tenant_id, NEW.artist_id, NEW.start_at);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_external_busy_delete AFTER DELETE ON external_busy WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'external_busy', json_array(OLD.tenant_id, OLD.artist_id, OLD.start_at);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_endpoint_work_insert AFTER INSERT ON endpoint_work WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'endpoint_work', json_array(NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_endpoint_work_update AFTER UPDATE ON endpoint_work WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'endpoint_work', json_array(OLD.id) WHERE (OLD.id) IS NOT (NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'endpoint_work', json_array(NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_endpoint_work_delete AFTER DELETE ON endpoint_work WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'endpoint_work', json_array(OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_event_sequences_insert AFTER INSERT ON event_sequences WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'event_sequences', json_array(NEW.tenant_id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_event_sequences_update AFTER UPDATE ON event_sequences WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'event_sequences', json_array(OLD.tenant_id) WHERE (OLD.tenant_id) IS NOT (NEW.tenant_id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'event_sequences', json_array(NEW.tenant_id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_event_sequences_delete AFTER DELETE ON event_sequences WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'event_sequences', json_array(OLD.tenant_id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_events_insert AFTER INSERT ON events WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'events', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_events_update AFTER UPDATE ON events WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'events', json_array(OLD.tenant_id, OLD.id) WHERE (OLD.tenant_id, OLD.id) IS NOT (NEW.tenant_id, NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'events', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_events_delete AFTER DELETE ON events WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'events', json_array(OLD.tenant_id, OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_forms_insert AFTER INSERT ON forms WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'forms', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_forms_update AFTER UPDATE ON forms WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'forms', json_array(OLD.tenant_id, OLD.id) WHERE (OLD.tenant_id, OLD.id) IS NOT (NEW.tenant_id, NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'forms', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_forms_delete AFTER DELETE ON forms WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'forms', json_array(OLD.tenant_id, OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_idempotency_records_insert AFTER INSERT ON idempotency_records WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'idempotency_records', json_array(NEW.tenant_id, NEW.credential_id, NEW.key);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_idempotency_records_update AFTER UPDATE ON idempotency_records WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'idempotency_records', json_array(OLD.tenant_id, OLD.credential_id, OLD.key) WHERE (OLD.tenant_id, OLD.credential_id, OLD.key) IS NOT (NEW.tenant_id, NEW.credential_id, NEW.key);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'idempotency_records', json_array(NEW.tenant_id, NEW.credential_id, NEW.key);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_idempotency_records_delete AFTER DELETE ON idempotency_records WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'idempotency_records', json_array(OLD.tenant_id, OLD.credential_id, OLD.key);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_mails_insert AFTER INSERT ON mails WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'mails', json_array(NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_mails_update AFTER UPDATE ON mails WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'mails', json_array(OLD.id) WHERE (OLD.id) IS NOT (NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'mails', json_array(NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_mails_delete AFTER DELETE ON mails WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'mails', json_array(OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_shops_insert AFTER INSERT ON shops WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'shops', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_shops_update AFTER UPDATE ON shops WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'shops', json_array(OLD.tenant_id, OLD.id) WHERE (OLD.tenant_id, OLD.id) IS NOT (NEW.tenant_id, NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'shops', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_shops_delete AFTER DELETE ON shops WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'shops', json_array(OLD.tenant_id, OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_stored_bytes_insert AFTER INSERT ON stored_bytes WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'stored_bytes', json_array(NEW.tenant_id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_stored_bytes_update AFTER UPDATE ON stored_bytes WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'stored_bytes', json_array(OLD.tenant_id) WHERE (OLD.tenant_id) IS NOT (NEW.tenant_id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'stored_bytes', json_array(NEW.tenant_id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_stored_bytes_delete AFTER DELETE ON stored_bytes WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'stored_bytes', json_array(OLD.tenant_id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_webhook_endpoints_insert AFTER INSERT ON webhook_endpoints WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'webhook_endpoints', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_webhook_endpoints_update AFTER UPDATE ON webhook_endpoints WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'webhook_endpoints', json_array(OLD.tenant_id, OLD.id) WHERE (OLD.tenant_id, OLD.id) IS NOT (NEW.tenant_id, NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'webhook_endpoints', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_webhook_endpoints_delete AFTER DELETE ON webhook_endpoints WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'webhook_endpoints', json_array(OLD.tenant_id, OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_artists_insert AFTER INSERT ON artists WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'artists', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_artists_update AFTER UPDATE ON artists WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'artists', json_array(OLD.tenant_id, OLD.id) WHERE (OLD.tenant_id, OLD.id) IS NOT (NEW.tenant_id, NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'artists', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_artists_delete AFTER DELETE ON artists WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'artists', json_array(OLD.tenant_id, OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_form_submissions_insert AFTER INSERT ON form_submissions WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'form_submissions', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_form_submissions_update AFTER UPDATE ON form_submissions WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'form_submissions', json_array(OLD.tenant_id, OLD.id) WHERE (OLD.tenant_id, OLD.id) IS NOT (NEW.tenant_id, NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'form_submissions', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_form_submissions_delete AFTER DELETE ON form_submissions WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'form_submissions', json_array(OLD.tenant_id, OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_deliveries_insert AFTER INSERT ON deliveries WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'deliveries', json_array(NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_deliveries_update AFTER UPDATE ON deliveries WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'deliveries', json_array(OLD.id) WHERE (OLD.id) IS NOT (NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'deliveries', json_array(NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_deliveries_delete AFTER DELETE ON deliveries WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'deliveries', json_array(OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_external_calendars_insert AFTER INSERT ON external_calendars WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'external_calendars', json_array(NEW.tenant_id, NEW.artist_id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_external_calendars_update AFTER UPDATE ON external_calendars WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'external_calendars', json_array(OLD.tenant_id, OLD.artist_id) WHERE (OLD.tenant_id, OLD.artist_id) IS NOT (NEW.tenant_id, NEW.artist_id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'external_calendars', json_array(NEW.tenant_id, NEW.artist_id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_external_calendars_delete AFTER DELETE ON external_calendars WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'external_calendars', json_array(OLD.tenant_id, OLD.artist_id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_time_blocks_insert AFTER INSERT ON time_blocks WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'time_blocks', json_array(NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_time_blocks_update AFTER UPDATE ON time_blocks WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'time_blocks', json_array(OLD.id) WHERE (OLD.id) IS NOT (NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'time_blocks', json_array(NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_time_blocks_delete AFTER DELETE ON time_blocks WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'time_blocks', json_array(OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_clients_insert AFTER INSERT ON clients WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'clients', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_clients_update AFTER UPDATE ON clients WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'clients', json_array(OLD.tenant_id, OLD.id) WHERE (OLD.tenant_id, OLD.id) IS NOT (NEW.tenant_id, NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'clients', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_clients_delete AFTER DELETE ON clients WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'clients', json_array(OLD.tenant_id, OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_event_types_insert AFTER INSERT ON event_types WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'event_types', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_event_types_update AFTER UPDATE ON event_types WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'event_types', json_array(OLD.tenant_id, OLD.id) WHERE (OLD.tenant_id, OLD.id) IS NOT (NEW.tenant_id, NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'event_types', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_event_types_delete AFTER DELETE ON event_types WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'event_types', json_array(OLD.tenant_id, OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_ideas_insert AFTER INSERT ON ideas WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'ideas', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_ideas_update AFTER UPDATE ON ideas WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'ideas', json_array(OLD.tenant_id, OLD.id) WHERE (OLD.tenant_id, OLD.id) IS NOT (NEW.tenant_id, NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'ideas', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_ideas_delete AFTER DELETE ON ideas WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'ideas', json_array(OLD.tenant_id, OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_leads_insert AFTER INSERT ON leads WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'leads', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_leads_update AFTER UPDATE ON leads WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'leads', json_array(OLD.tenant_id, OLD.id) WHERE (OLD.tenant_id, OLD.id) IS NOT (NEW.tenant_id, NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'leads', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_leads_delete AFTER DELETE ON leads WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'leads', json_array(OLD.tenant_id, OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_delivery_attempts_insert AFTER INSERT ON delivery_attempts WHEN EXISTS (SELECT 1 FROM departures d CROSS JOIN deliveries o ON o.id = NEW.delivery_id AND o.tenant_id = d.tenant_id WHERE d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT (SELECT o.tenant_id FROM deliveries o WHERE o.id = NEW.delivery_id), 'delivery_attempts', json_array(NEW.delivery_id, NEW.attempt);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_delivery_attempts_update AFTER UPDATE ON delivery_attempts WHEN EXISTS (SELECT 1 FROM departures d CROSS JOIN deliveries o ON o.id = NEW.delivery_id AND o.tenant_id = d.tenant_id WHERE d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT (SELECT o.tenant_id FROM deliveries o WHERE o.id = OLD.delivery_id), 'delivery_attempts', json_array(OLD.delivery_id, OLD.attempt) WHERE (OLD.delivery_id, OLD.attempt) IS NOT (NEW.delivery_id, NEW.attempt);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT (SELECT o.tenant_id FROM deliveries o WHERE o.id = NEW.delivery_id), 'delivery_attempts', json_array(NEW.delivery_id, NEW.attempt);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_delivery_attempts_delete AFTER DELETE ON delivery_attempts WHEN EXISTS (SELECT 1 FROM departures d CROSS JOIN deliveries o ON o.id = OLD.delivery_id AND o.tenant_id = d.tenant_id WHERE d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT (SELECT o.tenant_id FROM deliveries o WHERE o.id = OLD.delivery_id), 'delivery_attempts', json_array(OLD.delivery_id, OLD.attempt);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_appointments_insert AFTER INSERT ON appointments WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'appointments', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_appointments_update AFTER UPDATE ON appointments WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'appointments', json_array(OLD.tenant_id, OLD.id) WHERE (OLD.tenant_id, OLD.id) IS NOT (NEW.tenant_id, NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'appointments', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_appointments_delete AFTER DELETE ON appointments WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'appointments', json_array(OLD.tenant_id, OLD.id);
END;
