import { and, eq, gt, isNull } from "drizzle-orm";
import { type Change, noChange } from "../../../platform/commit/change.ts";
import { update, updateIfUnchanged } from "../../../platform/commit/write.ts";
import type { TenantCaller } from "../../../platform/context.ts";
import { nextRevision } from "../../../platform/db/record.ts";
import { apiKeys, apiKeyValues } from "../../../platform/db/tables/control/api-keys.ts";
import { together } from "../../../platform/db/together.ts";
import { hintOfSecret } from "../../../platform/lib/secrets/secret-value.ts";
import { findKey, refuseRevoked } from "./operations.ts";
import { type ApiKey, type ApiKeyRow, toApiKey } from "./schema.ts";
import { type KeyAndValue, newValue, validValues } from "./values.ts";

/** The replaced value works until the overlap ends. Any older value ends now. */
export async function rotateApiKey(
	caller: TenantCaller,
	id: string,
	overlapSeconds: number,
): Promise<Change<KeyAndValue>> {
	const { row } = await findKey(caller, id);
	refuseRevoked(row);
	const next: ApiKeyRow = { ...row, ...nextRevision(row, caller.now) };
	const { key, add } = newValue(caller, row);
	return {
		result: { api_key: toApiKey(next, hintOfSecret(key)), key },
		tenantId: row.tenantId,
		inControlDatabase: true,
		writes: [
			updateIfUnchanged(apiKeys, row, nextRevision(row, caller.now)),
			endReplaced(id, caller.now),
			update(apiKeyValues)
				.set({ goodUntil: caller.now + overlapSeconds * 1000 })
				.where(and(eq(apiKeyValues.keyId, id), isNull(apiKeyValues.goodUntil))),
			add,
		],
		audit: { action: "api_key.rotated", resourceId: id },
		credentials: true,
	};
}

/** If no replaced value works, nothing changes. */
export async function endReplacedValue(caller: TenantCaller, id: string): Promise<Change<ApiKey>> {
	const [{ row, hint }, values] = await together(
		caller,
		(caller) => findKey(caller, id),
		(caller) => validValues(caller, [id]),
	);
	refuseRevoked(row);
	if (values.every(({ goodUntil }) => goodUntil === null)) return noChange(toApiKey(row, hint));
	const next = nextRevision(row, caller.now);
	return {
		result: toApiKey({ ...row, ...next }, hint),
		tenantId: row.tenantId,
		inControlDatabase: true,
		writes: [updateIfUnchanged(apiKeys, row, next), endReplaced(id, caller.now)],
		audit: { action: "api_key.replaced_value_ended", resourceId: id },
		credentials: true,
	};
}

const endReplaced = (keyId: string, now: number) =>
	update(apiKeyValues)
		.set({ goodUntil: now })
		.where(and(eq(apiKeyValues.keyId, keyId), gt(apiKeyValues.goodUntil, now)));
