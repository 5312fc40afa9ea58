import { type SQL, sql } from "drizzle-orm";
import { apiKeys } from "../../db/tables/control/api-keys.ts";
import { oauthApps } from "../../db/tables/control/oauth.ts";
import { invitations, memberships, users } from "../../db/tables/control/people.ts";
import { tenants } from "../../db/tables/control/tenants.ts";
import type { IdKind } from "../../lib/ids.ts";

interface Named {
	id: string;
	/** Of a record that the path names below a tenant. */
	tenantId: string;
}

/** The seat of a person changes with the person and with the membership or invitation. Each of the times rises. */
const ofSeatIn = (table: typeof memberships | typeof invitations, { tenantId, id }: Named): SQL =>
	sql`SELECT ${users.updatedAt} + ${table.updatedAt} AS version FROM ${table} JOIN ${users} ON ${users.id} = ${table.userId}
		WHERE ${table.tenantId} = ${tenantId} AND ${table.userId} = ${id}`;

/** Selects the version of a record of the control database, for each kind that the operator changes. */
export const versionsInControl: Partial<Record<IdKind, (of: Named) => SQL>> = {
	api_key: ({ id }) => sql`SELECT ${apiKeys.revision} AS version FROM ${apiKeys} WHERE ${apiKeys.id} = ${id}`,
	oauth_app: ({ id }) =>
		sql`SELECT ${oauthApps.revision} AS version FROM ${oauthApps} WHERE ${oauthApps.id} = ${id} AND ${oauthApps.deletedAt} IS NULL`,
	tenant: ({ id }) => sql`SELECT ${tenants.revision} AS version FROM ${tenants} WHERE ${tenants.id} = ${id}`,
	user: (of) => sql`${ofSeatIn(memberships, of)} UNION ALL ${ofSeatIn(invitations, of)}`,
};
