-- Three tables become their own primary keys (WITHOUT ROWID), and lose indexes. Their rows are copied, and their triggers of
-- the journal of moves are made again.
CREATE TABLE `__new_events` (
	`id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`type` text NOT NULL,
	`data` text NOT NULL,
	`actor_type` text NOT NULL,
	`actor_id` text,
	`request_id` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_events` (`id`, `tenant_id`, `sequence`, `type`, `data`, `actor_type`, `actor_id`, `request_id`, `created_at`) SELECT `id`, `tenant_id`, `sequence`, `type`, `data`, `actor_type`, `actor_id`, `request_id`, `created_at` FROM `events`;
--> statement-breakpoint
DROP TABLE `events`;
--> statement-breakpoint
ALTER TABLE `__new_events` RENAME TO `events`;
--> statement-breakpoint
CREATE UNIQUE INDEX `events_sequence` ON `events` (`tenant_id`,`sequence`);
--> statement-breakpoint
CREATE INDEX `events_type_sequence` ON `events` (`tenant_id`,`type`,`sequence`);
--> statement-breakpoint
CREATE INDEX `events_client` ON `events` (`tenant_id`,"data" ->> '$.clientId',`id`) WHERE "data" ->> '$.clientId' IS NOT NULL;
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
CREATE TABLE `__new_audit_entries` (
	`id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`action` text NOT NULL,
	`resource_id` text NOT NULL,
	`actor_type` text NOT NULL,
	`actor_id` text,
	`ip_address` text,
	`request_id` text NOT NULL,
	`test_mode` integer DEFAULT false NOT NULL,
	`details` text,
	`changes` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_audit_entries` (`id`, `tenant_id`, `action`, `resource_id`, `actor_type`, `actor_id`, `ip_address`, `request_id`, `test_mode`, `details`, `changes`, `created_at`) SELECT `id`, `tenant_id`, `action`, `resource_id`, `actor_type`, `actor_id`, `ip_address`, `request_id`, `test_mode`, `details`, `changes`, `created_at` FROM `audit_entries`;
--> statement-breakpoint
DROP TABLE `audit_entries`;
--> statement-breakpoint
ALTER TABLE `__new_audit_entries` RENAME TO `audit_entries`;
--> statement-breakpoint
CREATE INDEX `audit_entries_request_of_caller` ON `audit_entries` (`tenant_id`,`request_id`,`id`) WHERE substr("request_id", 1, 12) <> 'req_' || substr("id", 5, 8);
--> statement-breakpoint
CREATE INDEX `audit_entries_resource` ON `audit_entries` (`tenant_id`,`resource_id`,`id`);
--> statement-breakpoint
CREATE INDEX `audit_entries_deletions` ON `audit_entries` (`tenant_id`,`action`,`id`) WHERE substr("action", -8) = '.deleted' OR "action" = 'client.merged';
--> statement-breakpoint
CREATE TRIGGER move_journal_audit_entries_insert AFTER INSERT ON audit_entries WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'audit_entries', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_audit_entries_update AFTER UPDATE ON audit_entries WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'audit_entries', json_array(OLD.tenant_id, OLD.id) WHERE (OLD.tenant_id, OLD.id) IS NOT (NEW.tenant_id, NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'audit_entries', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_audit_entries_delete AFTER DELETE ON audit_entries WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'audit_entries', json_array(OLD.tenant_id, OLD.id);
END;
--> statement-breakpoint
-- The entries of the journal name the primary keys.
UPDATE move_journal SET key = json_array(tenant_id, key ->> 0) WHERE table_name = 'audit_entries' AND json_array_length(key) = 1;
--> statement-breakpoint
CREATE TABLE `__new_idempotency_records` (
	`tenant_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`status` integer NOT NULL,
	`content_type` text NOT NULL,
	`location` text,
	`etag` text,
	`body` text NOT NULL,
	`sealed` integer DEFAULT false NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `credential_id`, `key`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_idempotency_records` (`tenant_id`, `credential_id`, `key`, `fingerprint`, `status`, `content_type`, `location`, `etag`, `body`, `sealed`, `expires_at`, `created_at`) SELECT `tenant_id`, `credential_id`, `key`, `fingerprint`, `status`, `content_type`, `location`, `etag`, `body`, `sealed`, `expires_at`, `created_at` FROM `idempotency_records`;
--> statement-breakpoint
DROP TABLE `idempotency_records`;
--> statement-breakpoint
ALTER TABLE `__new_idempotency_records` RENAME TO `idempotency_records`;
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
ALTER TABLE `stored_bytes_counts` ADD `after_key` text;
--> statement-breakpoint
-- The position of a count was a rowid. The count begins again.
DELETE FROM stored_bytes_counts;
--> statement-breakpoint
-- The last event of a tenant has its number in the table, or retention has removed it.
UPDATE event_sequences SET forgotten = last WHERE forgotten < last AND NOT EXISTS (SELECT 1 FROM events e WHERE e.tenant_id = event_sequences.tenant_id AND e.sequence >= event_sequences.last);
--> statement-breakpoint
-- Events take their numbers from the events before them. Code from before still counts here, and must not repeat a number.
CREATE TRIGGER event_sequences_insert AFTER INSERT ON event_sequences WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id)
BEGIN
  UPDATE event_sequences SET last = 1 + (SELECT max(e.sequence) FROM events e WHERE e.tenant_id = NEW.tenant_id)
  WHERE tenant_id = NEW.tenant_id AND last <= (SELECT max(e.sequence) FROM events e WHERE e.tenant_id = NEW.tenant_id);
END;
--> statement-breakpoint
CREATE TRIGGER event_sequences_update AFTER UPDATE OF last ON event_sequences WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id)
BEGIN
  UPDATE event_sequences SET last = 1 + (SELECT max(e.sequence) FROM events e WHERE e.tenant_id = NEW.tenant_id)
  WHERE tenant_id = NEW.tenant_id AND last <= (SELECT max(e.sequence) FROM events e WHERE e.tenant_id = NEW.tenant_id);
END;
