-- The tags of ideas, for the filter of their list. Triggers write a row for each tag of each idea. A move of a tenant copies
-- none of them, because the triggers of the other database write them there.
CREATE TABLE idea_tags (
  tenant_id TEXT NOT NULL,
  value TEXT NOT NULL,
  id TEXT NOT NULL,
  PRIMARY KEY (tenant_id, value, id)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER idea_tags_insert AFTER INSERT ON ideas WHEN NEW.details ->> '$.tags[0]' IS NOT NULL
BEGIN
  INSERT INTO idea_tags SELECT DISTINCT NEW.tenant_id, t.value, NEW.id FROM json_each(NEW.details, '$.tags') t;
END;
--> statement-breakpoint
CREATE TRIGGER idea_tags_update AFTER UPDATE OF details ON ideas WHEN OLD.details -> '$.tags' IS NOT NEW.details -> '$.tags'
BEGIN
  DELETE FROM idea_tags WHERE tenant_id = OLD.tenant_id AND id = OLD.id
    AND value IN (SELECT t.value FROM json_each(OLD.details, '$.tags') t EXCEPT SELECT t.value FROM json_each(NEW.details, '$.tags') t);
  INSERT INTO idea_tags SELECT NEW.tenant_id, t.value, NEW.id FROM (
    SELECT value FROM json_each(NEW.details, '$.tags') EXCEPT SELECT value FROM json_each(OLD.details, '$.tags')
  ) t;
END;
--> statement-breakpoint
CREATE TRIGGER idea_tags_delete AFTER DELETE ON ideas WHEN OLD.details ->> '$.tags[0]' IS NOT NULL
BEGIN
  DELETE FROM idea_tags WHERE tenant_id = OLD.tenant_id AND id = OLD.id
    AND value IN (SELECT t.value FROM json_each(OLD.details, '$.tags') t);
END;
--> statement-breakpoint
INSERT INTO idea_tags SELECT DISTINCT i.tenant_id, t.value, i.id FROM ideas i, json_each(i.details, '$.tags') t;
