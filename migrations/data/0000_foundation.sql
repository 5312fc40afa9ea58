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
	`placement` text,
	`deposit` text,
	`calendar_sequence` integer DEFAULT 0 NOT NULL,
	`metadata` text DEFAULT '{}' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`artist_id`) REFERENCES `artists`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`event_type_id`) REFERENCES `event_types`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "appointments_deposit_held" CHECK(deposit IS NULL OR deposit ->> '$.status' <> 'HELD' OR status = 'SCHEDULED')
);
--> statement-breakpoint
CREATE INDEX `appointments_updated` ON `appointments` (`tenant_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `appointments_start` ON `appointments` (`tenant_id`,`start_at`,`id`);--> statement-breakpoint
CREATE INDEX `appointments_status` ON `appointments` (`tenant_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `appointments_client` ON `appointments` (`tenant_id`,`client_id`,`id`);--> statement-breakpoint
CREATE INDEX `appointments_artist` ON `appointments` (`tenant_id`,`artist_id`,`id`);--> statement-breakpoint
CREATE INDEX `appointments_artist_start` ON `appointments` (`tenant_id`,`artist_id`,`start_at`,`id`);--> statement-breakpoint
CREATE INDEX `appointments_of_event_type` ON `appointments` (`tenant_id`,`event_type_id`,`id`) WHERE "appointments"."event_type_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `appointments_shop` ON `appointments` (`tenant_id`,`shop_id`,`id`) WHERE "appointments"."shop_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `appointments_crm` ON `appointments` (`tenant_id`,`crm_appointment_id`,`id`) WHERE "appointments"."crm_appointment_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `appointments_deposit` ON `appointments` (`tenant_id`,deposit ->> '$.status',`id`) WHERE deposit ->> '$.status' IS NOT NULL;--> statement-breakpoint
CREATE INDEX `appointments_deposit_check` ON `appointments` (`tenant_id`,deposit ->> '$.check_at') WHERE deposit ->> '$.check_at' IS NOT NULL;--> statement-breakpoint
CREATE INDEX `appointments_deposit_due` ON `appointments` (`tenant_id`,deposit ->> '$.due_at',`id`) WHERE deposit ->> '$.status' = 'REQUESTED' AND status = 'SCHEDULED';--> statement-breakpoint
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
	`avatar_picture_id` text,
	`working_hours` text DEFAULT '[]' NOT NULL,
	`metadata` text DEFAULT '{}' NOT NULL,
	`picture_count` integer DEFAULT 0 NOT NULL,
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
	`recent_changes` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `audit_entries_resource` ON `audit_entries` (`tenant_id`,`resource_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_entries_request` ON `audit_entries` (`tenant_id`,`request_id`,`id`) WHERE substr("request_id", 1, 12) <> 'req_' || substr("id", 5, 8);--> statement-breakpoint
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
CREATE TABLE `calendar_feeds` (
	`tenant_id` text NOT NULL,
	`owner_id` text NOT NULL,
	`hash` text NOT NULL,
	`details` text NOT NULL,
	`last_read_at` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `owner_id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_feeds_hash` ON `calendar_feeds` (`tenant_id`,`hash`);--> statement-breakpoint
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
	`queued_until` integer DEFAULT 0 NOT NULL,
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
CREATE INDEX `time_blocks_of_tenant` ON `time_blocks` (`tenant_id`,`id`);--> statement-breakpoint
CREATE INDEX `time_blocks_listed` ON `time_blocks` (`tenant_id`,`artist_id`,`id`);--> statement-breakpoint
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
	`language` text,
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
CREATE INDEX `clients_artist` ON `clients` (`tenant_id`,`assigned_artist_id`,`id`) WHERE "clients"."assigned_artist_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `clients_source` ON `clients` (`tenant_id`,`source`,`id`) WHERE "clients"."source" IS NOT NULL;--> statement-breakpoint
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
CREATE INDEX `event_types_of_slug` ON `event_types` (`tenant_id`,`slug`,`id`);--> statement-breakpoint
CREATE INDEX `event_types_of_artist` ON `event_types` (`tenant_id`,`artist_id`,`id`);--> statement-breakpoint
CREATE INDEX `event_types_updated` ON `event_types` (`tenant_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE TABLE `event_sequences` (
	`tenant_id` text PRIMARY KEY NOT NULL,
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
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `events_sequence` ON `events` (`tenant_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `events_type` ON `events` (`tenant_id`,`type`,`id`);--> statement-breakpoint
CREATE INDEX `events_type_sequence` ON `events` (`tenant_id`,`type`,`sequence`);--> statement-breakpoint
CREATE INDEX `events_client` ON `events` (`tenant_id`,"data" ->> '$.clientId',`id`) WHERE "data" ->> '$.clientId' IS NOT NULL;--> statement-breakpoint
CREATE TABLE `export_pieces` (
	`tenant_id` text NOT NULL,
	`export_id` text NOT NULL,
	`n` integer NOT NULL,
	`file` text,
	`offset` integer,
	`size_bytes` integer DEFAULT 0 NOT NULL,
	`records` integer DEFAULT 0 NOT NULL,
	`pictures` integer DEFAULT 0 NOT NULL,
	`files` text,
	`bucket` text NOT NULL,
	`object_key` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `export_id`, `n`)
);
--> statement-breakpoint
CREATE INDEX `export_pieces_offset` ON `export_pieces` (`tenant_id`,`export_id`,`offset`);--> statement-breakpoint
CREATE TABLE `form_submissions` (
	`id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`form_id` text NOT NULL,
	`client_id` text,
	`email_key` text,
	`lead_id` text,
	`idea_id` text,
	`submission_data` text NOT NULL,
	`signature` text,
	`signer_name` text,
	`signed_at` integer,
	`ip_address` text,
	`picture_count` integer DEFAULT 0 NOT NULL,
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
CREATE INDEX `form_submissions_email` ON `form_submissions` (`tenant_id`,`email_key`,`id`) WHERE "form_submissions"."email_key" IS NOT NULL;--> statement-breakpoint
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
	`search_words` text DEFAULT '[]' NOT NULL,
	`details` text DEFAULT '{}' NOT NULL,
	`metadata` text DEFAULT '{}' NOT NULL,
	`picture_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`artist_id`) REFERENCES `artists`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `ideas_updated` ON `ideas` (`tenant_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `ideas_stage` ON `ideas` (`tenant_id`,`stage`,`id`);--> statement-breakpoint
CREATE INDEX `ideas_client` ON `ideas` (`tenant_id`,`client_id`,`id`);--> statement-breakpoint
CREATE INDEX `ideas_artist` ON `ideas` (`tenant_id`,`artist_id`,`id`) WHERE "ideas"."artist_id" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `import_rows` (
	`tenant_id` text NOT NULL,
	`import_id` text NOT NULL,
	`row` integer NOT NULL,
	`outcome` text NOT NULL,
	`reason` text,
	`client_id` text,
	`cells` text,
	PRIMARY KEY(`tenant_id`, `import_id`, `row`)
);
--> statement-breakpoint
CREATE INDEX `import_rows_outcome` ON `import_rows` (`tenant_id`,`import_id`,`outcome`,`row`);--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`input` text NOT NULL,
	`position` text,
	`result` text NOT NULL,
	`done` integer DEFAULT 0 NOT NULL,
	`total` integer,
	`error` text,
	`bucket` text,
	`object_key` text,
	`object_bytes` integer DEFAULT 0 NOT NULL,
	`actor_type` text NOT NULL,
	`actor_id` text,
	`request_id` text NOT NULL,
	`ip_address` text,
	`test_mode` integer DEFAULT false NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`turn` integer NOT NULL,
	`finished_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `jobs_turn` ON `jobs` (`turn`,`id`) WHERE "jobs"."finished_at" IS NULL;--> statement-breakpoint
CREATE INDEX `jobs_open` ON `jobs` (`tenant_id`,`kind`) WHERE "jobs"."finished_at" IS NULL;--> statement-breakpoint
CREATE INDEX `jobs_updated` ON `jobs` (`tenant_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `jobs_exports` ON `jobs` (`finished_at`) WHERE "jobs"."kind" = 'export' AND "jobs"."position" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `jobs_finished` ON `jobs` (`finished_at`) WHERE "jobs"."finished_at" IS NOT NULL;--> statement-breakpoint
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
	`search_words` text DEFAULT '[]' NOT NULL,
	`metadata` text DEFAULT '{}' NOT NULL,
	`picture_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`assigned_artist_id`) REFERENCES `artists`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `leads_updated` ON `leads` (`tenant_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `leads_stage` ON `leads` (`tenant_id`,`stage`,`id`);--> statement-breakpoint
CREATE INDEX `leads_artist` ON `leads` (`tenant_id`,`assigned_artist_id`,`id`) WHERE "leads"."assigned_artist_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `leads_email` ON `leads` (`tenant_id`,lower("email"),`id`) WHERE lower("email") IS NOT NULL;--> statement-breakpoint
CREATE INDEX `leads_source` ON `leads` (`tenant_id`,`source`,`id`) WHERE "leads"."source" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `leads_client` ON `leads` (`tenant_id`,`client_id`,`id`) WHERE "leads"."client_id" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `object_removals` (
	`object_key` text PRIMARY KEY NOT NULL,
	`bucket` text NOT NULL,
	`due_at` integer,
	`begun` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX `object_removals_due` ON `object_removals` (`due_at`);--> statement-breakpoint
CREATE TABLE `pictures` (
	`id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`owner_type` text NOT NULL,
	`owner_id` text NOT NULL,
	`content_type` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`size_bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`caption` text,
	`position` integer NOT NULL,
	`bucket` text NOT NULL,
	`object_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `pictures_owner` ON `pictures` (`tenant_id`,`owner_id`,`position`);--> statement-breakpoint
CREATE INDEX `pictures_unused` ON `pictures` (`created_at`) WHERE "pictures"."owner_type" = 'form';--> statement-breakpoint
CREATE TABLE `shops` (
	`id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`timezone` text NOT NULL,
	`language` text DEFAULT 'en' NOT NULL,
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
CREATE TABLE `studios` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`state` text DEFAULT 'OPEN' NOT NULL,
	`effects` integer NOT NULL,
	`changes_forgotten_to` text DEFAULT '' NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`timezone` text NOT NULL,
	`plan` text NOT NULL,
	`arrived_at` integer DEFAULT 0 NOT NULL,
	`accent_color` text,
	`logo_id` text,
	`logo_width` integer,
	`logo_height` integer
);
--> statement-breakpoint
CREATE TABLE `endpoint_work` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`kind` text NOT NULL,
	`position` integer NOT NULL,
	`position_id` text DEFAULT '' NOT NULL,
	`until` integer NOT NULL,
	`count` integer,
	`stepped_at` integer NOT NULL,
	`steps` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `endpoint_work_turn` ON `endpoint_work` (`stepped_at`,`id`);--> statement-breakpoint
CREATE INDEX `endpoint_work_endpoint` ON `endpoint_work` (`tenant_id`,`endpoint_id`,`kind`);--> statement-breakpoint
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
	`round` integer DEFAULT 1 NOT NULL,
	`rows_copied` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `departures` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`move_id` text NOT NULL,
	`number` integer DEFAULT 0 NOT NULL,
	`to_database` text NOT NULL,
	`closed_at` integer,
	`departed_at` integer,
	`called_off_at` integer
);
--> statement-breakpoint
CREATE INDEX `departures_leaving` ON `departures` (`tenant_id`) WHERE "departures"."departed_at" IS NULL AND "departures"."called_off_at" IS NULL;--> statement-breakpoint
CREATE TABLE `scan_positions` (
	`step` text PRIMARY KEY NOT NULL,
	`position` text NOT NULL
);
--> statement-breakpoint
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
	`after_row` integer NOT NULL,
	`after_key` text
);
--> statement-breakpoint
CREATE TABLE `deliveries` (
	`tenant_id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`id` text NOT NULL,
	`event_id` text NOT NULL,
	`event_type` text NOT NULL,
	`missed` integer DEFAULT false NOT NULL,
	`record_id` text,
	`sequence` integer,
	`status` text NOT NULL,
	`attempt_count` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer,
	`replaying` integer DEFAULT false NOT NULL,
	`leased_until` integer DEFAULT 0 NOT NULL,
	`queued_until` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`test_body` text,
	`attempts` text DEFAULT '[]' NOT NULL,
	PRIMARY KEY(`tenant_id`, `endpoint_id`, `id`),
	FOREIGN KEY (`tenant_id`,`endpoint_id`) REFERENCES `webhook_endpoints`(`tenant_id`,`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `deliveries_due` ON `deliveries` (`tenant_id`,`endpoint_id`,`next_attempt_at`) WHERE "deliveries"."status" = 'PENDING';--> statement-breakpoint
CREATE INDEX `deliveries_leased` ON `deliveries` (`tenant_id`,`endpoint_id`,`leased_until`) WHERE "deliveries"."leased_until" > 0;--> statement-breakpoint
CREATE INDEX `deliveries_dead` ON `deliveries` (`tenant_id`,`endpoint_id`,`id`) WHERE "deliveries"."status" = 'DEAD';--> statement-breakpoint
CREATE INDEX `deliveries_changed` ON `deliveries` (`tenant_id`,`endpoint_id`,`updated_at`,`id`) WHERE "deliveries"."updated_at" > "deliveries"."created_at" + 60000;--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_missed` ON `deliveries` (`tenant_id`,`event_id`,`endpoint_id`) WHERE "deliveries"."missed" = 1;--> statement-breakpoint
CREATE INDEX `deliveries_tests` ON `deliveries` (`tenant_id`,`endpoint_id`,`next_attempt_at`) WHERE "deliveries"."status" = 'PENDING' AND "deliveries"."test_body" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `deliveries_record` ON `deliveries` (`tenant_id`,`endpoint_id`,`record_id`,`sequence`) WHERE "deliveries"."status" = 'PENDING' AND "deliveries"."record_id" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `endpoint_hours` (
	`tenant_id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`slot` integer NOT NULL,
	`hour` integer NOT NULL,
	`succeeded` integer NOT NULL,
	`failed` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`slowest_ms` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `endpoint_id`, `slot`),
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
	`number` integer NOT NULL,
	`ordered` integer DEFAULT false NOT NULL,
	`asymmetric` integer DEFAULT false NOT NULL,
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
CREATE UNIQUE INDEX `webhook_endpoints_number` ON `webhook_endpoints` (`tenant_id`,`number`);--> statement-breakpoint
CREATE INDEX `webhook_endpoints_updated` ON `webhook_endpoints` (`tenant_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_endpoints_status` ON `webhook_endpoints` (`tenant_id`,`status`,`id`) WHERE "webhook_endpoints"."trigger" IS NULL AND "webhook_endpoints"."deleted_at" IS NULL;--> statement-breakpoint
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
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `mails` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`kind` text NOT NULL,
	`data` text NOT NULL,
	`leased_until` integer DEFAULT 0 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `mails_urgent` ON `mails` (`tenant_id`,`leased_until`) WHERE "mails"."kind" <> 'booking_reminder';--> statement-breakpoint
CREATE INDEX `mails_reminders` ON `mails` (`tenant_id`,`leased_until`) WHERE "mails"."kind" = 'booking_reminder';--> statement-breakpoint
CREATE TABLE `scheduled_runs` (
	`id` integer PRIMARY KEY NOT NULL,
	`began_at` integer DEFAULT 0 NOT NULL,
	`leased_until` integer DEFAULT 0 NOT NULL,
	`steps` text DEFAULT '{}' NOT NULL
);--> statement-breakpoint
-- The statements up to here are generated from src/platform/db/tables/. Those that follow are written by hand.

-- The events by the record that they are about, of those that have no audit entry about it (found-by-entries.ts). Its
-- expression has commas, which the generator of migrations would take for the ends of columns.
CREATE INDEX `events_about` ON `events` (`tenant_id`, "data" ->> ('$.' || CASE substr("type", 1, instr("type", '.') - 1) WHEN 'appointment' THEN 'appointmentId' WHEN 'lead' THEN 'leadId' WHEN 'client' THEN 'clientId' WHEN 'form_submission' THEN 'formSubmissionId' WHEN 'consent_submission' THEN 'formSubmissionId' WHEN 'idea' THEN 'ideaId' WHEN 'message' THEN 'messageId' WHEN 'payment' THEN 'paymentId' WHEN 'payout' THEN 'payoutId' WHEN 'deposit' THEN 'depositId' WHEN 'artist' THEN 'artistId' WHEN 'shop' THEN 'shopId' WHEN 'subscription' THEN 'tenantId' WHEN 'booking_link' THEN 'bookingLinkId' END), `id`)
  WHERE "actor_type" IN ('system', 'operator');
--> statement-breakpoint
-- The search index of clients. A word begins with its tenant, which has 32 characters, and is indexed by each prefix of up
-- to 16 more. The rowid is a number that rises with the ids: their digits 2 to 16. Clients whose ids begin alike share
-- one. The table holds no texts, because the words are in the clients' rows.
CREATE VIRTUAL TABLE client_search USING fts5(words, content='', columnsize=0, detail=none, tokenize='ascii',
  prefix='33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48');
--> statement-breakpoint
CREATE TRIGGER client_search_insert AFTER INSERT ON clients
BEGIN
  INSERT INTO client_search (rowid, words)
    SELECT ('0x' || substr(NEW.id, 6, 15)) ->> '$', group_concat(substr(NEW.tenant_id, 5) || value, ' ') FROM json_each(NEW.search_words);
END;
--> statement-breakpoint
-- Removing the words of a client also removes those that it shares with others of its rowid, so theirs are added again.
CREATE TRIGGER client_search_update AFTER UPDATE OF search_words ON clients WHEN NEW.search_words <> OLD.search_words
BEGIN
  INSERT INTO client_search (client_search, rowid, words)
    SELECT 'delete', ('0x' || substr(OLD.id, 6, 15)) ->> '$', group_concat(substr(OLD.tenant_id, 5) || value, ' ') FROM json_each(OLD.search_words);
  INSERT INTO client_search (rowid, words)
    SELECT ('0x' || substr(OLD.id, 6, 15)) ->> '$', group_concat(substr(OLD.tenant_id, 5) || w.value, ' ') FROM clients c JOIN json_each(c.search_words) w
      WHERE c.tenant_id = OLD.tenant_id AND c.id BETWEEN substr(OLD.id, 1, 20) AND substr(OLD.id, 1, 20) || 'g';
END;
--> statement-breakpoint
CREATE TRIGGER client_search_delete AFTER DELETE ON clients
BEGIN
  INSERT INTO client_search (client_search, rowid, words)
    SELECT 'delete', ('0x' || substr(OLD.id, 6, 15)) ->> '$', group_concat(substr(OLD.tenant_id, 5) || value, ' ') FROM json_each(OLD.search_words);
  INSERT INTO client_search (rowid, words)
    SELECT ('0x' || substr(OLD.id, 6, 15)) ->> '$', group_concat(substr(OLD.tenant_id, 5) || w.value, ' ') FROM clients c JOIN json_each(c.search_words) w
      WHERE c.tenant_id = OLD.tenant_id AND c.id BETWEEN substr(OLD.id, 1, 20) AND substr(OLD.id, 1, 20) || 'g';
END;
--> statement-breakpoint
-- SQLite does not fail when an update finds no row or when a condition has become false. It would commit the rest of
-- the batch. Therefore the batch inserts a row here. If the row's condition is false or null, the trigger aborts the
-- whole batch with an error that names the reason. The table never keeps a row.
CREATE TRIGGER commit_guard_insert BEFORE INSERT ON commit_guard
BEGIN
  SELECT RAISE(ABORT, NEW.reason) WHERE NEW.holds IS NOT 1;
  SELECT RAISE(IGNORE);
END;
--> statement-breakpoint
-- The following triggers do not check the rows of a tenant that arrives from another database, which has checked them.

-- Two live appointments of one artist never overlap, even if requests race. The same applies to their buffers, and the
-- buffers of two neighbours add up. For an appointment without event type only the appointments themselves count.
-- An appointment lasts at most 7 days (604800000 ms) and a buffer at most 1 day (86400000 ms), so a range of starts
-- finds every neighbour. An appointment that gets an event type, or another one, is checked like one that moves.
CREATE TRIGGER appointments_conflict_insert BEFORE INSERT ON appointments WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND (NEW.status = 'SCHEDULED' AND EXISTS (
  SELECT 1 FROM appointments o
  WHERE o.tenant_id = NEW.tenant_id AND o.artist_id = NEW.artist_id AND o.status = 'SCHEDULED'
    AND o.start_at > NEW.start_at - 604800000 - 2 * 86400000 AND o.start_at < NEW.end_at + 2 * 86400000
    AND o.start_at < NEW.end_at + iif(NEW.event_type_id IS NULL, 0, NEW.buffer_after_ms + o.buffer_before_ms)
    AND o.end_at > NEW.start_at - iif(NEW.event_type_id IS NULL, 0, NEW.buffer_before_ms + o.buffer_after_ms)
))
BEGIN
  SELECT RAISE(ABORT, 'appointment_conflict');
END;
--> statement-breakpoint
CREATE TRIGGER appointments_conflict_update BEFORE UPDATE ON appointments WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND (NEW.status = 'SCHEDULED'
  AND (OLD.status <> 'SCHEDULED' OR OLD.start_at <> NEW.start_at OR OLD.end_at <> NEW.end_at OR OLD.artist_id <> NEW.artist_id
    OR (NEW.event_type_id IS NOT NULL AND (OLD.event_type_id IS NOT NEW.event_type_id OR NEW.buffer_before_ms > OLD.buffer_before_ms OR NEW.buffer_after_ms > OLD.buffer_after_ms)))
  AND EXISTS (
    SELECT 1 FROM appointments o
    WHERE o.tenant_id = NEW.tenant_id AND o.artist_id = NEW.artist_id AND o.status = 'SCHEDULED' AND o.id <> NEW.id
      AND o.start_at > NEW.start_at - 604800000 - 2 * 86400000 AND o.start_at < NEW.end_at + 2 * 86400000
      AND o.start_at < NEW.end_at + iif(NEW.event_type_id IS NULL, 0, NEW.buffer_after_ms + o.buffer_before_ms)
      AND o.end_at > NEW.start_at - iif(NEW.event_type_id IS NULL, 0, NEW.buffer_before_ms + o.buffer_after_ms)
  ))
BEGIN
  SELECT RAISE(ABORT, 'appointment_conflict');
END;
--> statement-breakpoint
-- The daily cap of the artist, over the local day in the row. An appointment without event type counts, but the cap does
-- not refuse it. A time that a visitor of the booking page holds takes a place of its day, too.
CREATE TRIGGER appointments_cap_insert BEFORE INSERT ON appointments
  WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND (NEW.status = 'SCHEDULED' AND NEW.event_type_id IS NOT NULL AND (
    SELECT count(*) FROM appointments o
    WHERE o.tenant_id = NEW.tenant_id AND o.artist_id = NEW.artist_id AND o.status = 'SCHEDULED'
      AND o.start_at >= NEW.day_start_at AND o.start_at < NEW.day_end_at
  ) + (
    SELECT count(*) FROM holds h
    WHERE h.tenant_id = NEW.tenant_id AND h.artist_id = NEW.artist_id AND h.expires_at > NEW.updated_at
      AND h.start_at >= NEW.day_start_at AND h.start_at < NEW.day_end_at
  ) >= (SELECT a.max_appointments_per_day FROM artists a WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW.artist_id))
BEGIN
  SELECT RAISE(ABORT, 'max_appointments_per_day');
END;
--> statement-breakpoint
CREATE TRIGGER appointments_cap_update BEFORE UPDATE ON appointments
  WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND (NEW.status = 'SCHEDULED' AND NEW.event_type_id IS NOT NULL
  AND (OLD.status <> 'SCHEDULED' OR OLD.start_at <> NEW.start_at OR OLD.end_at <> NEW.end_at OR OLD.event_type_id IS NOT NEW.event_type_id)
  AND (
    SELECT count(*) FROM appointments o
    WHERE o.tenant_id = NEW.tenant_id AND o.artist_id = NEW.artist_id AND o.status = 'SCHEDULED' AND o.id <> NEW.id
      AND o.start_at >= NEW.day_start_at AND o.start_at < NEW.day_end_at
  ) + (
    SELECT count(*) FROM holds h
    WHERE h.tenant_id = NEW.tenant_id AND h.artist_id = NEW.artist_id AND h.expires_at > NEW.updated_at
      AND h.start_at >= NEW.day_start_at AND h.start_at < NEW.day_end_at
  ) >= (SELECT a.max_appointments_per_day FROM artists a WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW.artist_id))
BEGIN
  SELECT RAISE(ABORT, 'max_appointments_per_day');
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
CREATE TRIGGER appointments_held_insert BEFORE INSERT ON appointments WHEN NOT EXISTS (SELECT 1 FROM arrivals v WHERE v.tenant_id = NEW.tenant_id) AND NEW.status = 'SCHEDULED' AND EXISTS (
  SELECT 1 FROM holds h
  WHERE h.tenant_id = NEW.tenant_id AND h.artist_id = NEW.artist_id AND h.expires_at > NEW.updated_at
    AND h.start_at > NEW.start_at - 604800000 - 2 * 86400000 AND h.start_at < NEW.end_at + 2 * 86400000
    AND h.start_at < NEW.end_at + iif(NEW.event_type_id IS NULL, 0, NEW.buffer_after_ms + h.buffer_before_ms)
    AND h.end_at > NEW.start_at - iif(NEW.event_type_id IS NULL, 0, NEW.buffer_before_ms + h.buffer_after_ms)
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
      AND h.start_at < NEW.end_at + iif(NEW.event_type_id IS NULL, 0, NEW.buffer_after_ms + h.buffer_before_ms)
    AND h.end_at > NEW.start_at - iif(NEW.event_type_id IS NULL, 0, NEW.buffer_before_ms + h.buffer_after_ms)
  )
BEGIN
  SELECT RAISE(ABORT, 'held');
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
-- A deleted record takes its pictures with it. A deleted picture names its object, which the schedule removes later. If
-- the studio is not at home, its rows are copies of a move, and the objects belong to the other database.
CREATE TRIGGER pictures_removal AFTER DELETE ON pictures
WHEN EXISTS (SELECT 1 FROM studios WHERE tenant_id = OLD.tenant_id AND state IN ('OPEN', 'DELETING'))
BEGIN
  INSERT INTO object_removals (object_key, bucket) VALUES (OLD.object_key, OLD.bucket) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER pictures_of_ideas AFTER DELETE ON ideas WHEN OLD.picture_count > 0
BEGIN
  DELETE FROM pictures WHERE tenant_id = OLD.tenant_id AND owner_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER pictures_of_leads AFTER DELETE ON leads WHEN OLD.picture_count > 0
BEGIN
  DELETE FROM pictures WHERE tenant_id = OLD.tenant_id AND owner_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER pictures_of_artists AFTER DELETE ON artists WHEN OLD.picture_count > 0
BEGIN
  DELETE FROM pictures WHERE tenant_id = OLD.tenant_id AND owner_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER pictures_of_form_submissions AFTER DELETE ON form_submissions WHEN OLD.picture_count > 0
BEGIN
  DELETE FROM pictures WHERE tenant_id = OLD.tenant_id AND owner_id = OLD.id;
END;
--> statement-breakpoint
-- The bytes of a picture no longer count once it is deleted, by itself or with its record. Those of a picture that waits
-- for a submission have not counted. A studio that is removed, or whose rows are copies of a move, counts nothing.
CREATE TRIGGER pictures_freed_bytes AFTER DELETE ON pictures
WHEN OLD.owner_type <> 'form' AND EXISTS (SELECT 1 FROM studios WHERE tenant_id = OLD.tenant_id AND state = 'OPEN')
BEGIN
  UPDATE stored_bytes SET added = added - OLD.size_bytes, added_meanwhile = added_meanwhile - OLD.size_bytes
  WHERE tenant_id = OLD.tenant_id;
END;
--> statement-breakpoint
-- An object that long work gives up is removed like that of a picture, and its bytes no longer count.
CREATE TRIGGER jobs_object_dropped AFTER UPDATE OF object_key ON jobs
WHEN OLD.object_key IS NOT NULL AND NEW.object_key IS NOT OLD.object_key
BEGIN
  INSERT INTO object_removals (object_key, bucket) VALUES (OLD.object_key, OLD.bucket) ON CONFLICT DO NOTHING;
  UPDATE stored_bytes SET added = added - OLD.object_bytes, added_meanwhile = added_meanwhile - OLD.object_bytes
  WHERE tenant_id = OLD.tenant_id;
END;
--> statement-breakpoint
CREATE TRIGGER jobs_removal AFTER DELETE ON jobs
WHEN OLD.object_key IS NOT NULL AND EXISTS (SELECT 1 FROM studios WHERE tenant_id = OLD.tenant_id AND state IN ('OPEN', 'DELETING'))
BEGIN
  INSERT INTO object_removals (object_key, bucket) VALUES (OLD.object_key, OLD.bucket) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- The objects of an export that is dropped. They are copies, so nobody waits for their removal.
CREATE TRIGGER export_pieces_removal AFTER DELETE ON export_pieces
WHEN EXISTS (SELECT 1 FROM studios WHERE tenant_id = OLD.tenant_id AND state IN ('OPEN', 'DELETING'))
BEGIN
  INSERT INTO object_removals (object_key, bucket) VALUES (OLD.object_key, OLD.bucket) ON CONFLICT DO NOTHING;
END;
