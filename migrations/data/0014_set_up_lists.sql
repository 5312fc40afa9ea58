CREATE INDEX `artists_of_status` ON `artists` (`tenant_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `event_types_of_artist` ON `event_types` (`tenant_id`,`artist_id`,`id`);