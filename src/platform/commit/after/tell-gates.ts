import { count, eq, lte, type SQL, sql } from "drizzle-orm";
import { safeMessage } from "../../db/errors.ts";
import { gateNotices } from "../../db/tables/control/gate-notices.ts";
import { oauthAccessTokens, oauthGrants } from "../../db/tables/control/oauth.ts";
import { tenants } from "../../db/tables/control/tenants.ts";
import { withTimeout } from "../../lib/async/with-timeout.ts";
import { secondMs } from "../../lib/time.ts";
import { log } from "../../log.ts";
import { toStatements, type Write } from "../write.ts";
import type { Writer } from "../writer.ts";

// A change of an app concerns the gates of all tenants that use it, which may be thousands. The change commits first,
// with a notice for each of these tenants, and its answer waits until all gates are told. If some cannot be told in time,
// the request goes on telling them after its answer, and the schedule tells those that are left then.

/**
 * Raises the version of all tenants with a token of the app that has not expired, and leaves a notice for their gates.
 * Nobody can remember any other token of the app as a good one.
 */
export const noticeGates = (app: { id: string; revision: number }, now: number): Write[] => [
	sql`INSERT INTO ${gateNotices} (app_id, tenant_id, revision, created_at)
		SELECT DISTINCT app_id, tenant_id, ${app.revision}, ${now} FROM ${oauthGrants}
		WHERE app_id = ${app.id} AND revoked_at IS NULL AND EXISTS (
			SELECT 1 FROM ${oauthAccessTokens} WHERE grant_id = ${oauthGrants}.id AND ${oauthAccessTokens}.expires_at > ${now})
		ON CONFLICT (app_id, tenant_id) DO UPDATE SET revision = excluded.revision`,
	sql`UPDATE ${tenants} SET credential_version = credential_version + 1
		WHERE id IN (SELECT tenant_id FROM ${gateNotices} WHERE app_id = ${app.id})`,
];

/** A request is answered within five seconds, and its commit comes first. */
const longestMs = 3.5 * secondMs;
const pauseMs = 100;
/** The platform ends work after an answer at 30 seconds. */
const longestAfterAnswerMs = 25 * secondMs;
const pauseAfterAnswerMs = 500;

/** Tells the gates of a change of the app. Resolves to the number of gates that could not be told in time. */
export async function tellGatesOf(writer: Writer, appId: string): Promise<number> {
	const left = await tellUntil(writer, appId, Date.now() + longestMs, pauseMs);
	// Until a gate is told, it trusts what isolates remember, so this does not wait for the schedule.
	if (left > 0)
		writer.afterResponse(tellUntil(writer, appId, Date.now() + longestAfterAnswerMs, pauseAfterAnswerMs).catch(report));
	return left;
}

async function tellUntil(writer: Writer, appId: string, until: number, pause: number): Promise<number> {
	const isOfApp = eq(gateNotices.appId, appId);
	for (;;) {
		await withTimeout(Math.max(1, until - Date.now()), tell(writer, isOfApp, until)).catch(report);
		// The change has committed, so a count that is lost must not be told as a change that is not made.
		const left = await countLeft(writer, isOfApp).catch(report);
		if (left === 0 || Date.now() + pause >= until) return left ?? 1;
		await scheduler.wait(pause);
	}
}

async function countLeft({ databases }: Writer, condition: SQL): Promise<number> {
	const [row] = await databases.control.db.select({ n: count() }).from(gateNotices).where(condition);
	return row?.n ?? 0;
}

/** The request that committed the change has this time to tell the gates. */
const graceMs = 10 * secondMs;
const longestStepMs = 10 * secondMs;

const areLeft = (now: number): SQL => lte(gateNotices.createdAt, now - graceMs);

export const areGatesLeft = (now: number): SQL => sql`EXISTS (SELECT 1 FROM ${gateNotices} WHERE ${areLeft(now)})`;

export const tellGatesLeft = (writer: Writer, now: number): Promise<void> =>
	tell(writer, areLeft(now), Date.now() + longestStepMs);

const perRead = 10_000;
const perRelay = 100;

async function tell(writer: Writer, condition: SQL, until: number): Promise<void> {
	const notices = await writer.databases.control.db
		.select({
			appId: gateNotices.appId,
			tenantId: gateNotices.tenantId,
			revision: gateNotices.revision,
			region: tenants.region,
			version: tenants.credentialVersion,
		})
		.from(gateNotices)
		.innerJoin(tenants, eq(tenants.id, gateNotices.tenantId))
		.where(condition)
		.limit(perRead);
	const parts = Array.from({ length: Math.ceil(notices.length / perRelay) }, (_, n) =>
		notices.slice(n * perRelay, (n + 1) * perRelay),
	);
	await Promise.all(
		parts.map(async (part, n) => {
			const told = new Set(await writer.relay(n).relayVersions(part, until));
			await forget(
				writer,
				part.filter(({ tenantId }) => told.has(tenantId)),
			);
		}),
	);
}

type Notice = Pick<typeof gateNotices.$inferSelect, "appId" | "tenantId" | "revision">;

/** A notice of a later change stays. */
async function forget(writer: Writer, told: Notice[]): Promise<void> {
	if (told.length === 0) return;
	const remove = sql`DELETE FROM ${gateNotices} WHERE (app_id, tenant_id, revision) IN
		(SELECT value ->> 'appId', value ->> 'tenantId', value ->> 'revision' FROM json_each(${JSON.stringify(told)}))`;
	await writer.transaction(writer.databases.control, toStatements(remove));
}

const report = (error: unknown): void =>
	log.warning("fault", { message: `Gates wait to be told of a change of an app: ${safeMessage(error)}` });
