DROP TABLE `scheduled_steps`;--> statement-breakpoint
ALTER TABLE `databases` DROP COLUMN `measured_at`;