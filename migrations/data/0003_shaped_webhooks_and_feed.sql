ALTER TABLE `event_sequences` ADD `forgotten` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `record_id` text;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `sequence` integer;--> statement-breakpoint
CREATE INDEX `deliveries_record` ON `deliveries` (`tenant_id`,`endpoint_id`,`record_id`,`sequence`) WHERE "deliveries"."status" = 'PENDING' AND "deliveries"."record_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `creator_type` text;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `creator_id` text;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `exclude_own` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `filter` text;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `ordered` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `events_type_sequence` ON `events` (`tenant_id`,`type`,`sequence`);--> statement-breakpoint
UPDATE `event_sequences` SET `forgotten` = coalesce((SELECT min(e.`sequence`) - 1 FROM `events` e WHERE e.`tenant_id` = `event_sequences`.`tenant_id`), `last`);
