CREATE TABLE `endpoint_hours` (
	`tenant_id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`place` integer NOT NULL,
	`hour` integer NOT NULL,
	`succeeded` integer NOT NULL,
	`failed` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`slowest_ms` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `endpoint_id`, `place`),
	FOREIGN KEY (`tenant_id`,`endpoint_id`) REFERENCES `webhook_endpoints`(`tenant_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `changes` text;--> statement-breakpoint
CREATE INDEX `audit_entries_request` ON `audit_entries` (`tenant_id`,`request_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_entries_resource` ON `audit_entries` (`tenant_id`,`resource_id`,`id`);--> statement-breakpoint
ALTER TABLE `events` ADD `request_id` text;--> statement-breakpoint
CREATE INDEX `events_client` ON `events` (`tenant_id`,"data" ->> '$.clientId',`id`) WHERE "data" ->> '$.clientId' IS NOT NULL;