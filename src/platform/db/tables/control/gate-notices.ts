import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { created } from "../../columns.ts";
import { oauthApps } from "./oauth.ts";
import { tenants } from "./tenants.ts";

/** The tenants whose gates have not been told yet of a committed change of an app. Each row is deleted once they are. */
export const gateNotices = sqliteTable(
	"gate_notices",
	{
		appId: text("app_id")
			.notNull()
			.references(() => oauthApps.id),
		tenantId: text("tenant_id")
			.notNull()
			.references(() => tenants.id),
		/** The revision of the app after the change. A later change of the app raises it. */
		revision: integer("revision").notNull(),
		...created,
	},
	(t) => [primaryKey({ columns: [t.appId, t.tenantId] }), index("gate_notices_created").on(t.createdAt)],
);
