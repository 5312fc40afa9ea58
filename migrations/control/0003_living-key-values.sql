DROP INDEX `api_key_values_key`;--> statement-breakpoint
CREATE INDEX `api_key_values_key` ON `api_key_values` (`key_id`,`good_until`);