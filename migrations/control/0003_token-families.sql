-- The tokens of earlier grants have no family, so they could not be refreshed. Their apps are connected again.
DELETE FROM `oauth_access_tokens`;--> statement-breakpoint
DELETE FROM `oauth_grants`;--> statement-breakpoint
DROP TABLE `oauth_refresh_tokens`;--> statement-breakpoint
ALTER TABLE `oauth_grants` ADD `access_token_family` text NOT NULL;--> statement-breakpoint
ALTER TABLE `oauth_grants` ADD `refresh_token_family` text NOT NULL;--> statement-breakpoint
ALTER TABLE `oauth_grants` ADD `refresh_token` text NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `oauth_grants_access_token_family` ON `oauth_grants` (`access_token_family`);--> statement-breakpoint
CREATE UNIQUE INDEX `oauth_grants_refresh_token_family` ON `oauth_grants` (`refresh_token_family`);