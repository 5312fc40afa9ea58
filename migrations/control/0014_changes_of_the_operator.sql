ALTER TABLE `databases` ADD `created_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `tenant_moves` ADD `updated_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- A database that has tenants was known when the first of them was made.
UPDATE `databases` SET `created_at` = min(`updated_at`, coalesce((SELECT min(t.`created_at`) FROM `tenants` t WHERE t.`database` = `databases`.`id`), `updated_at`));--> statement-breakpoint
UPDATE `tenant_moves` SET `updated_at` = max(`started_at`, `progressed_at`, coalesce(`finished_at`, 0));
