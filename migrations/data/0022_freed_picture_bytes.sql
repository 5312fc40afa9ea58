-- The bytes of a picture no longer count once it is deleted, by itself or with its record. Those of a picture that waits
-- for a submission have not counted. A studio that is removed, or whose rows are copies of a move, counts nothing.
CREATE TRIGGER pictures_freed_bytes AFTER DELETE ON pictures
WHEN OLD.owner_type <> 'form' AND EXISTS (SELECT 1 FROM studios WHERE tenant_id = OLD.tenant_id AND state = 'OPEN')
BEGIN
  UPDATE stored_bytes SET added = added - OLD.size_bytes, added_meanwhile = added_meanwhile - OLD.size_bytes
  WHERE tenant_id = OLD.tenant_id;
END;
