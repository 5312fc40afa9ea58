ALTER TABLE `studios` ADD `accent_color` text;--> statement-breakpoint
ALTER TABLE `studios` ADD `logo_id` text;--> statement-breakpoint
ALTER TABLE `studios` ADD `logo_width` integer;--> statement-breakpoint
ALTER TABLE `studios` ADD `logo_height` integer;