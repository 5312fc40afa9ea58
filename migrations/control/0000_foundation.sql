CREATE TABLE `answers_elsewhere` (
	`credential_id` text NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`tenant_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`credential_id`, `key`)
);
--> statement-breakpoint
CREATE INDEX `answers_elsewhere_expiry` ON `answers_elsewhere` (`expires_at`);--> statement-breakpoint
CREATE TABLE `api_key_values` (
	`hash` text PRIMARY KEY NOT NULL,
	`key_id` text NOT NULL,
	`hint` text NOT NULL,
	`good_until` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`key_id`) REFERENCES `api_keys`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_key_values_current` ON `api_key_values` (`key_id`) WHERE "api_key_values"."good_until" IS NULL;--> statement-breakpoint
CREATE INDEX `api_key_values_key` ON `api_key_values` (`key_id`,`good_until`);--> statement-breakpoint
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`name` text NOT NULL,
	`mode` text NOT NULL,
	`status` text NOT NULL,
	`scopes` text NOT NULL,
	`ip_allowlist` text NOT NULL,
	`expires_at` integer,
	`rate_limit_tier` text,
	`rate_limit_per_minute` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `api_keys_tenant` ON `api_keys` (`tenant_id`,`id`);--> statement-breakpoint
CREATE INDEX `api_keys_updated` ON `api_keys` (`tenant_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE TABLE `booking_addresses` (
	`slug` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`held_until` integer
);
--> statement-breakpoint
CREATE INDEX `booking_addresses_tenant` ON `booking_addresses` (`tenant_id`);--> statement-breakpoint
CREATE INDEX `booking_addresses_held` ON `booking_addresses` (`held_until`) WHERE "booking_addresses"."held_until" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `databases` (
	`id` text PRIMARY KEY NOT NULL,
	`size_bytes` integer DEFAULT 0 NOT NULL,
	`placed_since` integer DEFAULT 0 NOT NULL,
	`away_since` integer,
	`created_at` integer DEFAULT 0 NOT NULL,
	`updated_at` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `effects` (
	`tenant_id` text NOT NULL,
	`number` integer NOT NULL,
	`id` text NOT NULL,
	`statements` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `number`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `effects_id` ON `effects` (`id`);--> statement-breakpoint
CREATE INDEX `effects_created` ON `effects` (`created_at`);--> statement-breakpoint
CREATE TABLE `gate_notices` (
	`app_id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`revision` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`app_id`, `tenant_id`),
	FOREIGN KEY (`app_id`) REFERENCES `oauth_apps`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `gate_notices_created` ON `gate_notices` (`created_at`);--> statement-breakpoint
CREATE TABLE `oauth_access_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`grant_id` text NOT NULL,
	`scopes` text NOT NULL,
	`audience` text,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`grant_id`) REFERENCES `oauth_grants`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `oauth_access_tokens_grant` ON `oauth_access_tokens` (`grant_id`);--> statement-breakpoint
CREATE INDEX `oauth_access_tokens_expiry` ON `oauth_access_tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `oauth_apps` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`client_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`homepage_url` text,
	`logo_url` text,
	`redirect_uris` text NOT NULL,
	`scopes` text NOT NULL,
	`type` text NOT NULL,
	`first_party` integer DEFAULT false NOT NULL,
	`native` integer DEFAULT false NOT NULL,
	`command_line` integer DEFAULT false NOT NULL,
	`status` text NOT NULL,
	`document_tried_at` integer,
	`document_read_at` integer,
	`document_fault` text,
	`deleted_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `oauth_apps_client` ON `oauth_apps` (`client_id`);--> statement-breakpoint
CREATE INDEX `oauth_apps_tenant` ON `oauth_apps` (`tenant_id`,`id`);--> statement-breakpoint
CREATE INDEX `oauth_apps_updated` ON `oauth_apps` (`updated_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `oauth_apps_command_line` ON `oauth_apps` (`command_line`) WHERE "oauth_apps"."command_line" = 1;--> statement-breakpoint
CREATE INDEX `oauth_apps_deleted` ON `oauth_apps` (`deleted_at`) WHERE "oauth_apps"."deleted_at" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `oauth_client_secrets` (
	`hash` text PRIMARY KEY NOT NULL,
	`app_id` text NOT NULL,
	`hint` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`app_id`) REFERENCES `oauth_apps`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `oauth_client_secrets_app` ON `oauth_client_secrets` (`app_id`);--> statement-breakpoint
CREATE TABLE `oauth_codes` (
	`hash` text PRIMARY KEY NOT NULL,
	`grant_id` text NOT NULL,
	`app_id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`user_id` text NOT NULL,
	`redirect_uri` text NOT NULL,
	`code_challenge` text NOT NULL,
	`scopes` text NOT NULL,
	`audience` text,
	`expires_at` integer NOT NULL,
	`redeemed_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`app_id`) REFERENCES `oauth_apps`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `oauth_codes_grant` ON `oauth_codes` (`grant_id`);--> statement-breakpoint
CREATE INDEX `oauth_codes_user` ON `oauth_codes` (`user_id`);--> statement-breakpoint
CREATE INDEX `oauth_codes_app` ON `oauth_codes` (`app_id`);--> statement-breakpoint
CREATE INDEX `oauth_codes_tenant` ON `oauth_codes` (`tenant_id`);--> statement-breakpoint
CREATE INDEX `oauth_codes_unredeemed` ON `oauth_codes` (`expires_at`) WHERE "oauth_codes"."redeemed_at" IS NULL;--> statement-breakpoint
CREATE TABLE `oauth_grants` (
	`id` text PRIMARY KEY NOT NULL,
	`app_id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`user_id` text NOT NULL,
	`scopes` text NOT NULL,
	`audience` text,
	`access_token_family` text NOT NULL,
	`refresh_token_family` text NOT NULL,
	`refresh_token` text NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`revoked_reason` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`app_id`) REFERENCES `oauth_apps`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `oauth_grants_of_tenant` ON `oauth_grants` (`tenant_id`,`revoked_at`,`id`);--> statement-breakpoint
CREATE INDEX `oauth_grants_of_app` ON `oauth_grants` (`app_id`,`revoked_at`,`tenant_id`);--> statement-breakpoint
CREATE INDEX `oauth_grants_expiry` ON `oauth_grants` (`expires_at`);--> statement-breakpoint
CREATE INDEX `oauth_grants_user` ON `oauth_grants` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `oauth_grants_access_token_family` ON `oauth_grants` (`access_token_family`);--> statement-breakpoint
CREATE UNIQUE INDEX `oauth_grants_refresh_token_family` ON `oauth_grants` (`refresh_token_family`);--> statement-breakpoint
CREATE TABLE `email_changes` (
	`hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `email_changes_user` ON `email_changes` (`user_id`);--> statement-breakpoint
CREATE INDEX `email_changes_expiry` ON `email_changes` (`expires_at`);--> statement-breakpoint
CREATE TABLE `invitations` (
	`tenant_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`hash` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `user_id`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_hash` ON `invitations` (`hash`);--> statement-breakpoint
CREATE INDEX `invitations_user` ON `invitations` (`user_id`);--> statement-breakpoint
CREATE TABLE `memberships` (
	`tenant_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text DEFAULT 'OWNER' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer DEFAULT 0 NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `user_id`),
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `memberships_user` ON `memberships` (`user_id`);--> statement-breakpoint
CREATE TABLE `password_resets` (
	`hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `password_resets_user` ON `password_resets` (`user_id`);--> statement-breakpoint
CREATE INDEX `password_resets_expiry` ON `password_resets` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	`id` text,
	`browser` text,
	`network` text,
	`last_used_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`name` text,
	`password_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_key` ON `users` (`email_key`);--> statement-breakpoint
CREATE TABLE `tenant_moves` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`number` integer DEFAULT 1 NOT NULL,
	`from_database` text NOT NULL,
	`to_database` text NOT NULL,
	`status` text NOT NULL,
	`rows_copied` integer DEFAULT 0 NOT NULL,
	`rows_total` integer DEFAULT 0 NOT NULL,
	`longest_refusal_ms` integer DEFAULT 0 NOT NULL,
	`error` text,
	`leased_until` integer DEFAULT 0 NOT NULL,
	`progressed_at` integer DEFAULT 0 NOT NULL,
	`updated_at` integer DEFAULT 0 NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`tenant_id`) REFERENCES `tenants`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `tenant_moves_tenant` ON `tenant_moves` (`tenant_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `tenant_moves_under_way` ON `tenant_moves` (`tenant_id`) WHERE "tenant_moves"."finished_at" IS NULL;--> statement-breakpoint
CREATE INDEX `tenant_moves_unfinished` ON `tenant_moves` (`leased_until`) WHERE "tenant_moves"."finished_at" IS NULL;--> statement-breakpoint
CREATE TABLE `tenants` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`plan` text NOT NULL,
	`email` text NOT NULL,
	`timezone` text NOT NULL,
	`subscription_status` text NOT NULL,
	`trial_ends_at` integer,
	`trial_ending_sent_at` integer,
	`credential_version` integer DEFAULT 1 NOT NULL,
	`database` text NOT NULL,
	`region` text DEFAULT 'any' NOT NULL,
	`effects` integer DEFAULT 0 NOT NULL,
	`delete_at` integer,
	`removal_began_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `tenants_email` ON `tenants` (lower("email"),`id`);--> statement-breakpoint
CREATE INDEX `tenants_name` ON `tenants` (lower("name"),`id`);--> statement-breakpoint
CREATE INDEX `tenants_plan` ON `tenants` (`plan`,`id`);--> statement-breakpoint
CREATE INDEX `tenants_subscription` ON `tenants` (`subscription_status`,`id`);--> statement-breakpoint
CREATE INDEX `tenants_updated` ON `tenants` (`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `tenants_database` ON `tenants` (`database`);--> statement-breakpoint
CREATE INDEX `tenants_to_remove` ON `tenants` (`database`,`delete_at`) WHERE "tenants"."delete_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `tenants_trial_ends_at` ON `tenants` (`trial_ends_at`) WHERE "tenants"."subscription_status" = 'trialing' AND "tenants"."trial_ending_sent_at" IS NULL;--> statement-breakpoint
CREATE TABLE `webhook_keys` (
	`number` integer PRIMARY KEY NOT NULL,
	`kid` text NOT NULL,
	`public_key` text NOT NULL,
	`private_key` text NOT NULL,
	`published_until` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
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
);
--> statement-breakpoint
-- The statements up to here are generated from src/platform/db/tables/. Those that follow are written by hand.

-- SQLite does not fail when an update finds no row or when a condition has become false. It would commit the rest of
-- the batch. Therefore the batch inserts a row here. If the row's condition is false or null, the trigger aborts the
-- whole batch with an error that names the reason. The table never keeps a row.
CREATE TRIGGER commit_guard_insert BEFORE INSERT ON commit_guard
BEGIN
  SELECT RAISE(ABORT, NEW.reason) WHERE NEW.holds IS NOT 1;
  SELECT RAISE(IGNORE);
END;
