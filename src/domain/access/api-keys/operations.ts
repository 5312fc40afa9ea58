import { and, eq, isNull } from "drizzle-orm";
import type * as z from "zod";
import { type Change, noChange } from "../../../platform/commit/change.ts";
import { insert, updateIfUnchanged } from "../../../platform/commit/write.ts";
import type { Caller, TenantCaller } from "../../../platform/context.ts";
import { joinedPageWithLargeColumns } from "../../../platform/db/lists/page-with-large-columns.ts";
import { type UpdatedFilters, updatedRange } from "../../../platform/db/lists/time-range.ts";
import { columnsUnderName } from "../../../platform/db/lists/union.ts";
import { walkEnd, walkedList } from "../../../platform/db/lists/walked-list.ts";
import { firstRevision, nextRevision } from "../../../platform/db/record.ts";
import { apiKeys, apiKeyValues } from "../../../platform/db/tables/control/api-keys.ts";
import { together } from "../../../platform/db/together.ts";
import { defaultScopes } from "../../../platform/gate/scopes.ts";
import type { PageRequest, PartialPage } from "../../../platform/http/endpoint/page.ts";
import { changesBetween, patched } from "../../../platform/lib/changes.ts";
import { newId } from "../../../platform/lib/ids.ts";
import { hintOfSecret } from "../../../platform/lib/secrets/secret-value.ts";
import { fieldProblem, notFound, problem } from "../../../platform/problems/problem.ts";
import { findOpenTenant, findTenant } from "../tenants/operations.ts";
import { type ApiKey, type ApiKeyRow, type apiKeyPatch, type newApiKey, toApiKey } from "./schema.ts";
import { type KeyAndValue, newValue } from "./values.ts";

export async function createApiKey(
	caller: TenantCaller,
	given: z.output<typeof newApiKey>,
): Promise<Change<KeyAndValue>> {
	const { tenantId } = caller;
	await findOpenTenant(caller, tenantId);
	const row: ApiKeyRow = {
		id: newId("api_key", caller.now),
		tenantId,
		name: given.name,
		mode: given.mode,
		status: "ACTIVE",
		scopes: given.scopes ?? [...defaultScopes],
		ipAllowlist: given.ip_allowlist ?? [],
		expiresAt: given.expires_at ?? null,
		rateLimitTier: given.rate_limit_tier ?? null,
		rateLimitPerMinute: given.rate_limit_per_minute ?? null,
		...firstRevision(caller.now),
	};
	checkTier(row);
	const { key, add } = newValue(caller, row);
	return {
		result: { api_key: toApiKey(row, hintOfSecret(key)), key },
		tenantId,
		inControlDatabase: true,
		writes: [insert(apiKeys).values(row), add],
		audit: { action: "api_key.created", resourceId: row.id },
	};
}

export async function listApiKeys(
	caller: TenantCaller,
	page: PageRequest,
	filters: UpdatedFilters,
): Promise<PartialPage<ApiKey>> {
	const { tenantId } = caller;
	const { walk, where, order } = walkedList(apiKeys, caller, page, { updated: updatedRange(filters) });
	const [found] = await together(
		caller,
		({ control }) =>
			joinedPageWithLargeColumns({ db: control }, apiKeys, {
				large: [],
				take: page.take,
				read: (db, columns) =>
					db
						.select({ ...(walk ? { ...columnsUnderName(columns), walkEnd } : columns), hint: apiKeyValues.hint })
						.from(walk ?? apiKeys)
						.innerJoin(apiKeyValues, isCurrentValue)
						.where(where)
						.orderBy(...order)
						.limit(page.take),
			}),
		(caller) => findTenant(caller, tenantId),
	);
	return { ...found, rows: found.rows.map((row) => toApiKey(row, row.hint)) };
}

export async function getApiKey(caller: TenantCaller, id: string): Promise<ApiKey> {
	const { row, hint } = await findKey(caller, id);
	return toApiKey(row, hint);
}

export async function updateApiKey(
	caller: TenantCaller,
	id: string,
	patch: z.output<typeof apiKeyPatch>,
): Promise<Change<ApiKey>> {
	const { row, hint } = await findKey(caller, id);
	const before = toApiKey(row, hint);
	const next: ApiKeyRow = {
		...row,
		name: patched(patch.name, row.name),
		status: patched(patch.status, row.status),
		scopes: patched(patch.scopes, row.scopes),
		ipAllowlist: patched(patch.ip_allowlist, row.ipAllowlist),
		expiresAt: patched(patch.expires_at, row.expiresAt),
		rateLimitTier: patched(patch.rate_limit_tier, row.rateLimitTier),
		rateLimitPerMinute: patched(
			patch.rate_limit_per_minute,
			patch.rate_limit_tier === undefined ? row.rateLimitPerMinute : null,
		),
		...nextRevision(row, caller.now),
	};
	checkTier(next);
	const result = toApiKey(next, hint);
	const changes = changesBetween(before, result);
	if (!changes) return noChange(before);
	refuseRevoked(row);
	return {
		result,
		tenantId: row.tenantId,
		inControlDatabase: true,
		writes: [updateIfUnchanged(apiKeys, row, next)],
		audit: { action: next.status === "REVOKED" ? "api_key.revoked" : "api_key.updated", resourceId: id, changes },
		credentials: true,
	};
}

const isCurrentValue = and(eq(apiKeyValues.keyId, apiKeys.id), isNull(apiKeyValues.goodUntil));

export async function findKey(
	{ control, tenantId }: TenantCaller,
	id: string,
): Promise<{ row: ApiKeyRow; hint: string }> {
	const [found] = await control
		.select({ row: apiKeys, hint: apiKeyValues.hint })
		.from(apiKeys)
		.innerJoin(apiKeyValues, isCurrentValue)
		.where(and(eq(apiKeys.id, id), eq(apiKeys.tenantId, tenantId)));
	if (!found) throw notFound("API key");
	return found;
}

/** The operator within the tenant of a key, whose address names no tenant. */
export async function inTenantOfKey(caller: Caller, id: string): Promise<TenantCaller> {
	const [found] = await caller.control.select({ tenantId: apiKeys.tenantId }).from(apiKeys).where(eq(apiKeys.id, id));
	if (!found) throw notFound("API key");
	return { ...caller, tenantId: found.tenantId };
}

function checkTier({ rateLimitTier, rateLimitPerMinute }: ApiKeyRow): void {
	if (rateLimitTier === "custom" && rateLimitPerMinute === null)
		throw fieldProblem("rate_limit_per_minute", "is required for the custom tier");
	if (rateLimitTier !== "custom" && rateLimitPerMinute !== null)
		throw fieldProblem("rate_limit_per_minute", "is only allowed for the custom tier");
}

export function refuseRevoked(row: ApiKeyRow): void {
	if (row.status === "REVOKED")
		throw problem("conflict", "The key is revoked. A revoked key cannot be changed or rotated.");
}
