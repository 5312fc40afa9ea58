CREATE TABLE `booking_links` (
	`tenant_id` text NOT NULL,
	`appointment_id` text NOT NULL,
	`hash` text NOT NULL,
	`moves` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `appointment_id`),
	FOREIGN KEY (`tenant_id`,`appointment_id`) REFERENCES `appointments`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `booking_links_hash` ON `booking_links` (`hash`);--> statement-breakpoint
CREATE TABLE `reminders` (
	`tenant_id` text NOT NULL,
	`appointment_id` text NOT NULL,
	`at` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `appointment_id`, `at`)
);
--> statement-breakpoint
CREATE INDEX `reminders_at` ON `reminders` (`at`);--> statement-breakpoint
CREATE TABLE `holds` (
	`id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`artist_id` text NOT NULL,
	`event_type_id` text NOT NULL,
	`start_at` integer NOT NULL,
	`end_at` integer NOT NULL,
	`buffer_before_ms` integer NOT NULL,
	`buffer_after_ms` integer NOT NULL,
	`visitor` text NOT NULL,
	`network` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`),
	FOREIGN KEY (`tenant_id`,`artist_id`) REFERENCES `artists`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tenant_id`,`event_type_id`) REFERENCES `event_types`(`tenant_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `holds_visitor` ON `holds` (`tenant_id`,`visitor`);--> statement-breakpoint
CREATE INDEX `holds_artist` ON `holds` (`tenant_id`,`artist_id`,`start_at`);--> statement-breakpoint
CREATE INDEX `holds_expiry` ON `holds` (`expires_at`);