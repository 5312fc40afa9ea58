DROP INDEX `oauth_grants_of_tenant`;--> statement-breakpoint
DROP INDEX `oauth_grants_of_app`;--> statement-breakpoint
CREATE INDEX `oauth_grants_of_tenant` ON `oauth_grants` (`tenant_id`,`revoked_at`,`id`);--> statement-breakpoint
CREATE INDEX `oauth_grants_of_app` ON `oauth_grants` (`app_id`,`revoked_at`,`tenant_id`);--> statement-breakpoint
ALTER TABLE `tenants` ADD `delete_at` integer;--> statement-breakpoint
ALTER TABLE `tenants` ADD `removal_began_at` integer;--> statement-breakpoint
CREATE INDEX `tenants_to_remove` ON `tenants` (`database`,`delete_at`) WHERE "tenants"."delete_at" IS NOT NULL;