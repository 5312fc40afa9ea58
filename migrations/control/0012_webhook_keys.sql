CREATE TABLE `webhook_keys` (
	`number` integer PRIMARY KEY NOT NULL,
	`kid` text NOT NULL,
	`public_key` text NOT NULL,
	`private_key` text NOT NULL,
	`published_until` integer,
	`created_at` integer NOT NULL
);
