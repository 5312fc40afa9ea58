ALTER TABLE `scheduled_steps` ADD `place` text;--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `details` text;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `host` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `webhook_endpoints_host` ON `webhook_endpoints` (`tenant_id`,`host`,`id`);--> statement-breakpoint
-- The host is the part between the scheme and the path, without the port. An IPv6 address keeps its brackets.
UPDATE `webhook_endpoints` SET `host` = replace(replace(replace(substr(`url`, instr(`url`, '://') + 3), '\', '/'), '?', '/'), '#', '/') || '/';--> statement-breakpoint
UPDATE `webhook_endpoints` SET `host` = lower(substr(`host`, 1, instr(`host`, '/') - 1)) || ':';--> statement-breakpoint
UPDATE `webhook_endpoints` SET `host` = CASE WHEN `host` LIKE '[%]%' THEN substr(`host`, 1, instr(`host`, ']')) ELSE rtrim(substr(`host`, 1, instr(`host`, ':') - 1), '.') END;
