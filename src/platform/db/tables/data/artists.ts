import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { WorkingHours } from "../../../booking-rules/working-time.ts";
import { changed, flag, json, key, metadata, pictureCount } from "../../columns.ts";
import { shops } from "./shops.ts";

export const artistStatuses = ["ACTIVE", "DEACTIVATED"] as const;

export const artists = sqliteTable(
	"artists",
	{
		...key,
		name: text("name").notNull(),
		slug: text("slug").notNull(),
		email: text("email"),
		timezone: text("timezone").notNull(),
		shopId: text("shop_id"),
		isConsultationDesk: flag("is_consultation_desk"),
		maxAppointmentsPerDay: integer("max_appointments_per_day"),
		status: text("status", { enum: artistStatuses }).notNull(),
		bio: text("bio"),
		instagramHandle: text("instagram_handle"),
		websiteUrl: text("website_url"),
		avatarUrl: text("avatar_url"),
		/** One of the artist's pictures. */
		avatarPictureId: text("avatar_picture_id"),
		/** An artist without working hours is closed (contract: Availability 5). */
		workingHours: json<WorkingHours[]>("working_hours").notNull().default([]),
		metadata: metadata(),
		pictureCount: pictureCount(),
		...changed,
	},
	(t) => [
		primaryKey({ columns: [t.tenantId, t.id] }),
		// The operator interface names records by their id alone, without the tenant.
		uniqueIndex("artists_id").on(t.id),
		uniqueIndex("artists_slug").on(t.tenantId, t.slug),
		index("artists_of_shop").on(t.tenantId, t.shopId, t.id),
		index("artists_of_status").on(t.tenantId, t.status, t.id),
		index("artists_updated").on(t.tenantId, t.updatedAt, t.id),
		foreignKey({ name: "artists_shop", columns: [t.tenantId, t.shopId], foreignColumns: [shops.tenantId, shops.id] }),
	],
);
