ALTER TABLE `oauth_apps` ADD `deleted_at` integer;--> statement-breakpoint
CREATE INDEX `oauth_apps_deleted` ON `oauth_apps` (`deleted_at`) WHERE "oauth_apps"."deleted_at" IS NOT NULL;