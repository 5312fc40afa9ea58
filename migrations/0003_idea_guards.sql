-- Refuses an idea, or its move to another client, if that client was merged or deleted while the change was decided.
CREATE TRIGGER ideas_gone_insert BEFORE INSERT ON ideas
  WHEN NOT EXISTS (SELECT 1 FROM clients c WHERE c.tenant_id = NEW.tenant_id AND c.id = NEW.client_id)
BEGIN
  SELECT RAISE(ABORT, 'gone');
END;
--> statement-breakpoint
CREATE TRIGGER ideas_gone_update BEFORE UPDATE ON ideas
  WHEN OLD.client_id <> NEW.client_id
    AND NOT EXISTS (SELECT 1 FROM clients c WHERE c.tenant_id = NEW.tenant_id AND c.id = NEW.client_id)
BEGIN
  SELECT RAISE(ABORT, 'gone');
END;
