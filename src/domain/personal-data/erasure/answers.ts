import { sql } from "drizzle-orm";
import { ownerOf } from "../../../platform/commit/keys/idempotency.ts";
import type { Ctx } from "../../../platform/context.ts";
import { idempotencyRecords } from "../../../platform/db/tables/both/idempotency.ts";
import { problem } from "../../../platform/problems/problem.ts";
import { mentions } from "../mentions.ts";
import { type FoundRow, type Key, type ScannedTable, scanChunk } from "../scan.ts";
import { type ErasedPerson, type EraseSome, isNew } from "./person.ts";

const idPaths = ["$.id", "$.data.id", "$.owner.id", "$.result.id", "$.result.owner.id"];

const scanned: ScannedTable = {
	table: sql`${idempotencyRecords}`,
	key: ["credential_id", "key"],
	texts: ["body", "key"],
	condition: (ids) =>
		sql`sealed OR ${sql.join(
			idPaths.map((path) => sql`${sql.raw(`iif(json_valid(body), body ->> '${path}', NULL)`)} IN ${ids}`),
			sql` OR `,
		)}`,
	also: ["sealed", "created_at"],
};

/**
 * The key stays, so that a request that is repeated does not make the person again: it gets a refusal. A key that may
 * tell something goes.
 */
export const eraseAnswers: EraseSome = async (ctx, person, after) => {
	const { rows, next } = await scanChunk(ctx, person, scanned, after as Key | null);
	const found: FoundRow[] = [];
	for (const row of rows) if (await isOfPerson(ctx, person, row)) found.push(row);
	const gone = found.filter((row) => !tellsNothing(keyOf(row))).map(({ key }) => key);
	const replaced = found
		.filter((row) => tellsNothing(keyOf(row)))
		.map(({ key, texts: [body] }) => [...key, JSON.stringify(isShort(key, body) ? shortRefusal : refusal(ctx))]);
	return {
		writes: [
			...(gone.length === 0 ? [] : [forget(ctx, gone)]),
			...(replaced.length === 0 ? [] : [replace(ctx, replaced)]),
		],
		keys: gone.map(([credentialId, key]) => [String(credentialId), String(key)]),
		next,
	};
};

const isShort = ([credentialId]: Key, body: string | null | undefined): boolean =>
	credentialId === "publisher" || body?.startsWith('{"result":') === true;

const keyOf = ({ key: [, key] }: FoundRow): string => String(key);

/** A UUID or a hash. Others may have words of their callers. */
const tellsNothing = (key: string): boolean =>
	/^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32,64})$/i.test(key);

const forget = ({ tenantId }: Ctx, keys: readonly Key[]) =>
	sql`DELETE FROM ${idempotencyRecords} WHERE tenant_id = ${tenantId}
		AND (credential_id, "key") IN (SELECT value ->> 0, value ->> 1 FROM json_each(${JSON.stringify(keys)}))`;

const replace = ({ tenantId }: Ctx, replaced: readonly unknown[]) =>
	sql`UPDATE ${idempotencyRecords} SET status = ${erased.status}, content_type = 'application/problem+json',
			location = NULL, etag = NULL, sealed = 0, body = j.found ->> 2
		FROM (SELECT value AS found FROM json_each(${JSON.stringify(replaced)})) j
		WHERE tenant_id = ${tenantId} AND credential_id = j.found ->> 0 AND "key" = j.found ->> 1`;

/** Every change may have this refusal. */
const erased = problem(
	"idempotency_key_mismatch",
	"The first answer was erased with its client. For another request use a new key.",
);

/** As a form of a page or the service binding stores a refusal. */
const shortRefusal = { code: erased.code, message: erased.message, extra: {} };

const refusal = ({ requestId, settings }: Ctx) => ({
	type: `${settings.origin ?? ""}/docs/errors/${erased.code}`,
	title: erased.title,
	status: erased.status,
	detail: erased.message,
	code: erased.code,
	instance: "/v1",
	request_id: requestId,
});

async function isOfPerson(
	{ tenantId, vault }: Ctx,
	person: ErasedPerson,
	{ key: [credentialId, key], texts: [body], also: [sealed, createdAt], meetsCondition }: FoundRow,
): Promise<boolean> {
	if (isNew(person, createdAt)) return false;
	if (mentions(person, String(key))) return true;
	if (!sealed) return meetsCondition || mentions(person, body ?? "");
	try {
		const owner = ownerOf({ tenantId, credentialId: String(credentialId), key: String(key) });
		return mentions(person, await vault.open(body ?? "", owner));
	} catch {
		// Nobody can read it any more.
		return false;
	}
}
