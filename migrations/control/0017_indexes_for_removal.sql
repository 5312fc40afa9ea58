CREATE INDEX `oauth_codes_user` ON `oauth_codes` (`user_id`);--> statement-breakpoint
CREATE INDEX `oauth_codes_app` ON `oauth_codes` (`app_id`);--> statement-breakpoint
CREATE INDEX `oauth_codes_tenant` ON `oauth_codes` (`tenant_id`);--> statement-breakpoint
CREATE INDEX `oauth_grants_user` ON `oauth_grants` (`user_id`);--> statement-breakpoint
CREATE INDEX `invitations_user` ON `invitations` (`user_id`);