DROP INDEX `event_types_facets`;--> statement-breakpoint
DROP INDEX `forms_facets`;--> statement-breakpoint
DROP INDEX `ideas_facets`;--> statement-breakpoint
DROP INDEX `ideas_artist_facets`;--> statement-breakpoint
CREATE INDEX `ideas_stage` ON `ideas` (`tenant_id`,`stage`,`id`);--> statement-breakpoint
DROP INDEX `leads_facets`;--> statement-breakpoint
CREATE INDEX `leads_stage` ON `leads` (`tenant_id`,`stage`,`id`);--> statement-breakpoint
DROP TRIGGER `idea_tags_insert`;--> statement-breakpoint
DROP TRIGGER `idea_tags_update`;--> statement-breakpoint
DROP TRIGGER `idea_tags_delete`;--> statement-breakpoint
DROP TABLE `idea_tags`;
