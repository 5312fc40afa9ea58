DROP INDEX `appointments_id`;--> statement-breakpoint
DROP INDEX `appointments_live`;--> statement-breakpoint
DROP INDEX `leads_source_facets`;--> statement-breakpoint
DROP INDEX `leads_artist`;--> statement-breakpoint
DROP INDEX `leads_source`;--> statement-breakpoint
DROP INDEX `leads_client`;--> statement-breakpoint
CREATE INDEX `leads_artist` ON `leads` (`tenant_id`,`assigned_artist_id`,`id`) WHERE "leads"."assigned_artist_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `leads_source` ON `leads` (`tenant_id`,`source`,`id`) WHERE "leads"."source" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `leads_client` ON `leads` (`tenant_id`,`client_id`) WHERE "leads"."client_id" IS NOT NULL;--> statement-breakpoint
DROP INDEX `ideas_artist_facets`;--> statement-breakpoint
DROP INDEX `ideas_artist`;--> statement-breakpoint
CREATE INDEX `ideas_artist_facets` ON `ideas` (`tenant_id`,`artist_id`,`stage`,`source_type`,`btt_status`,`archived`,`id`) WHERE "ideas"."artist_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `ideas_artist` ON `ideas` (`tenant_id`,`artist_id`,`id`) WHERE "ideas"."artist_id" IS NOT NULL;