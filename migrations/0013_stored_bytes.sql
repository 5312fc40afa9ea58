CREATE TABLE `stored_bytes` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`counted` integer DEFAULT 0 NOT NULL,
	`added` integer DEFAULT 0 NOT NULL,
	`counting` integer DEFAULT 0 NOT NULL,
	`added_meanwhile` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `stored_bytes_counts` (
	`name` text PRIMARY KEY NOT NULL,
	`began_at` integer NOT NULL,
	`step` text,
	`after_row` integer NOT NULL
);
