DROP INDEX `oauth_apps_tenant`;--> statement-breakpoint
CREATE INDEX `oauth_apps_tenant` ON `oauth_apps` (`tenant_id`,`id`);--> statement-breakpoint
CREATE INDEX `tenants_email` ON `tenants` (lower("email"),`id`);--> statement-breakpoint
CREATE INDEX `tenants_name` ON `tenants` (lower("name"),`id`);--> statement-breakpoint
CREATE INDEX `tenants_plan` ON `tenants` (`plan`,`id`);--> statement-breakpoint
CREATE INDEX `tenants_subscription` ON `tenants` (`subscription_status`,`id`);