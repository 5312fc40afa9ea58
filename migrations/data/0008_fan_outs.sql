CREATE TABLE `fan_out_hours` (
	`tenant_id` text NOT NULL,
	`delivery_group` text NOT NULL,
	`slot` integer NOT NULL,
	`hour` integer NOT NULL,
	`counts` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `delivery_group`, `slot`)
);
--> statement-breakpoint
CREATE TABLE `fan_outs` (
	`tenant_id` text NOT NULL,
	`delivery_group` text NOT NULL,
	`id` text NOT NULL,
	`event_id` text NOT NULL,
	`event_type` text NOT NULL,
	`status` text NOT NULL,
	`entries` text NOT NULL,
	`attempted_at` integer,
	`leased_until` integer DEFAULT 0 NOT NULL,
	`queued_until` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `delivery_group`, `id`)
);
--> statement-breakpoint
CREATE INDEX `fan_outs_type` ON `fan_outs` (`tenant_id`,`delivery_group`,`event_type`,`id`);--> statement-breakpoint
CREATE INDEX `fan_outs_pending` ON `fan_outs` (`tenant_id`,`delivery_group`,`id`) WHERE "fan_outs"."status" = 'PENDING';--> statement-breakpoint
CREATE INDEX `fan_outs_updated` ON `fan_outs` (`tenant_id`,`delivery_group`,`updated_at`,`id`) WHERE "fan_outs"."status" = 'SUCCEEDED';--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `delivery_group` text DEFAULT '000000' NOT NULL;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `purged_to` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE webhook_endpoints SET delivery_group = printf('%06d', g.n / 5)
FROM (SELECT tenant_id, id, row_number() OVER (PARTITION BY tenant_id ORDER BY id) - 1 AS n FROM webhook_endpoints) g
WHERE g.tenant_id = webhook_endpoints.tenant_id AND g.id = webhook_endpoints.id;
--> statement-breakpoint
CREATE TRIGGER move_journal_fan_out_hours_insert AFTER INSERT ON fan_out_hours WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'fan_out_hours', json_array(NEW.tenant_id, NEW.delivery_group, NEW.slot);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_fan_out_hours_update AFTER UPDATE ON fan_out_hours WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'fan_out_hours', json_array(OLD.tenant_id, OLD.delivery_group, OLD.slot) WHERE (OLD.tenant_id, OLD.delivery_group, OLD.slot) IS NOT (NEW.tenant_id, NEW.delivery_group, NEW.slot);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'fan_out_hours', json_array(NEW.tenant_id, NEW.delivery_group, NEW.slot);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_fan_out_hours_delete AFTER DELETE ON fan_out_hours WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'fan_out_hours', json_array(OLD.tenant_id, OLD.delivery_group, OLD.slot);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_fan_outs_insert AFTER INSERT ON fan_outs WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'fan_outs', json_array(NEW.tenant_id, NEW.delivery_group, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_fan_outs_update AFTER UPDATE ON fan_outs WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'fan_outs', json_array(OLD.tenant_id, OLD.delivery_group, OLD.id) WHERE (OLD.tenant_id, OLD.delivery_group, OLD.id) IS NOT (NEW.tenant_id, NEW.delivery_group, NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'fan_outs', json_array(NEW.tenant_id, NEW.delivery_group, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_fan_outs_delete AFTER DELETE ON fan_outs WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'fan_outs', json_array(OLD.tenant_id, OLD.delivery_group, OLD.id);
END;
