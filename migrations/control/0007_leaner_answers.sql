-- The table becomes its own primary key (WITHOUT ROWID) and loses an index.
CREATE TABLE `__new_idempotency_records` (
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
INSERT INTO `__new_idempotency_records` (`tenant_id`, `credential_id`, `key`, `fingerprint`, `status`, `content_type`, `location`, `etag`, `body`, `sealed`, `expires_at`, `created_at`) SELECT `tenant_id`, `credential_id`, `key`, `fingerprint`, `status`, `content_type`, `location`, `etag`, `body`, `sealed`, `expires_at`, `created_at` FROM `idempotency_records`;
--> statement-breakpoint
DROP TABLE `idempotency_records`;
--> statement-breakpoint
ALTER TABLE `__new_idempotency_records` RENAME TO `idempotency_records`;
