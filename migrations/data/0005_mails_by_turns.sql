DROP INDEX `mails_claimed`;--> statement-breakpoint
CREATE INDEX `mails_urgent` ON `mails` (`tenant_id`,`claimed_until`) WHERE "mails"."kind" <> 'booking_reminder';--> statement-breakpoint
CREATE INDEX `mails_reminders` ON `mails` (`tenant_id`,`claimed_until`) WHERE "mails"."kind" = 'booking_reminder';