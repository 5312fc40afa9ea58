import type { SQL } from "drizzle-orm";
import type { ChangeDecidedByCommit } from "../../../platform/commit/change.ts";
import { mustChangeRows, type Write } from "../../../platform/commit/write.ts";
import { laterThanBefore } from "../../../platform/db/record.ts";
import { sql } from "../../../platform/db/statements/expression.ts";
import { type FanOutEntry, fanOuts } from "../../../platform/db/tables/data/fan-outs.ts";
import { webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { afterSuccesses } from "../attempts/endpoint-health.ts";
import { countSuccesses } from "../attempts/hourly-counts.ts";
import type { PostResult } from "../attempts/post.ts";
import { compressResponse } from "../attempts/stored-response.ts";
import type { Clocks } from "../dispatch/clocks.ts";
import { dispatchWaitingAtAll } from "../dispatch/dispatch-waiting.ts";
import { type ClaimedFanOut, isFanOut } from "./claim.ts";
import { insertOwnRows } from "./split.ts";

type ClaimedEntry = ClaimedFanOut["entries"][number];

export interface SucceededEntry extends ClaimedEntry {
	posted: PostResult;
}

/** The entry as the row keeps it. */
export async function storedEntry({ entry, delivery, posted }: SucceededEntry): Promise<FanOutEntry> {
	// Nobody can read a hook's deliveries.
	const { responseBody, responseGzip } = await compressResponse(delivery.trigger === null ? posted.body : null);
	const gzip = responseGzip?.toString("base64") ?? null;
	const isShorter = gzip !== null && posted.body !== null && gzip.length < posted.body.length;
	return {
		n: entry.n,
		endpoint: entry.endpoint,
		response_status: posted.status ?? 0,
		response_body: gzip === null ? responseBody : isShorter ? null : posted.body,
		response_gzip: isShorter ? gzip : null,
		duration_ms: posted.durationMs,
		error_message: posted.error,
	};
}

/**
 * Records the successes of a fan-out in its row. Every other delivery gets a row of its own, with the lease, so that its
 * attempt goes on and is recorded there. The database refuses this if anything has split the fan-out meanwhile.
 */
export function recordFanOut(
	claimed: ClaimedFanOut,
	succeeded: readonly SucceededEntry[],
	stored: readonly FanOutEntry[],
	{ attemptedAt, ...clocks }: Clocks & { attemptedAt: number },
): ChangeDecidedByCommit<null> {
	const { key, leasedUntil, entries } = claimed;
	const tenantId = key.tenant_id;
	const others = entries.filter(({ entry }) => !stored.some(({ n }) => n === entry.n)).map(({ entry }) => entry.n);
	const isClaimed = sql`${isFanOut(key)} AND f.status = 'PENDING' AND f.leased_until = ${leasedUntil}`;
	const isWhole = sql`${isClaimed} AND (${livingEntries}) = ${entries.length}`;
	const record: Write =
		stored.length === 0
			? sql`DELETE FROM ${fanOuts} AS f WHERE ${isWhole}`
			: sql`UPDATE ${fanOuts} AS f SET status = 'SUCCEEDED', entries = ${JSON.stringify(stored)}, attempted_at = ${attemptedAt},
					leased_until = 0, queued_until = 0, updated_at = ${laterThanBefore(clocks.now)} WHERE ${isWhole}`;
	const endpointIds = succeeded.map(({ delivery }) => delivery.endpointId);
	const counted = succeeded.filter(({ delivery }) => delivery.trigger === null);
	return {
		tenantId,
		recordsWork: true,
		resultFrom: () => null,
		writes: [
			...(others.length === 0
				? []
				: [
						insertOwnRows({
							fanOuts: isClaimed,
							entries: sql`j.value ->> 'n' IN (SELECT value FROM json_each(${JSON.stringify(others)}))`,
							queuedUntil: sql`0`,
						}),
					]),
			mustChangeRows(record),
			...(endpointIds.length === 0 ? [] : [afterSuccesses(tenantId, endpointIds)]),
			...(counted.length === 0
				? []
				: [countSuccesses({ tenantId, group: key.delivery_group, at: attemptedAt }, counted)]),
			...(succeeded.length === 0
				? []
				: dispatchWaitingAtAll(
						tenantId,
						succeeded.map(({ delivery }) => delivery),
						clocks,
					)),
		],
	};
}

/** The number of entries of fan-out `f` whose endpoints are not deleted. */
const livingEntries: SQL = sql`SELECT count(*) FROM json_each(f.entries) j
	JOIN ${webhookEndpoints} e ON e.tenant_id = f.tenant_id AND e.id = j.value ->> 'endpoint' AND e.deleted_at IS NULL`;
