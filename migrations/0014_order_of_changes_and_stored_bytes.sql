CREATE TABLE `stored_bytes` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`counted` integer DEFAULT 0 NOT NULL,
	`added` integer DEFAULT 0 NOT NULL,
	`counting` integer DEFAULT 0 NOT NULL,
	`added_meanwhile` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `stored_bytes_counts` (
	`name` text PRIMARY KEY NOT NULL,
	`began_at` integer NOT NULL,
	`step` text,
	`after_row` integer NOT NULL
);
--> statement-breakpoint
DROP INDEX `appointments_updated`;--> statement-breakpoint
CREATE INDEX `appointments_updated` ON `appointments` (`tenant_id`,`updated_at`,`id`);--> statement-breakpoint
DROP INDEX `artists_updated`;--> statement-breakpoint
CREATE INDEX `artists_updated` ON `artists` (`tenant_id`,`updated_at`,`id`);--> statement-breakpoint
DROP INDEX `clients_updated`;--> statement-breakpoint
CREATE INDEX `clients_updated` ON `clients` (`tenant_id`,`updated_at`,`id`);--> statement-breakpoint
DROP INDEX `event_types_updated`;--> statement-breakpoint
CREATE INDEX `event_types_updated` ON `event_types` (`tenant_id`,`updated_at`,`id`);--> statement-breakpoint
DROP INDEX `form_submissions_updated`;--> statement-breakpoint
CREATE INDEX `form_submissions_form_updated` ON `form_submissions` (`tenant_id`,`form_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `form_submissions_updated` ON `form_submissions` (`tenant_id`,`updated_at`,`id`);--> statement-breakpoint
DROP INDEX `forms_updated`;--> statement-breakpoint
CREATE INDEX `forms_updated` ON `forms` (`tenant_id`,`updated_at`,`id`);--> statement-breakpoint
DROP INDEX `ideas_updated`;--> statement-breakpoint
CREATE INDEX `ideas_updated` ON `ideas` (`tenant_id`,`updated_at`,`id`);--> statement-breakpoint
DROP INDEX `leads_updated`;--> statement-breakpoint
CREATE INDEX `leads_updated` ON `leads` (`tenant_id`,`updated_at`,`id`);--> statement-breakpoint
DROP INDEX `shops_updated`;--> statement-breakpoint
CREATE INDEX `shops_updated` ON `shops` (`tenant_id`,`updated_at`,`id`);--> statement-breakpoint
DROP INDEX `deliveries_endpoint_updated`;--> statement-breakpoint
CREATE INDEX `deliveries_endpoint_updated` ON `deliveries` (`tenant_id`,`endpoint_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `api_keys_updated` ON `api_keys` (`tenant_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `oauth_apps_updated` ON `oauth_apps` (`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `tenants_updated` ON `tenants` (`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_endpoints_updated` ON `webhook_endpoints` (`tenant_id`,`updated_at`,`id`);