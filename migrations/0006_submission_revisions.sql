ALTER TABLE `form_submissions` ADD `updated_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `form_submissions` ADD `revision` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
UPDATE form_submissions SET updated_at = created_at;--> statement-breakpoint
-- The code before this migration writes no updated_at while the new one is being deployed.
CREATE TRIGGER form_submissions_updated_at AFTER INSERT ON form_submissions WHEN NEW.updated_at = 0
BEGIN
  UPDATE form_submissions SET updated_at = NEW.created_at WHERE tenant_id = NEW.tenant_id AND id = NEW.id;
END;
--> statement-breakpoint
CREATE INDEX `form_submissions_updated` ON `form_submissions` (`tenant_id`,`updated_at`);