import { and, eq, gt, inArray, isNull, type SQL } from "drizzle-orm";
import type { z } from "zod";
import { type Change, noChange } from "../../../platform/commit/change.ts";
import { insert, update, updateIfUnchanged } from "../../../platform/commit/write.ts";
import type { Caller } from "../../../platform/context.ts";
import { listCondition } from "../../../platform/db/lists/list-condition.ts";
import { orderOf } from "../../../platform/db/lists/page-order.ts";
import { firstRevision, nextRevision } from "../../../platform/db/record.ts";
import { apiKeys, apiKeyValues } from "../../../platform/db/tables/control/api-keys.ts";
import { mintKey } from "../../../platform/gate/credentials/api-keys.ts";
import { defaultScopes } from "../../../platform/gate/scopes.ts";
import type { PageRequest } from "../../../platform/http/endpoint/page.ts";
import { changesBetween, patched } from "../../../platform/lib/changes.ts";
import { newId } from "../../../platform/lib/ids.ts";
import { hashOfSecret, hintOfSecret } from "../../../platform/lib/secret-value.ts";
import { fieldProblem, notFound, problem } from "../../../platform/problems/problem.ts";
import { findTenant } from "../tenants/operations.ts";
import { type ApiKey, type ApiKeyRow, type apiKeyPatch, type newApiKey, toApiKey } from "./schema.ts";

interface KeyAndValue {
	api_key: ApiKey;
	key: string;
}

export async function createApiKey(
	caller: Caller,
	tenantId: string,
	given: z.output<typeof newApiKey>,
): Promise<Change<KeyAndValue>> {
	await findTenant(caller, tenantId);
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
	caller: Caller,
	tenantId: string,
	page: PageRequest,
	filters: { updated_since?: number | undefined },
): Promise<ApiKey[]> {
	const [rows] = await Promise.all([
		caller.control
			.select({ row: apiKeys, hint: apiKeyValues.hint })
			.from(apiKeys)
			.innerJoin(apiKeyValues, isCurrentValue)
			.where(listCondition(apiKeys, { tenantId }, page, { updatedSince: filters.updated_since }))
			.orderBy(...orderOf(apiKeys, page))
			.limit(page.take),
		findTenant(caller, tenantId),
	]);
	return rows.map(({ row, hint }) => toApiKey(row, hint));
}

export async function getApiKey(caller: Caller, id: string): Promise<ApiKey> {
	const { row, hint } = await findKey(caller, id);
	return toApiKey(row, hint);
}

export async function updateApiKey(
	caller: Caller,
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

/** Gives a key a new value. The replaced value works until the overlap ends. Any older value ends now. */
export async function rotateApiKey(caller: Caller, id: string, overlapSeconds: number): Promise<Change<KeyAndValue>> {
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

/**
 * Ends the value that the last rotation replaced before its overlap is over. If no such value works, nothing changes.
 */
export async function endReplacedValue(caller: Caller, id: string): Promise<Change<ApiKey>> {
	const [{ row, hint }, values] = await Promise.all([findKey(caller, id), validValues(caller, [id])]);
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

const isCurrentValue = and(eq(apiKeyValues.keyId, apiKeys.id), isNull(apiKeyValues.goodUntil));

/** A value of a key that works. */
export interface KeyValue {
	keyId: string;
	/** Its last characters. */
	hint: string;
	/** Null for the current value. A replaced one works until this time. */
	goodUntil: number | null;
	createdAt: number;
}

/** The values of these keys that work: the current one of each, and a replaced one during the overlap. */
export async function validValues({ control, now }: Caller, keyIds: string[]): Promise<KeyValue[]> {
	const { keyId, hint, goodUntil, createdAt } = apiKeyValues;
	const valuesWhere = (condition: SQL) =>
		control
			.select({ keyId, hint, goodUntil, createdAt })
			.from(apiKeyValues)
			.where(and(inArray(keyId, keyIds), condition));
	return (await Promise.all([valuesWhere(isNull(goodUntil)), valuesWhere(gt(goodUntil, now))])).flat();
}

async function findKey({ control }: Caller, id: string): Promise<{ row: ApiKeyRow; hint: string }> {
	const [found] = await control
		.select({ row: apiKeys, hint: apiKeyValues.hint })
		.from(apiKeys)
		.innerJoin(apiKeyValues, isCurrentValue)
		.where(eq(apiKeys.id, id));
	if (!found) throw notFound("API key");
	return found;
}

function newValue({ now }: Caller, { id, mode }: ApiKeyRow) {
	const key = mintKey(mode);
	return {
		key,
		add: insert(apiKeyValues).values({
			hash: hashOfSecret(key),
			keyId: id,
			hint: hintOfSecret(key),
			goodUntil: null,
			createdAt: now,
		}),
	};
}

function checkTier({ rateLimitTier, rateLimitPerMinute }: ApiKeyRow): void {
	if (rateLimitTier === "custom" && rateLimitPerMinute === null)
		throw fieldProblem("rate_limit_per_minute", "is required for the custom tier");
	if (rateLimitTier !== "custom" && rateLimitPerMinute !== null)
		throw fieldProblem("rate_limit_per_minute", "is only allowed for the custom tier");
}

function refuseRevoked(row: ApiKeyRow): void {
	if (row.status === "REVOKED")
		throw problem("conflict", "The key is revoked. A revoked key cannot be changed or rotated.");
}
