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
CREATE INDEX `appointments_artist_start` ON `appointments` (`tenant_id`,`artist_id`,`start_at`);--> statement-breakpoint
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
CREATE INDEX `artists_of_shop` ON `artists` (`tenant_id`,`shop_id`,`id`);--> statement-breakpoint
CREATE INDEX `artists_of_status` ON `artists` (`tenant_id`,`status`,`id`);--> statement-breakpoint
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
	`changes` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_entries_tenant` ON `audit_entries` (`tenant_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_entries_request` ON `audit_entries` (`tenant_id`,`request_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_entries_resource` ON `audit_entries` (`tenant_id`,`resource_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_entries_deletions` ON `audit_entries` (`tenant_id`,`action`,`id`) WHERE substr("action", -8) = '.deleted' OR "action" = 'client.merged';--> statement-breakpoint
CREATE TABLE `booking_links` (
	`tenant_id` text NOT NULL,
	`appointment_id` text NOT NULL,
	`hash` text NOT NULL,
	`moves` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `appointment_id`),
	FOREIGN KEY (`tenant_id`,`appointment_id`) REFERENCES `appointments`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `booking_links_hash` ON `booking_links` (`hash`);--> statement-breakpoint
CREATE TABLE `reminders` (
	`tenant_id` text NOT NULL,
	`appointment_id` text NOT NULL,
	`at` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `appointment_id`, `at`)
);
--> statement-breakpoint
CREATE INDEX `reminders_at` ON `reminders` (`at`);--> statement-breakpoint
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
CREATE INDEX `time_blocks_listed` ON `time_blocks` (`tenant_id`,`artist_id`,`id`);--> statement-breakpoint
CREATE TABLE `client_words` (
	`tenant` blob NOT NULL,
	`word` text NOT NULL,
	`client` blob NOT NULL,
	PRIMARY KEY(`tenant`, `word`, `client`)
) WITHOUT ROWID;
--> statement-breakpoint
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
	`search_words` text DEFAULT '[]' NOT NULL,
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
CREATE INDEX `event_types_of_artist` ON `event_types` (`tenant_id`,`artist_id`,`id`);--> statement-breakpoint
CREATE INDEX `event_types_updated` ON `event_types` (`tenant_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE TABLE `event_sequences` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`last` integer NOT NULL,
	`forgotten` integer DEFAULT 0 NOT NULL
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
	`request_id` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_sequence` ON `events` (`tenant_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `events_type` ON `events` (`tenant_id`,`type`,`id`);--> statement-breakpoint
CREATE INDEX `events_type_sequence` ON `events` (`tenant_id`,`type`,`sequence`);--> statement-breakpoint
CREATE INDEX `events_created` ON `events` (`created_at`);--> statement-breakpoint
CREATE INDEX `events_client` ON `events` (`tenant_id`,"data" ->> '$.clientId',`id`) WHERE "data" ->> '$.clientId' IS NOT NULL;--> statement-breakpoint
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
CREATE INDEX `form_submissions_client` ON `form_submissions` (`tenant_id`,`client_id`,`id`);--> statement-breakpoint
CREATE INDEX `form_submissions_client_form` ON `form_submissions` (`tenant_id`,`client_id`,`form_id`,`id`);--> statement-breakpoint
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
CREATE TABLE `holds` (
	`id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`artist_id` text NOT NULL,
	`event_type_id` text NOT NULL,
	`start_at` integer NOT NULL,
	`end_at` integer NOT NULL,
	`buffer_before_ms` integer NOT NULL,
	`buffer_after_ms` integer NOT NULL,
	`visitor` text NOT NULL,
	`network` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`artist_id`) REFERENCES `artists`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`event_type_id`) REFERENCES `event_types`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `holds_visitor` ON `holds` (`tenant_id`,`visitor`);--> statement-breakpoint
CREATE INDEX `holds_artist` ON `holds` (`tenant_id`,`artist_id`,`start_at`);--> statement-breakpoint
CREATE INDEX `holds_expiry` ON `holds` (`expires_at`);--> statement-breakpoint
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
	`record_id` text,
	`sequence` integer,
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
CREATE INDEX `deliveries_created` ON `deliveries` (`created_at`);--> statement-breakpoint
CREATE INDEX `deliveries_endpoint_due` ON `deliveries` (`tenant_id`,`endpoint_id`,`next_attempt_at`) WHERE "deliveries"."status" = 'PENDING';--> statement-breakpoint
CREATE INDEX `deliveries_dead` ON `deliveries` (`tenant_id`,`endpoint_id`,`created_at`,`id`,`updated_at`) WHERE "deliveries"."status" = 'DEAD' AND "deliveries"."test_body" IS NULL;--> statement-breakpoint
CREATE INDEX `deliveries_tests` ON `deliveries` (`tenant_id`,`endpoint_id`,`next_attempt_at`) WHERE "deliveries"."status" = 'PENDING' AND "deliveries"."test_body" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `deliveries_record` ON `deliveries` (`tenant_id`,`endpoint_id`,`record_id`,`sequence`) WHERE "deliveries"."status" = 'PENDING' AND "deliveries"."record_id" IS NOT NULL;--> statement-breakpoint
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
CREATE TABLE `webhook_endpoints` (
	`id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`url` text NOT NULL,
	`host` text DEFAULT '' NOT NULL,
	`status` text NOT NULL,
	`trigger` text,
	`events` text NOT NULL,
	`description` text,
	`creator_type` text,
	`creator_id` text,
	`exclude_own` integer DEFAULT false NOT NULL,
	`filter` text,
	`ordered` integer DEFAULT false NOT NULL,
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
	`etag` text,
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
--> statement-breakpoint
-- The statements up to here are generated from src/platform/db/tables/. The triggers that follow are written by hand.

-- SQLite does not fail when an update finds no row or when a condition has become false. It would commit the rest of
-- the batch. Therefore the batch inserts a row here. If the row's condition is false, a trigger aborts the whole batch
-- with an error that names the reason. The table never keeps a row.
CREATE TRIGGER commit_guard_holds BEFORE INSERT ON commit_guard WHEN NEW.holds = 1
BEGIN
  SELECT RAISE(IGNORE);
END;
--> statement-breakpoint
CREATE TRIGGER commit_guard_stale_write BEFORE INSERT ON commit_guard WHEN NEW.holds <> 1 AND NEW.reason = 'stale_write'
BEGIN
  SELECT RAISE(ABORT, 'stale_write');
END;
--> statement-breakpoint
CREATE TRIGGER commit_guard_plan_limit BEFORE INSERT ON commit_guard WHEN NEW.holds <> 1 AND NEW.reason = 'plan_limit'
BEGIN
  SELECT RAISE(ABORT, 'plan_limit');
END;
--> statement-breakpoint
CREATE TRIGGER commit_guard_storage_limit BEFORE INSERT ON commit_guard WHEN NEW.holds <> 1 AND NEW.reason = 'storage_limit'
BEGIN
  SELECT RAISE(ABORT, 'storage_limit');
END;
--> statement-breakpoint
CREATE TRIGGER commit_guard_studio_closed BEFORE INSERT ON commit_guard WHEN NEW.holds <> 1 AND NEW.reason = 'studio_closed'
BEGIN
  SELECT RAISE(ABORT, 'studio_closed');
END;
--> statement-breakpoint
-- The following triggers do not check the rows of a tenant that arrives from another database, which has checked them.

-- Two live appointments of one artist never overlap, even if requests race. The same applies to their buffers, and the
-- buffers of two neighbours add up. For an appointment without event type only the appointments themselves count.
-- An appointment lasts at most 7 days (604800000 ms) and a buffer at most 1 day (86400000 ms), so a range of starts
-- finds every neighbour.
CREATE TRIGGER appointments_conflict_insert BEFORE INSERT ON appointments WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND (NEW.status = 'SCHEDULED' AND EXISTS (
  SELECT 1 FROM appointments o
  WHERE o.tenant_id = NEW.tenant_id AND o.artist_id = NEW.artist_id AND o.status = 'SCHEDULED'
    AND o.start_at > NEW.start_at - 604800000 - 2 * 86400000 AND o.start_at < NEW.end_at + 2 * 86400000
    AND o.start_at < NEW.end_at + CASE WHEN NEW.event_type_id IS NULL THEN 0 ELSE NEW.buffer_after_ms + o.buffer_before_ms END
    AND o.end_at > NEW.start_at - CASE WHEN NEW.event_type_id IS NULL THEN 0 ELSE NEW.buffer_before_ms + o.buffer_after_ms END
))
BEGIN
  SELECT RAISE(ABORT, 'appointment_conflict');
END;
--> statement-breakpoint
CREATE TRIGGER appointments_conflict_update BEFORE UPDATE ON appointments WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND (NEW.status = 'SCHEDULED'
  AND (OLD.status <> 'SCHEDULED' OR OLD.start_at <> NEW.start_at OR OLD.end_at <> NEW.end_at OR OLD.artist_id <> NEW.artist_id)
  AND EXISTS (
    SELECT 1 FROM appointments o
    WHERE o.tenant_id = NEW.tenant_id AND o.artist_id = NEW.artist_id AND o.status = 'SCHEDULED' AND o.id <> NEW.id
      AND o.start_at > NEW.start_at - 604800000 - 2 * 86400000 AND o.start_at < NEW.end_at + 2 * 86400000
      AND o.start_at < NEW.end_at + CASE WHEN NEW.event_type_id IS NULL THEN 0 ELSE NEW.buffer_after_ms + o.buffer_before_ms END
      AND o.end_at > NEW.start_at - CASE WHEN NEW.event_type_id IS NULL THEN 0 ELSE NEW.buffer_before_ms + o.buffer_after_ms END
  ))
BEGIN
  SELECT RAISE(ABORT, 'appointment_conflict');
END;
--> statement-breakpoint
-- The daily cap of the artist, over the local day in the row. An appointment without event type counts, but the cap does
-- not refuse it.
CREATE TRIGGER appointments_cap_insert BEFORE INSERT ON appointments
  WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND (NEW.status = 'SCHEDULED' AND NEW.event_type_id IS NOT NULL AND (
    SELECT count(*) FROM appointments o
    WHERE o.tenant_id = NEW.tenant_id AND o.artist_id = NEW.artist_id AND o.status = 'SCHEDULED'
      AND o.start_at >= NEW.day_start_at AND o.start_at < NEW.day_end_at
  ) >= (SELECT a.max_appointments_per_day FROM artists a WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW.artist_id))
BEGIN
  SELECT RAISE(ABORT, 'max_appointments_per_day');
END;
--> statement-breakpoint
CREATE TRIGGER appointments_cap_update BEFORE UPDATE ON appointments
  WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND (NEW.status = 'SCHEDULED' AND NEW.event_type_id IS NOT NULL
  AND (OLD.status <> 'SCHEDULED' OR OLD.start_at <> NEW.start_at OR OLD.end_at <> NEW.end_at)
  AND (
    SELECT count(*) FROM appointments o
    WHERE o.tenant_id = NEW.tenant_id AND o.artist_id = NEW.artist_id AND o.status = 'SCHEDULED' AND o.id <> NEW.id
      AND o.start_at >= NEW.day_start_at AND o.start_at < NEW.day_end_at
  ) >= (SELECT a.max_appointments_per_day FROM artists a WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW.artist_id))
BEGIN
  SELECT RAISE(ABORT, 'max_appointments_per_day');
END;
--> statement-breakpoint
-- Refuses a booking if the client was merged or deleted, or the artist was deactivated, while it was decided.
CREATE TRIGGER appointments_gone BEFORE INSERT ON appointments
  WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND (NOT EXISTS (SELECT 1 FROM clients c WHERE c.tenant_id = NEW.tenant_id AND c.id = NEW.client_id)
    OR NOT EXISTS (SELECT 1 FROM artists a WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW.artist_id AND a.status = 'ACTIVE'))
BEGIN
  SELECT RAISE(ABORT, 'gone');
END;
--> statement-breakpoint
-- An appointment that gets an event type, or another one, is checked like one that moves.
CREATE TRIGGER appointments_conflict_retype BEFORE UPDATE ON appointments WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND (NEW.status = 'SCHEDULED'
  AND NEW.event_type_id IS NOT NULL
  AND (OLD.event_type_id IS NOT NEW.event_type_id OR NEW.buffer_before_ms > OLD.buffer_before_ms OR NEW.buffer_after_ms > OLD.buffer_after_ms)
  AND EXISTS (
    SELECT 1 FROM appointments o
    WHERE o.tenant_id = NEW.tenant_id AND o.artist_id = NEW.artist_id AND o.status = 'SCHEDULED' AND o.id <> NEW.id
      AND o.start_at > NEW.start_at - 604800000 - 2 * 86400000 AND o.start_at < NEW.end_at + 2 * 86400000
      AND o.start_at < NEW.end_at + NEW.buffer_after_ms + o.buffer_before_ms
      AND o.end_at > NEW.start_at - NEW.buffer_before_ms - o.buffer_after_ms
  ))
BEGIN
  SELECT RAISE(ABORT, 'appointment_conflict');
END;
--> statement-breakpoint
CREATE TRIGGER appointments_cap_retype BEFORE UPDATE ON appointments
  WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND (NEW.status = 'SCHEDULED' AND NEW.event_type_id IS NOT NULL AND OLD.event_type_id IS NOT NEW.event_type_id
  AND (
    SELECT count(*) FROM appointments o
    WHERE o.tenant_id = NEW.tenant_id AND o.artist_id = NEW.artist_id AND o.status = 'SCHEDULED' AND o.id <> NEW.id
      AND o.start_at >= NEW.day_start_at AND o.start_at < NEW.day_end_at
  ) >= (SELECT a.max_appointments_per_day FROM artists a WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW.artist_id))
BEGIN
  SELECT RAISE(ABORT, 'max_appointments_per_day');
END;
--> statement-breakpoint
-- Refuses an idea, or its move to another client, if that client was merged or deleted while the change was decided.
CREATE TRIGGER ideas_gone_insert BEFORE INSERT ON ideas
  WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND (NOT EXISTS (SELECT 1 FROM clients c WHERE c.tenant_id = NEW.tenant_id AND c.id = NEW.client_id))
BEGIN
  SELECT RAISE(ABORT, 'gone');
END;
--> statement-breakpoint
CREATE TRIGGER ideas_gone_update BEFORE UPDATE ON ideas
  WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND (OLD.client_id <> NEW.client_id
    AND NOT EXISTS (SELECT 1 FROM clients c WHERE c.tenant_id = NEW.tenant_id AND c.id = NEW.client_id))
BEGIN
  SELECT RAISE(ABORT, 'gone');
END;
--> statement-breakpoint
-- While a tenant leaves this database, the journal records the rows that change, so that they are copied again.
-- `node scripts/journal-triggers.ts` prints these triggers. A test checks that each table with tenants' rows has them.
CREATE TRIGGER move_journal_audit_entries_insert AFTER INSERT ON audit_entries WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'audit_entries', json_array(NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_audit_entries_update AFTER UPDATE ON audit_entries WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'audit_entries', json_array(OLD.id) WHERE (OLD.id) IS NOT (NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'audit_entries', json_array(NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_audit_entries_delete AFTER DELETE ON audit_entries WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'audit_entries', json_array(OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_external_busy_insert AFTER INSERT ON external_busy WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'external_busy', json_array(NEW.tenant_id, NEW.artist_id, NEW.start_at);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_external_busy_update AFTER UPDATE ON external_busy WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'external_busy', json_array(OLD.tenant_id, OLD.artist_id, OLD.start_at) WHERE (OLD.tenant_id, OLD.artist_id, OLD.start_at) IS NOT (NEW.tenant_id, NEW.artist_id, NEW.start_at);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'external_busy', json_array(NEW.tenant_id, NEW.artist_id, NEW.start_at);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_external_busy_delete AFTER DELETE ON external_busy WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'external_busy', json_array(OLD.tenant_id, OLD.artist_id, OLD.start_at);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_endpoint_work_insert AFTER INSERT ON endpoint_work WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'endpoint_work', json_array(NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_endpoint_work_update AFTER UPDATE ON endpoint_work WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'endpoint_work', json_array(OLD.id) WHERE (OLD.id) IS NOT (NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'endpoint_work', json_array(NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_endpoint_work_delete AFTER DELETE ON endpoint_work WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'endpoint_work', json_array(OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_event_sequences_insert AFTER INSERT ON event_sequences WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'event_sequences', json_array(NEW.tenant_id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_event_sequences_update AFTER UPDATE ON event_sequences WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'event_sequences', json_array(OLD.tenant_id) WHERE (OLD.tenant_id) IS NOT (NEW.tenant_id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'event_sequences', json_array(NEW.tenant_id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_event_sequences_delete AFTER DELETE ON event_sequences WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'event_sequences', json_array(OLD.tenant_id);
END;
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
CREATE TRIGGER move_journal_forms_insert AFTER INSERT ON forms WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'forms', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_forms_update AFTER UPDATE ON forms WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'forms', json_array(OLD.tenant_id, OLD.id) WHERE (OLD.tenant_id, OLD.id) IS NOT (NEW.tenant_id, NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'forms', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_forms_delete AFTER DELETE ON forms WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'forms', json_array(OLD.tenant_id, OLD.id);
END;
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
CREATE TRIGGER move_journal_mails_insert AFTER INSERT ON mails WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'mails', json_array(NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_mails_update AFTER UPDATE ON mails WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'mails', json_array(OLD.id) WHERE (OLD.id) IS NOT (NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'mails', json_array(NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_mails_delete AFTER DELETE ON mails WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'mails', json_array(OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_shops_insert AFTER INSERT ON shops WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'shops', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_shops_update AFTER UPDATE ON shops WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'shops', json_array(OLD.tenant_id, OLD.id) WHERE (OLD.tenant_id, OLD.id) IS NOT (NEW.tenant_id, NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'shops', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_shops_delete AFTER DELETE ON shops WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'shops', json_array(OLD.tenant_id, OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_stored_bytes_insert AFTER INSERT ON stored_bytes WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'stored_bytes', json_array(NEW.tenant_id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_stored_bytes_update AFTER UPDATE ON stored_bytes WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'stored_bytes', json_array(OLD.tenant_id) WHERE (OLD.tenant_id) IS NOT (NEW.tenant_id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'stored_bytes', json_array(NEW.tenant_id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_stored_bytes_delete AFTER DELETE ON stored_bytes WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'stored_bytes', json_array(OLD.tenant_id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_webhook_endpoints_insert AFTER INSERT ON webhook_endpoints WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'webhook_endpoints', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_webhook_endpoints_update AFTER UPDATE ON webhook_endpoints WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'webhook_endpoints', json_array(OLD.tenant_id, OLD.id) WHERE (OLD.tenant_id, OLD.id) IS NOT (NEW.tenant_id, NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'webhook_endpoints', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_webhook_endpoints_delete AFTER DELETE ON webhook_endpoints WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'webhook_endpoints', json_array(OLD.tenant_id, OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_artists_insert AFTER INSERT ON artists WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'artists', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_artists_update AFTER UPDATE ON artists WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'artists', json_array(OLD.tenant_id, OLD.id) WHERE (OLD.tenant_id, OLD.id) IS NOT (NEW.tenant_id, NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'artists', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_artists_delete AFTER DELETE ON artists WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'artists', json_array(OLD.tenant_id, OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_form_submissions_insert AFTER INSERT ON form_submissions WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'form_submissions', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_form_submissions_update AFTER UPDATE ON form_submissions WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'form_submissions', json_array(OLD.tenant_id, OLD.id) WHERE (OLD.tenant_id, OLD.id) IS NOT (NEW.tenant_id, NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'form_submissions', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_form_submissions_delete AFTER DELETE ON form_submissions WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'form_submissions', json_array(OLD.tenant_id, OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_deliveries_insert AFTER INSERT ON deliveries WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'deliveries', json_array(NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_deliveries_update AFTER UPDATE ON deliveries WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'deliveries', json_array(OLD.id) WHERE (OLD.id) IS NOT (NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'deliveries', json_array(NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_deliveries_delete AFTER DELETE ON deliveries WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'deliveries', json_array(OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_external_calendars_insert AFTER INSERT ON external_calendars WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'external_calendars', json_array(NEW.tenant_id, NEW.artist_id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_external_calendars_update AFTER UPDATE ON external_calendars WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'external_calendars', json_array(OLD.tenant_id, OLD.artist_id) WHERE (OLD.tenant_id, OLD.artist_id) IS NOT (NEW.tenant_id, NEW.artist_id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'external_calendars', json_array(NEW.tenant_id, NEW.artist_id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_external_calendars_delete AFTER DELETE ON external_calendars WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'external_calendars', json_array(OLD.tenant_id, OLD.artist_id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_time_blocks_insert AFTER INSERT ON time_blocks WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'time_blocks', json_array(NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_time_blocks_update AFTER UPDATE ON time_blocks WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'time_blocks', json_array(OLD.id) WHERE (OLD.id) IS NOT (NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'time_blocks', json_array(NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_time_blocks_delete AFTER DELETE ON time_blocks WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'time_blocks', json_array(OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_clients_insert AFTER INSERT ON clients WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'clients', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_clients_update AFTER UPDATE ON clients WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'clients', json_array(OLD.tenant_id, OLD.id) WHERE (OLD.tenant_id, OLD.id) IS NOT (NEW.tenant_id, NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'clients', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_clients_delete AFTER DELETE ON clients WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'clients', json_array(OLD.tenant_id, OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_event_types_insert AFTER INSERT ON event_types WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'event_types', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_event_types_update AFTER UPDATE ON event_types WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'event_types', json_array(OLD.tenant_id, OLD.id) WHERE (OLD.tenant_id, OLD.id) IS NOT (NEW.tenant_id, NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'event_types', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_event_types_delete AFTER DELETE ON event_types WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'event_types', json_array(OLD.tenant_id, OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_ideas_insert AFTER INSERT ON ideas WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'ideas', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_ideas_update AFTER UPDATE ON ideas WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'ideas', json_array(OLD.tenant_id, OLD.id) WHERE (OLD.tenant_id, OLD.id) IS NOT (NEW.tenant_id, NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'ideas', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_ideas_delete AFTER DELETE ON ideas WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'ideas', json_array(OLD.tenant_id, OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_leads_insert AFTER INSERT ON leads WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'leads', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_leads_update AFTER UPDATE ON leads WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'leads', json_array(OLD.tenant_id, OLD.id) WHERE (OLD.tenant_id, OLD.id) IS NOT (NEW.tenant_id, NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'leads', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_leads_delete AFTER DELETE ON leads WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'leads', json_array(OLD.tenant_id, OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_delivery_attempts_insert AFTER INSERT ON delivery_attempts WHEN EXISTS (SELECT 1 FROM departures d CROSS JOIN deliveries o ON o.id = NEW.delivery_id AND o.tenant_id = d.tenant_id WHERE d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT (SELECT o.tenant_id FROM deliveries o WHERE o.id = NEW.delivery_id), 'delivery_attempts', json_array(NEW.delivery_id, NEW.attempt);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_delivery_attempts_update AFTER UPDATE ON delivery_attempts WHEN EXISTS (SELECT 1 FROM departures d CROSS JOIN deliveries o ON o.id = NEW.delivery_id AND o.tenant_id = d.tenant_id WHERE d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT (SELECT o.tenant_id FROM deliveries o WHERE o.id = OLD.delivery_id), 'delivery_attempts', json_array(OLD.delivery_id, OLD.attempt) WHERE (OLD.delivery_id, OLD.attempt) IS NOT (NEW.delivery_id, NEW.attempt);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT (SELECT o.tenant_id FROM deliveries o WHERE o.id = NEW.delivery_id), 'delivery_attempts', json_array(NEW.delivery_id, NEW.attempt);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_delivery_attempts_delete AFTER DELETE ON delivery_attempts WHEN EXISTS (SELECT 1 FROM departures d CROSS JOIN deliveries o ON o.id = OLD.delivery_id AND o.tenant_id = d.tenant_id WHERE d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT (SELECT o.tenant_id FROM deliveries o WHERE o.id = OLD.delivery_id), 'delivery_attempts', json_array(OLD.delivery_id, OLD.attempt);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_appointments_insert AFTER INSERT ON appointments WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'appointments', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_appointments_update AFTER UPDATE ON appointments WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'appointments', json_array(OLD.tenant_id, OLD.id) WHERE (OLD.tenant_id, OLD.id) IS NOT (NEW.tenant_id, NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'appointments', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_appointments_delete AFTER DELETE ON appointments WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'appointments', json_array(OLD.tenant_id, OLD.id);
END;
--> statement-breakpoint
-- At an ordered endpoint the pending deliveries about one record wait for the first of them, and have no due time. When
-- the first one is deleted because it is old, the next one becomes due. The rows of a tenant that arrives from another
-- database stay as they were there.
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
--> statement-breakpoint
-- These triggers write the search words of a client: each prefix of a word, and the beginnings of each two words. A move
-- of a tenant does not copy them, because the triggers of the other database write them there.
CREATE TRIGGER client_words_insert AFTER INSERT ON clients WHEN NEW.search_words <> '[]'
BEGIN
  INSERT OR IGNORE INTO client_words (tenant, word, client)
    SELECT unhex(substr(NEW.tenant_id, 5)), k.word, unhex(substr(NEW.id, 5)) FROM (
    SELECT substr(w.value, 1, n.value) AS word FROM json_each(NEW.search_words) w CROSS JOIN json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]') n
      WHERE n.value <= length(w.value)
    UNION
    SELECT min(substr(a.value, 1, 2), substr(b.value, 1, 2)) || ' ' || max(substr(a.value, 1, 2), substr(b.value, 1, 2))
      FROM json_each(NEW.search_words) a JOIN json_each(NEW.search_words) b ON a.key < b.key
      WHERE length(a.value) >= 2 AND length(b.value) >= 2
    ) k;
END;
--> statement-breakpoint
CREATE TRIGGER client_words_update AFTER UPDATE OF search_words ON clients WHEN NEW.search_words <> OLD.search_words
BEGIN
  DELETE FROM client_words WHERE tenant = unhex(substr(OLD.tenant_id, 5)) AND client = unhex(substr(OLD.id, 5)) AND word IN (
    SELECT substr(w.value, 1, n.value) AS word FROM json_each(OLD.search_words) w CROSS JOIN json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]') n
      WHERE n.value <= length(w.value)
    UNION
    SELECT min(substr(a.value, 1, 2), substr(b.value, 1, 2)) || ' ' || max(substr(a.value, 1, 2), substr(b.value, 1, 2))
      FROM json_each(OLD.search_words) a JOIN json_each(OLD.search_words) b ON a.key < b.key
      WHERE length(a.value) >= 2 AND length(b.value) >= 2
    );
  INSERT OR IGNORE INTO client_words (tenant, word, client)
    SELECT unhex(substr(NEW.tenant_id, 5)), k.word, unhex(substr(NEW.id, 5)) FROM (
    SELECT substr(w.value, 1, n.value) AS word FROM json_each(NEW.search_words) w CROSS JOIN json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]') n
      WHERE n.value <= length(w.value)
    UNION
    SELECT min(substr(a.value, 1, 2), substr(b.value, 1, 2)) || ' ' || max(substr(a.value, 1, 2), substr(b.value, 1, 2))
      FROM json_each(NEW.search_words) a JOIN json_each(NEW.search_words) b ON a.key < b.key
      WHERE length(a.value) >= 2 AND length(b.value) >= 2
    ) k;
END;
--> statement-breakpoint
CREATE TRIGGER client_words_delete AFTER DELETE ON clients WHEN OLD.search_words <> '[]'
BEGIN
  DELETE FROM client_words WHERE tenant = unhex(substr(OLD.tenant_id, 5)) AND client = unhex(substr(OLD.id, 5)) AND word IN (
    SELECT substr(w.value, 1, n.value) AS word FROM json_each(OLD.search_words) w CROSS JOIN json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]') n
      WHERE n.value <= length(w.value)
    UNION
    SELECT min(substr(a.value, 1, 2), substr(b.value, 1, 2)) || ' ' || max(substr(a.value, 1, 2), substr(b.value, 1, 2))
      FROM json_each(OLD.search_words) a JOIN json_each(OLD.search_words) b ON a.key < b.key
      WHERE length(a.value) >= 2 AND length(b.value) >= 2
    );
END;
--> statement-breakpoint
CREATE TRIGGER commit_guard_precondition BEFORE INSERT ON commit_guard WHEN NEW.holds <> 1 AND NEW.reason = 'precondition'
BEGIN
  SELECT RAISE(ABORT, 'precondition');
END;
--> statement-breakpoint
CREATE TRIGGER commit_guard_other_result BEFORE INSERT ON commit_guard WHEN NEW.holds <> 1 AND NEW.reason = 'other_result'
BEGIN
  SELECT RAISE(ABORT, 'other_result');
END;
--> statement-breakpoint
-- Undoes a dry run at its end. The `holds` of its row is null, so the NOT NULL column would undo it without this trigger.
CREATE TRIGGER commit_guard_dry_run BEFORE INSERT ON commit_guard WHEN NEW.reason = 'dry_run'
BEGIN
  SELECT RAISE(ABORT, 'dry_run');
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_endpoint_hours_insert AFTER INSERT ON endpoint_hours WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'endpoint_hours', json_array(NEW.tenant_id, NEW.endpoint_id, NEW.place);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_endpoint_hours_update AFTER UPDATE ON endpoint_hours WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'endpoint_hours', json_array(OLD.tenant_id, OLD.endpoint_id, OLD.place) WHERE (OLD.tenant_id, OLD.endpoint_id, OLD.place) IS NOT (NEW.tenant_id, NEW.endpoint_id, NEW.place);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'endpoint_hours', json_array(NEW.tenant_id, NEW.endpoint_id, NEW.place);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_endpoint_hours_delete AFTER DELETE ON endpoint_hours WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'endpoint_hours', json_array(OLD.tenant_id, OLD.endpoint_id, OLD.place);
END;
--> statement-breakpoint
-- A hold of a visitor of the booking page never overlaps a live appointment or another hold, even if requests race. The
-- buffers count as between two appointments. The time of the new change decides whether a hold has expired, because the
-- service's clock can differ from the machine's.
CREATE TRIGGER holds_conflict_insert BEFORE INSERT ON holds WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND EXISTS (
  SELECT 1 FROM appointments o
  WHERE o.tenant_id = NEW.tenant_id AND o.artist_id = NEW.artist_id AND o.status = 'SCHEDULED'
    AND o.start_at > NEW.start_at - 604800000 - 2 * 86400000 AND o.start_at < NEW.end_at + 2 * 86400000
    AND o.start_at < NEW.end_at + NEW.buffer_after_ms + o.buffer_before_ms
    AND o.end_at > NEW.start_at - NEW.buffer_before_ms - o.buffer_after_ms
)
BEGIN
  SELECT RAISE(ABORT, 'appointment_conflict');
END;
--> statement-breakpoint
CREATE TRIGGER holds_held_insert BEFORE INSERT ON holds WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND EXISTS (
  SELECT 1 FROM holds h
  WHERE h.tenant_id = NEW.tenant_id AND h.artist_id = NEW.artist_id AND h.expires_at > NEW.created_at
    AND h.start_at > NEW.start_at - 604800000 - 2 * 86400000 AND h.start_at < NEW.end_at + 2 * 86400000
    AND h.start_at < NEW.end_at + NEW.buffer_after_ms + h.buffer_before_ms
    AND h.end_at > NEW.start_at - NEW.buffer_before_ms - h.buffer_after_ms
)
BEGIN
  SELECT RAISE(ABORT, 'held');
END;
--> statement-breakpoint
-- Nobody can block a calendar: one address holds at most three times of an artist, and all addresses together forty.
CREATE TRIGGER holds_cap_insert BEFORE INSERT ON holds WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND (
  (SELECT count(*) FROM holds h
    WHERE h.tenant_id = NEW.tenant_id AND h.artist_id = NEW.artist_id AND h.network = NEW.network AND h.expires_at > NEW.created_at) >= 3
  OR (SELECT count(*) FROM holds h
    WHERE h.tenant_id = NEW.tenant_id AND h.artist_id = NEW.artist_id AND h.expires_at > NEW.created_at) >= 40
)
BEGIN
  SELECT RAISE(ABORT, 'too_many_holds');
END;
--> statement-breakpoint
CREATE TRIGGER appointments_held_insert BEFORE INSERT ON appointments WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND NEW.status = 'SCHEDULED' AND EXISTS (
  SELECT 1 FROM holds h
  WHERE h.tenant_id = NEW.tenant_id AND h.artist_id = NEW.artist_id AND h.expires_at > NEW.updated_at
    AND h.start_at > NEW.start_at - 604800000 - 2 * 86400000 AND h.start_at < NEW.end_at + 2 * 86400000
    AND h.start_at < NEW.end_at + CASE WHEN NEW.event_type_id IS NULL THEN 0 ELSE NEW.buffer_after_ms + h.buffer_before_ms END
    AND h.end_at > NEW.start_at - CASE WHEN NEW.event_type_id IS NULL THEN 0 ELSE NEW.buffer_before_ms + h.buffer_after_ms END
)
BEGIN
  SELECT RAISE(ABORT, 'held');
END;
--> statement-breakpoint
CREATE TRIGGER appointments_held_update BEFORE UPDATE ON appointments WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND NEW.status = 'SCHEDULED'
  AND (OLD.status <> 'SCHEDULED' OR OLD.start_at <> NEW.start_at OR OLD.end_at <> NEW.end_at OR OLD.artist_id <> NEW.artist_id
    OR (NEW.event_type_id IS NOT NULL AND (OLD.event_type_id IS NOT NEW.event_type_id OR NEW.buffer_before_ms > OLD.buffer_before_ms OR NEW.buffer_after_ms > OLD.buffer_after_ms)))
  AND EXISTS (
    SELECT 1 FROM holds h
    WHERE h.tenant_id = NEW.tenant_id AND h.artist_id = NEW.artist_id AND h.expires_at > NEW.updated_at
      AND h.start_at > NEW.start_at - 604800000 - 2 * 86400000 AND h.start_at < NEW.end_at + 2 * 86400000
      AND h.start_at < NEW.end_at + CASE WHEN NEW.event_type_id IS NULL THEN 0 ELSE NEW.buffer_after_ms + h.buffer_before_ms END
    AND h.end_at > NEW.start_at - CASE WHEN NEW.event_type_id IS NULL THEN 0 ELSE NEW.buffer_before_ms + h.buffer_after_ms END
  )
BEGIN
  SELECT RAISE(ABORT, 'held');
END;
--> statement-breakpoint
-- Reminders follow the live appointments. A reminder whose time is past at the booking or the move is not created.
CREATE TRIGGER reminders_of_new AFTER INSERT ON appointments WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND NEW.status = 'SCHEDULED' AND NEW.event_type_id IS NOT NULL
BEGIN
  INSERT INTO reminders (tenant_id, appointment_id, at, created_at)
    SELECT DISTINCT NEW.tenant_id, NEW.id, NEW.start_at - h.value * 3600000, NEW.updated_at
    FROM event_types e JOIN json_each(e.details, '$.reminder_hours') h
    WHERE e.tenant_id = NEW.tenant_id AND e.id = NEW.event_type_id AND NEW.start_at - h.value * 3600000 > NEW.updated_at;
END;
--> statement-breakpoint
CREATE TRIGGER reminders_of_changed AFTER UPDATE ON appointments WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id)
  AND (OLD.status <> NEW.status OR OLD.start_at <> NEW.start_at OR OLD.event_type_id IS NOT NEW.event_type_id)
BEGIN
  DELETE FROM reminders WHERE tenant_id = NEW.tenant_id AND appointment_id = NEW.id;
  INSERT INTO reminders (tenant_id, appointment_id, at, created_at)
    SELECT DISTINCT NEW.tenant_id, NEW.id, NEW.start_at - h.value * 3600000, NEW.updated_at
    FROM event_types e JOIN json_each(e.details, '$.reminder_hours') h
    WHERE NEW.status = 'SCHEDULED' AND e.tenant_id = NEW.tenant_id AND e.id = NEW.event_type_id AND NEW.start_at - h.value * 3600000 > NEW.updated_at;
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_reminders_insert AFTER INSERT ON reminders WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'reminders', json_array(NEW.tenant_id, NEW.appointment_id, NEW.at);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_reminders_update AFTER UPDATE ON reminders WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'reminders', json_array(OLD.tenant_id, OLD.appointment_id, OLD.at) WHERE (OLD.tenant_id, OLD.appointment_id, OLD.at) IS NOT (NEW.tenant_id, NEW.appointment_id, NEW.at);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'reminders', json_array(NEW.tenant_id, NEW.appointment_id, NEW.at);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_reminders_delete AFTER DELETE ON reminders WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'reminders', json_array(OLD.tenant_id, OLD.appointment_id, OLD.at);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_holds_insert AFTER INSERT ON holds WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'holds', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_holds_update AFTER UPDATE ON holds WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'holds', json_array(OLD.tenant_id, OLD.id) WHERE (OLD.tenant_id, OLD.id) IS NOT (NEW.tenant_id, NEW.id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'holds', json_array(NEW.tenant_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_holds_delete AFTER DELETE ON holds WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'holds', json_array(OLD.tenant_id, OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_booking_links_insert AFTER INSERT ON booking_links WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'booking_links', json_array(NEW.tenant_id, NEW.appointment_id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_booking_links_update AFTER UPDATE ON booking_links WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = NEW.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'booking_links', json_array(OLD.tenant_id, OLD.appointment_id) WHERE (OLD.tenant_id, OLD.appointment_id) IS NOT (NEW.tenant_id, NEW.appointment_id);
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT NEW.tenant_id, 'booking_links', json_array(NEW.tenant_id, NEW.appointment_id);
END;
--> statement-breakpoint
CREATE TRIGGER move_journal_booking_links_delete AFTER DELETE ON booking_links WHEN EXISTS (SELECT 1 FROM departures d WHERE d.tenant_id = OLD.tenant_id AND d.departed_at IS NULL AND d.called_off_at IS NULL)
BEGIN
  INSERT INTO move_journal (tenant_id, table_name, key) SELECT OLD.tenant_id, 'booking_links', json_array(OLD.tenant_id, OLD.appointment_id);
END;
