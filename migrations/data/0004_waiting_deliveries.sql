-- At an ordered endpoint the pending deliveries about one record wait for the first of them, and have no due time. When
-- that one is deleted because it is old, the next one is due. The rows of a tenant that arrives from another database
-- are as they were there.
CREATE TRIGGER deliveries_next_of_record AFTER DELETE ON deliveries
WHEN OLD.status = 'PENDING' AND OLD.record_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = OLD.tenant_id)
BEGIN
  UPDATE deliveries SET next_attempt_at = created_at, updated_at = updated_at + 1
  WHERE next_attempt_at IS NULL AND id = (
    SELECT n.id FROM deliveries n
    WHERE n.tenant_id = OLD.tenant_id AND n.endpoint_id = OLD.endpoint_id AND n.record_id = OLD.record_id AND n.status = 'PENDING'
    ORDER BY n.sequence LIMIT 1
  );
END;
