DROP INDEX `form_submissions_client`;--> statement-breakpoint
CREATE INDEX `form_submissions_client_form` ON `form_submissions` (`tenant_id`,`client_id`,`form_id`,`id`);--> statement-breakpoint
CREATE INDEX `form_submissions_client` ON `form_submissions` (`tenant_id`,`client_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_entries_deletions` ON `audit_entries` (`tenant_id`,`action`,`id`) WHERE substr("action", -8) = '.deleted' OR "action" = 'client.merged';--> statement-breakpoint
CREATE INDEX `time_blocks_listed` ON `time_blocks` (`tenant_id`,`artist_id`,`id`);