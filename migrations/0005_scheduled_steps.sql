CREATE TABLE `scheduled_steps` (
	`step` text PRIMARY KEY NOT NULL,
	`finished_at` integer NOT NULL,
	`error` text
);
