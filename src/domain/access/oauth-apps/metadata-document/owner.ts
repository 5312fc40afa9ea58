import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import type { Change } from "../../../../platform/commit/change.ts";
import { updateIfUnchanged } from "../../../../platform/commit/write.ts";
import type { Caller } from "../../../../platform/context.ts";
import { nextRevision } from "../../../../platform/db/record.ts";
import { oauthApps } from "../../../../platform/db/tables/control/oauth.ts";
import { tenants } from "../../../../platform/db/tables/control/tenants.ts";
import type { App } from "../apps.ts";

/**
 * The studio that owns admitted apps: the first of the installation that stays. Every app has an owner, whose audit log
 * tells of it, and no studio has asked for these.
 */
export async function ownerOfAdmitted({ control }: Caller): Promise<{ id: string } | undefined> {
	const [first] = await control
		.select({ id: tenants.id })
		.from(tenants)
		.where(isNull(tenants.deleteAt))
		.orderBy(asc(tenants.id))
		.limit(1);
	return first;
}

/** The app's grants and tokens stay, because they belong to the studios that use it. */
export const handOver = (app: App, owner: { id: string }, { now }: Caller): Change<null> => ({
	result: null,
	tenantId: owner.id,
	inControlDatabase: true,
	writes: [updateIfUnchanged(oauthApps, app, { tenantId: owner.id, ...nextRevision(app, now) })],
	audit: { action: "oauth_app.updated", resourceId: app.id },
});

export const admittedAppOf = async ({ control }: Caller, tenantId: string): Promise<App | undefined> => {
	const [app] = await control
		.select()
		.from(oauthApps)
		.where(and(eq(oauthApps.tenantId, tenantId), isNull(oauthApps.deletedAt), isNotNull(oauthApps.documentTriedAt)))
		.limit(1);
	return app;
};
