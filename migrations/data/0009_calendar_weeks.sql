CREATE INDEX `appointments_artist_start` ON `appointments` (`tenant_id`,`artist_id`,`start_at`);--> statement-breakpoint
CREATE INDEX `artists_of_shop` ON `artists` (`tenant_id`,`shop_id`,`id`);