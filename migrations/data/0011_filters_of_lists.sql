DROP INDEX `appointments_start`;--> statement-breakpoint
DROP INDEX `appointments_artist_start`;--> statement-breakpoint
CREATE INDEX `appointments_of_event_type` ON `appointments` (`tenant_id`,`event_type_id`,`id`) WHERE "appointments"."event_type_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `appointments_shop` ON `appointments` (`tenant_id`,`shop_id`,`id`) WHERE "appointments"."shop_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `appointments_crm` ON `appointments` (`tenant_id`,`crm_appointment_id`,`id`) WHERE "appointments"."crm_appointment_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `appointments_start` ON `appointments` (`tenant_id`,`start_at`,`id`);--> statement-breakpoint
CREATE INDEX `appointments_artist_start` ON `appointments` (`tenant_id`,`artist_id`,`start_at`,`id`);--> statement-breakpoint
DROP INDEX `leads_client`;--> statement-breakpoint
CREATE INDEX `leads_email` ON `leads` (`tenant_id`,lower("email"),`id`) WHERE lower("email") IS NOT NULL;--> statement-breakpoint
CREATE INDEX `leads_client` ON `leads` (`tenant_id`,`client_id`,`id`) WHERE "leads"."client_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `time_blocks_of_tenant` ON `time_blocks` (`tenant_id`,`id`);--> statement-breakpoint
CREATE INDEX `event_types_of_slug` ON `event_types` (`tenant_id`,`slug`,`id`);--> statement-breakpoint
CREATE INDEX `event_types_facets` ON `event_types` (`tenant_id`,`kind`,`is_active`,CASE WHEN "details" ->> '$.visibility' IS NULL THEN 'PUBLIC' ELSE "details" ->> '$.visibility' END,`id`);--> statement-breakpoint
CREATE INDEX `forms_facets` ON `forms` (`tenant_id`,`kind`,`is_active`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_endpoints_status` ON `webhook_endpoints` (`tenant_id`,`status`,`id`) WHERE "webhook_endpoints"."trigger" IS NULL AND "webhook_endpoints"."deleted_at" IS NULL;