CREATE TABLE `client_words` (
	`tenant` blob NOT NULL,
	`word` text NOT NULL,
	`client` blob NOT NULL,
	PRIMARY KEY(`tenant`, `word`, `client`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `clients` ADD `search_words` text DEFAULT '[]' NOT NULL;