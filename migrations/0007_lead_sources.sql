CREATE INDEX `leads_source` ON `leads` (`tenant_id`,`source`,`id`);--> statement-breakpoint
CREATE INDEX `leads_source_facets` ON `leads` (`tenant_id`,`source`,`stage`,`archived`,`id`);