CREATE TABLE `object_removals` (
	`object_key` text PRIMARY KEY NOT NULL,
	`bucket` text NOT NULL,
	`due_at` integer,
	`begun` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX `object_removals_due` ON `object_removals` (`due_at`);--> statement-breakpoint
CREATE TABLE `pictures` (
	`id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`owner_type` text NOT NULL,
	`owner_id` text NOT NULL,
	`content_type` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`size_bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`caption` text,
	`position` integer NOT NULL,
	`bucket` text NOT NULL,
	`object_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `pictures_owner` ON `pictures` (`tenant_id`,`owner_id`,`position`);--> statement-breakpoint
CREATE INDEX `pictures_unused` ON `pictures` (`created_at`) WHERE "pictures"."owner_type" = 'form';--> statement-breakpoint
ALTER TABLE `artists` ADD `avatar_picture_id` text;--> statement-breakpoint
ALTER TABLE `artists` ADD `picture_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `form_submissions` ADD `picture_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `ideas` ADD `picture_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `leads` ADD `picture_count` integer DEFAULT 0 NOT NULL;