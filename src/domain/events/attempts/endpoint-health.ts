import { sql } from "drizzle-orm";
import { auditEntryWhere } from "../../../platform/commit/audit.ts";
import type { Write } from "../../../platform/commit/write.ts";
import { eachOf } from "../../../platform/db/each-of.ts";
import { lastNumber } from "../../../platform/db/last-number.ts";
import { laterThanBefore } from "../../../platform/db/record.ts";
import { mails } from "../../../platform/db/tables/both/mails.ts";
import { webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { newId } from "../../../platform/lib/ids.ts";

/** Contract: Webhooks 5, Webhooks 6. */
const failuresBeforeDisabled = 50;
const failuresBeforeWarning = failuresBeforeDisabled / 2;

interface Endpoint {
	tenantId: string;
	id: string;
}

export const afterSuccesses = (tenantId: string, ids: readonly string[]): Write =>
	sql`UPDATE ${webhookEndpoints} SET consecutive_failures = 0
		WHERE tenant_id = ${tenantId} AND id IN ${eachOf(ids)} AND consecutive_failures > 0`;

/**
 * Counts a failure. At the limit the endpoint is disabled: its pending deliveries wait, and the tenant gets a mail.
 * An automation hook causes no mail: the platform that subscribed it looks after it.
 */
export function afterFailure(endpoint: Endpoint & { trigger: string | null }, now: number, requestId: string): Write[] {
	const { tenantId, id, trigger } = endpoint;
	const isDisabledNow = sql`status = 'DISABLED' AND disabled_at = ${now} AND disabled_reason = 'failures'
		AND consecutive_failures = ${failuresBeforeDisabled}`;
	const action = trigger === null ? "webhook_endpoint.disabled" : "automation_hook.disabled";
	const isReachingLimit = sql`status = 'ACTIVE' AND consecutive_failures + 1 >= ${failuresBeforeDisabled}`;
	const ifReachingLimit = (value: unknown, otherwise: string) =>
		sql`CASE WHEN ${isReachingLimit} THEN ${value} ELSE ${sql.raw(otherwise)} END`;
	return [
		sql`UPDATE ${webhookEndpoints} SET
				consecutive_failures = consecutive_failures + 1,
				status = ${ifReachingLimit("DISABLED", "status")},
				disabled_at = ${ifReachingLimit(now, "disabled_at")},
				disabled_reason = ${ifReachingLimit("failures", "disabled_reason")},
				disabled_at_sequence = ${ifReachingLimit(lastNumber(tenantId), "disabled_at_sequence")},
				updated_at = ${ifReachingLimit(laterThanBefore(now), "updated_at")},
				revision = revision + (${isReachingLimit})
			WHERE tenant_id = ${tenantId} AND id = ${id}`,
		insertHealthMail(
			"endpoint_failing",
			endpoint,
			now,
			sql`status = 'ACTIVE' AND consecutive_failures = ${failuresBeforeWarning}`,
		),
		insertHealthMail("endpoint_disabled", endpoint, now, isDisabledNow),
		auditEntryWhere(
			{ action, resourceId: id },
			{ tenantId, requestId, now },
			sql`SELECT 1 FROM ${webhookEndpoints} WHERE tenant_id = ${tenantId} AND id = ${id} AND ${isDisabledNow}`,
		),
	];
}

const insertHealthMail = (kind: string, { tenantId, id }: Endpoint, now: number, when: ReturnType<typeof sql>): Write =>
	sql`INSERT INTO ${mails} (id, tenant_id, kind, data, created_at)
		SELECT ${newId("mail", now)}, tenant_id, ${kind}, json_object('endpoint_id', id, 'url', url), ${now}
		FROM ${webhookEndpoints} WHERE tenant_id = ${tenantId} AND id = ${id} AND ${webhookEndpoints.trigger} IS NULL AND ${when}
		RETURNING id AS mail_id`;
