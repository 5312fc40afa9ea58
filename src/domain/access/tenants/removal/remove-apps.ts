import { and, eq, isNull, sql } from "drizzle-orm";
import { execute } from "../../../../platform/commit/execute.ts";
import type { Writer } from "../../../../platform/commit/writer.ts";
import type { Caller } from "../../../../platform/context.ts";
import { gateNotices } from "../../../../platform/db/tables/control/gate-notices.ts";
import {
	oauthApps,
	oauthClientSecrets,
	oauthCodes,
	oauthGrants,
} from "../../../../platform/db/tables/control/oauth.ts";
import { together } from "../../../../platform/db/together.ts";
import { admittedAppOf, handOver, ownerOfAdmitted } from "../../oauth-apps/metadata-document/owner.ts";
import { deleteApp, updateApp } from "../../oauth-apps/operations.ts";
import { deleteGrants } from "./remove-control.ts";

/**
 * Suspends and deletes an app that the tenant registered. An admitted one, which no tenant registered, goes to another
 * tenant. Returns false if none is left.
 */
export async function deleteApps(writer: Writer, caller: Caller, tenantId: string): Promise<boolean> {
	const [admitted, owner] = await together(
		caller,
		(caller) => admittedAppOf(caller, tenantId),
		(caller) => ownerOfAdmitted(caller),
	);
	if (admitted && owner) {
		await execute(writer, caller, () => handOver(admitted, owner, caller));
		return true;
	}
	const [app] = await caller.control
		.select({ id: oauthApps.id, status: oauthApps.status })
		.from(oauthApps)
		.where(and(eq(oauthApps.tenantId, tenantId), isNull(oauthApps.deletedAt)))
		.limit(1);
	if (!app) return false;
	if (app.status === "ACTIVE")
		await execute(writer, caller, (again) => updateApp(again, app.id, { status: "SUSPENDED" }));
	await execute(writer, caller, (again) => deleteApp(again, app.id));
	return true;
}

const grantsAtOnce = 100;

/**
 * Removes what is left of a deleted app. The service must have revoked its grants first, of which each studio finds an
 * entry in its audit log (api/oauth/retention.ts). "waits" if some are still to be revoked.
 */
export async function purgeSomeOfApps(
	writer: Writer,
	caller: Caller,
	tenantId: string,
): Promise<"none" | "some" | "waits"> {
	const { control } = caller;
	const [app] = await control
		.select({ id: oauthApps.id })
		.from(oauthApps)
		.where(eq(oauthApps.tenantId, tenantId))
		.orderBy(sql`random()`)
		.limit(1);
	if (!app) return "none";
	const ofApp = eq(oauthGrants.appId, app.id);
	const [[live], revoked] = await together(
		{ control },
		({ control }) =>
			control
				.select({ id: oauthGrants.id })
				.from(oauthGrants)
				.where(and(ofApp, isNull(oauthGrants.revokedAt)))
				.limit(1),
		({ control }) => control.select({ id: oauthGrants.id }).from(oauthGrants).where(ofApp).limit(grantsAtOnce),
	);
	if (live) return "waits";
	const isEmpty = revoked.length === 0;
	await execute(writer, caller, () => ({
		inControlDatabase: true,
		result: null,
		writes: isEmpty
			? [
					sql`DELETE FROM ${oauthCodes} WHERE rowid IN (
						SELECT rowid FROM ${oauthCodes} INDEXED BY oauth_codes_unredeemed WHERE redeemed_at IS NULL AND app_id = ${app.id})`,
					sql`DELETE FROM ${gateNotices} WHERE app_id = ${app.id}`,
					sql`DELETE FROM ${oauthClientSecrets} WHERE app_id = ${app.id}`,
					sql`DELETE FROM ${oauthApps} WHERE id = ${app.id}`,
				]
			: deleteGrants(revoked),
	}));
	return "some";
}
