-- A deleted record takes its pictures with it. A deleted picture names its object, which the schedule removes later. If
-- the studio is not at home, its rows are copies of a move, and the objects belong to the other database.
CREATE TRIGGER pictures_removal AFTER DELETE ON pictures
WHEN EXISTS (SELECT 1 FROM studios WHERE tenant_id = OLD.tenant_id AND state IN ('OPEN', 'DELETING'))
BEGIN
  INSERT INTO object_removals (object_key, bucket) VALUES (OLD.object_key, OLD.bucket) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER pictures_of_ideas AFTER DELETE ON ideas WHEN OLD.picture_count > 0
BEGIN
  DELETE FROM pictures WHERE tenant_id = OLD.tenant_id AND owner_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER pictures_of_leads AFTER DELETE ON leads WHEN OLD.picture_count > 0
BEGIN
  DELETE FROM pictures WHERE tenant_id = OLD.tenant_id AND owner_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER pictures_of_artists AFTER DELETE ON artists WHEN OLD.picture_count > 0
BEGIN
  DELETE FROM pictures WHERE tenant_id = OLD.tenant_id AND owner_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER pictures_of_form_submissions AFTER DELETE ON form_submissions WHEN OLD.picture_count > 0
BEGIN
  DELETE FROM pictures WHERE tenant_id = OLD.tenant_id AND owner_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_pictures_insert AFTER INSERT ON pictures WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'pictures', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_pictures_update AFTER UPDATE ON pictures WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'pictures', json_array(OLD.tenant_id, OLD.id) WHERE (OLD.tenant_id, OLD.id) IS NOT (NEW.tenant_id, NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'pictures', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_pictures_delete AFTER DELETE ON pictures WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'pictures', json_array(OLD.tenant_id, OLD.id);
END;
