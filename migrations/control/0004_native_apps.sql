ALTER TABLE `oauth_apps` ADD `native` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `oauth_apps` ADD `command_line` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `oauth_apps_command_line` ON `oauth_apps` (`command_line`) WHERE "oauth_apps"."command_line" = 1;