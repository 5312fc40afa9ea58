ALTER TABLE `oauth_access_tokens` ADD `audience` text;--> statement-breakpoint
ALTER TABLE `oauth_codes` ADD `audience` text;--> statement-breakpoint
ALTER TABLE `oauth_grants` ADD `audience` text;