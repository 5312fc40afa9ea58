CREATE TABLE `scheduled_runs` (
	`id` integer PRIMARY KEY NOT NULL,
	`began_at` integer DEFAULT 0 NOT NULL,
	`claimed_until` integer DEFAULT 0 NOT NULL,
	`steps` text DEFAULT '{}' NOT NULL
);
