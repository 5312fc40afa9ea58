DROP INDEX `audit_entries_request_of_caller`;--> statement-breakpoint
DROP INDEX `audit_entries_resource`;--> statement-breakpoint
CREATE INDEX `audit_entries_later` ON `audit_entries` (`tenant_id`,`resource_id`,`action`,CASE WHEN "actor_id" IS NULL THEN "actor_type" ELSE "actor_id" END,`id`) WHERE substr("resource_id", 5, 12) <> substr("id", 5, 12);--> statement-breakpoint
CREATE INDEX `audit_entries_request_of_caller` ON `audit_entries` (`tenant_id`,`request_id`,`action`,CASE WHEN "actor_id" IS NULL THEN "actor_type" ELSE "actor_id" END,`id`) WHERE substr("request_id", 1, 12) <> 'req_' || substr("id", 5, 8);--> statement-breakpoint
CREATE INDEX `audit_entries_resource` ON `audit_entries` (`tenant_id`,`action`,CASE WHEN "actor_id" IS NULL THEN "actor_type" ELSE "actor_id" END,`id`);