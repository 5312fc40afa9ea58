CREATE TRIGGER move_journal_endpoint_hours_insert AFTER INSERT ON endpoint_hours WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'endpoint_hours', json_array(NEW.tenant_id, NEW.endpoint_id, NEW.place);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_endpoint_hours_update AFTER UPDATE ON endpoint_hours WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'endpoint_hours', json_array(OLD.tenant_id, OLD.endpoint_id, OLD.place) WHERE (OLD.tenant_id, OLD.endpoint_id, OLD.place) IS NOT (NEW.tenant_id, NEW.endpoint_id, NEW.place);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'endpoint_hours', json_array(NEW.tenant_id, NEW.endpoint_id, NEW.place);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_endpoint_hours_delete AFTER DELETE ON endpoint_hours WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'endpoint_hours', json_array(OLD.tenant_id, OLD.endpoint_id, OLD.place);
END;
