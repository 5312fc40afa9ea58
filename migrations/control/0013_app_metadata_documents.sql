ALTER TABLE `oauth_apps` ADD `document_tried_at` integer;--> statement-breakpoint
ALTER TABLE `oauth_apps` ADD `document_read_at` integer;--> statement-breakpoint
ALTER TABLE `oauth_apps` ADD `document_fault` text;