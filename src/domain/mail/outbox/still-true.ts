import { type SQL, sql } from "drizzle-orm";
import type { Caller } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import { emailChanges, invitations, passwordResets } from "../../../platform/db/tables/control/people.ts";
import { webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { hashOfLink } from "../link-hash.ts";

interface OtherMail {
	tenantId: string;
	kind: string;
	data: Record<string, unknown>;
	link: string | undefined;
}

/** The tables of the links that a mail brings. Each link ends with its token. */
const linksOf: Record<string, typeof invitations | typeof passwordResets | typeof emailChanges> = {
	invitation: invitations,
	password_reset: passwordResets,
	email_change: emailChanges,
};

/** The condition for an endpoint under which a mail about its health is true. */
const healthOf: Record<string, SQL> = {
	endpoint_failing: sql`status = 'ACTIVE' AND consecutive_failures > 0`,
	endpoint_disabled: sql`status = 'DISABLED' AND disabled_reason = 'failures'`,
	endpoints_over_plan: sql`status = 'DISABLED' AND disabled_reason = 'plan_limit'`,
};

/**
 * A mail is true while its link works, or while its endpoints are as it says. The other mails tell of something that
 * has happened, which stays true.
 */
export async function isStillTrue(caller: Caller, { tenantId, kind, data, link }: OtherMail): Promise<boolean> {
	const links = linksOf[kind];
	if (links && link !== undefined) {
		const ofLink = sql`${links} WHERE hash = ${hashOfLink(link)} AND expires_at > ${caller.now}`;
		return await exists(caller.control, ofLink);
	}
	const isAsTold = healthOf[kind];
	const ids = data.ids ?? (data.endpoint_id === undefined ? undefined : [data.endpoint_id]);
	if (!isAsTold || !ids) return true;
	const listed = sql`id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
	const endpoints = sql`${webhookEndpoints} WHERE tenant_id = ${tenantId} AND ${listed}`;
	return await exists(await caller.dataOf(tenantId), sql`${endpoints} AND ${isAsTold}`);
}

async function exists(db: Database, rows: SQL): Promise<boolean> {
	const [found] = await db.select({ found: sql<number>`EXISTS (SELECT 1 FROM ${rows})` }).from(sql`(SELECT 1)`);
	return found?.found === 1;
}
