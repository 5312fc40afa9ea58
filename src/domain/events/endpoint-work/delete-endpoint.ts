import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { auditEntryForEach } from "../../../platform/commit/audit.ts";
import type { Change } from "../../../platform/commit/change.ts";
import { repeatStep } from "../../../platform/commit/in-bulk/repeat-step.ts";
import { mustChangeRows, update, type Write } from "../../../platform/commit/write.ts";
import type { Writer } from "../../../platform/commit/writer.ts";
import type { Caller, LocalCaller } from "../../../platform/context.ts";
import { laterThanBefore } from "../../../platform/db/record.ts";
import { isStudioHere } from "../../../platform/db/studio-state.ts";
import { studios } from "../../../platform/db/tables/data/studios.ts";
import { endpointWork } from "../../../platform/db/tables/data/upkeep/endpoint-work.ts";
import { deliveries, webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { idPattern } from "../../../platform/lib/ids.ts";
import { secondMs } from "../../../platform/lib/time.ts";
import { perStep } from "./step.ts";

interface Endpoint {
	tenantId: string;
	id: string;
}

/**
 * Marks an endpoint or hook as deleted: from the commit on nobody finds it, nothing is sent to it, it does not count
 * for the plan, and its URL can be used again. With `revision`, the endpoint must be as it was read. Its deliveries are
 * deleted step by step.
 */
export const markEndpointDeleted = ({ tenantId, id }: Endpoint, now: number, revision?: number): Write =>
	mustChangeRows(
		update(webhookEndpoints)
			.set({
				status: "DISABLED",
				deletedAt: now,
				trigger: null,
				secret: "",
				previousSecret: null,
				disabledReason: null,
				updatedAt: laterThanBefore(now),
				revision: sql`${webhookEndpoints.revision} + 1`,
			})
			.where(
				and(
					eq(webhookEndpoints.tenantId, tenantId),
					eq(webhookEndpoints.id, id),
					isNull(webhookEndpoints.deletedAt),
					revision === undefined ? undefined : eq(webhookEndpoints.revision, revision),
				),
			),
	);

/** One step; the endpoint itself goes after its last delivery. */
export function purgeEndpointStep(
	{ tenantId, id }: Endpoint,
	{ requestId, now }: Pick<Caller, "requestId" | "now">,
): Write[] {
	const isOwn = sql`tenant_id = ${tenantId} AND endpoint_id = ${id}`;
	const next = sql`SELECT id FROM ${deliveries} WHERE ${isOwn} ORDER BY id LIMIT ${perStep}`;
	const origin = { tenantId, requestId, now };
	return [
		sql`DELETE FROM ${endpointWork} WHERE ${isOwn}`,
		...(showsDeliveries(id) ? [auditEntryForEach("delivery.deleted", origin, next)] : []),
		sql`DELETE FROM ${deliveries} WHERE ${isOwn} AND id IN (${next})`,
		sql`DELETE FROM ${webhookEndpoints} WHERE tenant_id = ${tenantId} AND id = ${id} AND deleted_at IS NOT NULL
		AND NOT EXISTS (SELECT 1 FROM ${deliveries} d WHERE d.tenant_id = ${tenantId} AND d.endpoint_id = ${id})`,
	];
}

/** Nobody reads the deliveries of a hook (contract: Automation 6), so the audit log does not list them. */
const showsDeliveries = (id: string): boolean => idPattern("webhook_endpoint").test(id);

const isOfStudioHere = sql`EXISTS (SELECT 1 FROM ${studios} t WHERE t.tenant_id = ${webhookEndpoints.tenantId} AND ${isStudioHere})`;

const isDeleted = sql`${webhookEndpoints.deletedAt} IS NOT NULL AND ${isOfStudioHere}`;

export const isPurgeDue: SQL = sql`EXISTS (SELECT 1 FROM ${webhookEndpoints} WHERE ${isDeleted})`;

/** The other steps of the scheduled run wait for this one. */
const longestMs = 10 * secondMs;

/** Deletes the rows of deleted endpoints, as far as the time allows. */
export const purgeDeletedEndpoints = (caller: LocalCaller, writer: Writer, forMs = longestMs): Promise<void> =>
	repeatStep(writer, caller, forMs, async (at): Promise<Change<boolean> | null> => {
		const [endpoint] = await caller.db
			.select({ tenantId: webhookEndpoints.tenantId, id: webhookEndpoints.id })
			.from(webhookEndpoints)
			.where(isDeleted)
			.limit(1);
		return endpoint ? { result: true, writes: purgeEndpointStep(endpoint, at) } : null;
	});
