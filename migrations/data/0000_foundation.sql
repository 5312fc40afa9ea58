CREATE TABLE `appointments` (
	`id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`artist_id` text NOT NULL,
	`client_id` text NOT NULL,
	`shop_id` text,
	`event_type_id` text,
	`status` text NOT NULL,
	`start_at` integer NOT NULL,
	`end_at` integer NOT NULL,
	`timezone` text NOT NULL,
	`buffer_before_ms` integer DEFAULT 0 NOT NULL,
	`buffer_after_ms` integer DEFAULT 0 NOT NULL,
	`day_start_at` integer NOT NULL,
	`day_end_at` integer NOT NULL,
	`title` text,
	`notes` text,
	`location` text,
	`price_amount` integer,
	`currency` text,
	`crm_appointment_id` text,
	`cancelled_at` integer,
	`cancellation_reason` text,
	`cancellation_fee` text,
	`calendar_sequence` integer DEFAULT 0 NOT NULL,
	`metadata` text DEFAULT '{}' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`artist_id`) REFERENCES `artists`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`event_type_id`) REFERENCES `event_types`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `appointments_id` ON `appointments` (`id`);--> statement-breakpoint
CREATE INDEX `appointments_updated` ON `appointments` (`tenant_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `appointments_start` ON `appointments` (`tenant_id`,`start_at`);--> statement-breakpoint
CREATE INDEX `appointments_status` ON `appointments` (`tenant_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `appointments_client` ON `appointments` (`tenant_id`,`client_id`,`id`);--> statement-breakpoint
CREATE INDEX `appointments_artist` ON `appointments` (`tenant_id`,`artist_id`,`id`);--> statement-breakpoint
CREATE INDEX `appointments_live` ON `appointments` (`tenant_id`,`artist_id`,`start_at`) WHERE "appointments"."status" = 'SCHEDULED';--> statement-breakpoint
CREATE TABLE `artists` (
	`id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`email` text,
	`timezone` text NOT NULL,
	`shop_id` text,
	`is_consultation_desk` integer DEFAULT false NOT NULL,
	`max_appointments_per_day` integer,
	`status` text NOT NULL,
	`bio` text,
	`instagram_handle` text,
	`website_url` text,
	`avatar_url` text,
	`working_hours` text DEFAULT '[]' NOT NULL,
	`metadata` text DEFAULT '{}' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`shop_id`) REFERENCES `shops`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `artists_id` ON `artists` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `artists_slug` ON `artists` (`tenant_id`,`slug`);--> statement-breakpoint
CREATE INDEX `artists_updated` ON `artists` (`tenant_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE TABLE `audit_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`action` text NOT NULL,
	`resource_id` text NOT NULL,
	`actor_type` text NOT NULL,
	`actor_id` text,
	`ip_address` text,
	`request_id` text NOT NULL,
	`test_mode` integer DEFAULT false NOT NULL,
	`details` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_entries_tenant` ON `audit_entries` (`tenant_id`,`id`);--> statement-breakpoint
CREATE TABLE `external_busy` (
	`tenant_id` text NOT NULL,
	`artist_id` text NOT NULL,
	`start_at` integer NOT NULL,
	`end_at` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `artist_id`, `start_at`)
);
--> statement-breakpoint
CREATE TABLE `external_calendars` (
	`tenant_id` text NOT NULL,
	`artist_id` text NOT NULL,
	`ics_url` text,
	`etag` text,
	`last_modified` text,
	`fetched_at` integer,
	`error` text,
	`next_fetch_at` integer,
	`carried_until` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `artist_id`),
	FOREIGN KEY (`tenant_id`,`artist_id`) REFERENCES `artists`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `external_calendars_due` ON `external_calendars` (`next_fetch_at`) WHERE "external_calendars"."ics_url" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `external_calendars_tenant_due` ON `external_calendars` (`tenant_id`,`next_fetch_at`) WHERE "external_calendars"."ics_url" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `time_blocks` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`artist_id` text NOT NULL,
	`start_at` integer NOT NULL,
	`end_at` integer NOT NULL,
	`reason` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`tenant_id`,`artist_id`) REFERENCES `artists`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `time_blocks_artist` ON `time_blocks` (`tenant_id`,`artist_id`,`end_at`);--> statement-breakpoint
CREATE TABLE `clients` (
	`id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text,
	`phone` text,
	`pronouns` text,
	`date_of_birth` text,
	`preferred_communication` text,
	`instagram_handle` text,
	`address` text,
	`notes` text,
	`tags` text DEFAULT '[]' NOT NULL,
	`source` text,
	`is_blocked` integer DEFAULT false NOT NULL,
	`do_not_contact` integer DEFAULT false NOT NULL,
	`marketing_consent` integer DEFAULT false NOT NULL,
	`assigned_artist_id` text,
	`metadata` text DEFAULT '{}' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`assigned_artist_id`) REFERENCES `artists`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `clients_email` ON `clients` (`tenant_id`,`email_key`);--> statement-breakpoint
CREATE INDEX `clients_updated` ON `clients` (`tenant_id`,`updated_at`,`id`);--> statement-breakpoint
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
CREATE TABLE `event_types` (
	`id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`artist_id` text NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`kind` text NOT NULL,
	`duration_minutes` integer NOT NULL,
	`buffer_before_minutes` integer DEFAULT 0 NOT NULL,
	`buffer_after_minutes` integer DEFAULT 0 NOT NULL,
	`minimum_notice_minutes` integer,
	`booking_window_days` integer,
	`is_active` integer DEFAULT true NOT NULL,
	`details` text DEFAULT '{}' NOT NULL,
	`metadata` text DEFAULT '{}' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`artist_id`) REFERENCES `artists`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `event_types_id` ON `event_types` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `event_types_slug` ON `event_types` (`tenant_id`,`artist_id`,`slug`);--> statement-breakpoint
CREATE INDEX `event_types_updated` ON `event_types` (`tenant_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE TABLE `event_sequences` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`last` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `events` (
	`id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`type` text NOT NULL,
	`data` text NOT NULL,
	`actor_type` text NOT NULL,
	`actor_id` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_sequence` ON `events` (`tenant_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `events_type` ON `events` (`tenant_id`,`type`,`id`);--> statement-breakpoint
CREATE INDEX `events_created` ON `events` (`created_at`);--> statement-breakpoint
CREATE TABLE `form_submissions` (
	`id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`form_id` text NOT NULL,
	`client_id` text,
	`lead_id` text,
	`idea_id` text,
	`submission_data` text NOT NULL,
	`signature` text,
	`signer_name` text,
	`signed_at` integer,
	`ip_address` text,
	`created_at` integer NOT NULL,
	`updated_at` integer DEFAULT 0 NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`form_id`) REFERENCES `forms`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `form_submissions_form` ON `form_submissions` (`tenant_id`,`form_id`,`id`);--> statement-breakpoint
CREATE INDEX `form_submissions_updated` ON `form_submissions` (`tenant_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `form_submissions_form_updated` ON `form_submissions` (`tenant_id`,`form_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `form_submissions_client` ON `form_submissions` (`tenant_id`,`client_id`);--> statement-breakpoint
CREATE TABLE `forms` (
	`id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`description` text,
	`fields` text NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`creates` text,
	`links_client` integer DEFAULT false NOT NULL,
	`metadata` text DEFAULT '{}' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `forms_updated` ON `forms` (`tenant_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE TABLE `ideas` (
	`id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`client_id` text NOT NULL,
	`artist_id` text,
	`subject` text NOT NULL,
	`stage` text NOT NULL,
	`source_type` text NOT NULL,
	`btt_status` text NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`archived_at` integer,
	`form_submission_id` text,
	`details` text DEFAULT '{}' NOT NULL,
	`metadata` text DEFAULT '{}' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`artist_id`) REFERENCES `artists`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `ideas_updated` ON `ideas` (`tenant_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `ideas_facets` ON `ideas` (`tenant_id`,`stage`,`source_type`,`btt_status`,`archived`,`id`);--> statement-breakpoint
CREATE INDEX `ideas_artist_facets` ON `ideas` (`tenant_id`,`artist_id`,`stage`,`source_type`,`btt_status`,`archived`,`id`);--> statement-breakpoint
CREATE INDEX `ideas_client` ON `ideas` (`tenant_id`,`client_id`,`id`);--> statement-breakpoint
CREATE INDEX `ideas_artist` ON `ideas` (`tenant_id`,`artist_id`,`id`);--> statement-breakpoint
CREATE TABLE `leads` (
	`id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text,
	`email` text,
	`phone` text,
	`message` text,
	`source` text,
	`stage` text NOT NULL,
	`assigned_artist_id` text,
	`preferred_communication` text,
	`budget_range_min` real,
	`budget_range_max` real,
	`archived` integer DEFAULT false NOT NULL,
	`archived_at` integer,
	`client_id` text,
	`converted_at` integer,
	`form_submission_id` text,
	`metadata` text DEFAULT '{}' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`assigned_artist_id`) REFERENCES `artists`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `leads_updated` ON `leads` (`tenant_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `leads_facets` ON `leads` (`tenant_id`,`stage`,`archived`,`id`);--> statement-breakpoint
CREATE INDEX `leads_artist` ON `leads` (`tenant_id`,`assigned_artist_id`,`id`);--> statement-breakpoint
CREATE INDEX `leads_source` ON `leads` (`tenant_id`,`source`,`id`);--> statement-breakpoint
CREATE INDEX `leads_source_facets` ON `leads` (`tenant_id`,`source`,`stage`,`archived`,`id`);--> statement-breakpoint
CREATE INDEX `leads_client` ON `leads` (`tenant_id`,`client_id`);--> statement-breakpoint
CREATE TABLE `arrivals` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`move_id` text NOT NULL,
	`number` integer DEFAULT 0 NOT NULL,
	`from_database` text NOT NULL,
	`steps` integer DEFAULT 0 NOT NULL,
	`stepped_at` integer DEFAULT 0 NOT NULL,
	`phase` text NOT NULL,
	`table_name` text,
	`after` text,
	`rows_copied` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `departures` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`move_id` text NOT NULL,
	`number` integer DEFAULT 0 NOT NULL,
	`to_database` text NOT NULL,
	`closings` integer DEFAULT 0 NOT NULL,
	`closed_at` integer,
	`departed_at` integer,
	`called_off_at` integer
);
--> statement-breakpoint
CREATE INDEX `departures_leaving` ON `departures` (`tenant_id`) WHERE "departures"."departed_at" IS NULL AND "departures"."called_off_at" IS NULL;--> statement-breakpoint
CREATE TABLE `move_journal` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`tenant_id` text NOT NULL,
	`table_name` text NOT NULL,
	`key` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `move_journal_tenant` ON `move_journal` (`tenant_id`,`number`);--> statement-breakpoint
CREATE TABLE `shops` (
	`id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`timezone` text NOT NULL,
	`email` text,
	`phone` text,
	`website_url` text,
	`description` text,
	`address` text,
	`metadata` text DEFAULT '{}' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `shops_slug` ON `shops` (`tenant_id`,`slug`);--> statement-breakpoint
CREATE INDEX `shops_updated` ON `shops` (`tenant_id`,`updated_at`,`id`);--> statement-breakpoint
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
CREATE TABLE `studios` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`state` text DEFAULT 'OPEN' NOT NULL,
	`closed_until` integer DEFAULT 0 NOT NULL,
	`effects` integer NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`timezone` text NOT NULL,
	`plan` text NOT NULL,
	`arrived_at` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`event_id` text NOT NULL,
	`event_type` text NOT NULL,
	`status` text NOT NULL,
	`attempt_count` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer,
	`replaying` integer DEFAULT false NOT NULL,
	`test_body` text,
	`claimed_until` integer DEFAULT 0 NOT NULL,
	`carried_until` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`tenant_id`,`endpoint_id`) REFERENCES `webhook_endpoints`(`tenant_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_event` ON `deliveries` (`tenant_id`,`event_id`,`endpoint_id`);--> statement-breakpoint
CREATE INDEX `deliveries_endpoint` ON `deliveries` (`tenant_id`,`endpoint_id`,`id`);--> statement-breakpoint
CREATE INDEX `deliveries_endpoint_type` ON `deliveries` (`tenant_id`,`endpoint_id`,`event_type`,`id`);--> statement-breakpoint
CREATE INDEX `deliveries_endpoint_updated` ON `deliveries` (`tenant_id`,`endpoint_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `deliveries_endpoint_status` ON `deliveries` (`tenant_id`,`endpoint_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `deliveries_due` ON `deliveries` (`next_attempt_at`) WHERE "deliveries"."status" = 'PENDING';--> statement-breakpoint
CREATE INDEX `deliveries_created` ON `deliveries` (`created_at`);--> statement-breakpoint
CREATE INDEX `deliveries_endpoint_due` ON `deliveries` (`tenant_id`,`endpoint_id`,`next_attempt_at`) WHERE "deliveries"."status" = 'PENDING';--> statement-breakpoint
CREATE INDEX `deliveries_dead` ON `deliveries` (`tenant_id`,`endpoint_id`,`created_at`,`id`,`updated_at`) WHERE "deliveries"."status" = 'DEAD' AND "deliveries"."test_body" IS NULL;--> statement-breakpoint
CREATE INDEX `deliveries_tests` ON `deliveries` (`tenant_id`,`endpoint_id`,`next_attempt_at`) WHERE "deliveries"."status" = 'PENDING' AND "deliveries"."test_body" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `deliveries_claimed` ON `deliveries` (`tenant_id`,`endpoint_id`,`claimed_until`) WHERE "deliveries"."claimed_until" > 0;--> statement-breakpoint
CREATE TABLE `delivery_attempts` (
	`delivery_id` text NOT NULL,
	`attempt` integer NOT NULL,
	`response_status` integer,
	`response_body` text,
	`response_gzip` blob,
	`duration_ms` integer NOT NULL,
	`error_message` text,
	`attempted_at` integer NOT NULL,
	PRIMARY KEY(`delivery_id`, `attempt`),
	FOREIGN KEY (`delivery_id`) REFERENCES `deliveries`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `webhook_endpoints` (
	`id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`url` text NOT NULL,
	`host` text DEFAULT '' NOT NULL,
	`status` text NOT NULL,
	`trigger` text,
	`events` text NOT NULL,
	`description` text,
	`secret` text NOT NULL,
	`previous_secret` text,
	`previous_secret_good_until` integer,
	`consecutive_failures` integer DEFAULT 0 NOT NULL,
	`disabled_at` integer,
	`disabled_reason` text,
	`disabled_at_sequence` integer,
	`deleted_at` integer,
	`released_at` integer,
	`metadata` text DEFAULT '{}' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `webhook_endpoints_updated` ON `webhook_endpoints` (`tenant_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_endpoints_host` ON `webhook_endpoints` (`tenant_id`,`host`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_endpoints_hook` ON `webhook_endpoints` (`tenant_id`,`url`,`trigger`) WHERE "webhook_endpoints"."trigger" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `webhook_endpoints_deleted` ON `webhook_endpoints` (`deleted_at`) WHERE "webhook_endpoints"."deleted_at" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `commit_guard` (
	`reason` text NOT NULL,
	`holds` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `idempotency_records` (
	`tenant_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`status` integer NOT NULL,
	`content_type` text NOT NULL,
	`location` text,
	`body` text NOT NULL,
	`sealed` integer DEFAULT false NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `credential_id`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_records_expiry` ON `idempotency_records` (`expires_at`);--> statement-breakpoint
CREATE TABLE `mails` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`kind` text NOT NULL,
	`data` text NOT NULL,
	`claimed_until` integer DEFAULT 0 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `mails_claimed` ON `mails` (`claimed_until`);--> statement-breakpoint
CREATE TABLE `scheduled_steps` (
	`step` text PRIMARY KEY NOT NULL,
	`finished_at` integer NOT NULL,
	`error` text,
	`place` text
);
