CREATE TABLE `endpoint_work` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`kind` text NOT NULL,
	`place` integer NOT NULL,
	`place_id` text DEFAULT '' NOT NULL,
	`until` integer NOT NULL,
	`count` integer,
	`stepped_at` integer NOT NULL,
	`steps` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `endpoint_work_turn` ON `endpoint_work` (`stepped_at`,`id`);--> statement-breakpoint
CREATE INDEX `endpoint_work_endpoint` ON `endpoint_work` (`tenant_id`,`endpoint_id`,`kind`);--> statement-breakpoint
ALTER TABLE `delivery_attempts` ADD `response_gzip` blob;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `deleted_at` integer;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `released_at` integer;--> statement-breakpoint
CREATE INDEX `webhook_endpoints_deleted` ON `webhook_endpoints` (`deleted_at`) WHERE "webhook_endpoints"."deleted_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `deliveries_dead` ON `deliveries` (`tenant_id`,`endpoint_id`,`created_at`,`id`,`updated_at`) WHERE "deliveries"."status" = 'DEAD' AND "deliveries"."test_body" IS NULL;--> statement-breakpoint
CREATE INDEX `deliveries_tests` ON `deliveries` (`tenant_id`,`endpoint_id`,`next_attempt_at`) WHERE "deliveries"."status" = 'PENDING' AND "deliveries"."test_body" IS NOT NULL;