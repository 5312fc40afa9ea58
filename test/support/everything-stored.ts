import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { gunzipSync } from "node:zlib";
import { countersOf, gateOf, previewsOf, requestsOf, sharedCounters } from "../../src/platform/gate/gates.ts";
import { requestBatches } from "../../src/platform/gate/requests/request-batches.ts";
import { sha256 } from "../../src/platform/lib/secrets/crypto.ts";
import { wholeDatabase } from "./database.ts";

/** All that is stored anywhere, as texts by the name of their place. Bytes are texts of Latin-1. */
export async function everythingStored(tenantId: string, emails: string[]): Promise<Record<string, string>> {
	return { ...(await tables()), ...(await objects(tenantId)), ...(await durableObjects(tenantId, emails)) };
}

const tables = async (): Promise<Record<string, string>> =>
	Object.fromEntries(Object.entries(await wholeDatabase()).map(([name, rows]) => [name, withBytesAsText(rows)]));

/** Rows come as JSON, and the bytes in them as lists of numbers. */
const withBytesAsText = (rows: string): string =>
	rows
		.replace(/\[\d+(,\d+)*\]/g, (list) => Buffer.from(JSON.parse(list)).toString("latin1"))
		.replace(/response_gzip\\*":\\*"([\w+/=]+)/g, (_, gzip) => gunzipSync(Buffer.from(gzip, "base64")).toString());

async function objects(tenantId: string): Promise<Record<string, string>> {
	const found: [string, string][] = [];
	for (const bucket of [env.PICTURES, env.PICTURES_EU]) {
		if (!bucket) continue;
		for (const { key } of (await bucket.list({ prefix: `${tenantId}/` })).objects) {
			const object = await bucket.get(key);
			found.push([
				`object ${key}`,
				Buffer.from(new Uint8Array((await object?.arrayBuffer()) ?? [])).toString("latin1"),
			]);
		}
	}
	return Object.fromEntries(found);
}

async function durableObjects(id: string, emails: string[]): Promise<Record<string, string>> {
	const tenant = { id, region: "any" } as const;
	await requestBatches.sendTo(requestsOf(env, tenant), id);
	const stubs = {
		gate: gateOf(env, tenant),
		requests: requestsOf(env, tenant),
		previews: previewsOf(env, tenant),
		counters: countersOf(env, tenant),
		...Object.fromEntries(
			emails.flatMap((email) =>
				(["recipients", "accounts"] as const).map((kind) => [
					`${kind} ${email}`,
					sharedCounters(env, kind, sha256(email)),
				]),
			),
		),
	};
	return Object.fromEntries(
		await Promise.all(
			Object.entries(stubs).map(
				async ([name, stub]) => [name, await runInDurableObject(stub as never, contentOf)] as const,
			),
		),
	);
}

function contentOf(_: unknown, { storage }: DurableObjectState): string {
	const names = storage.sql
		.exec<{ name: string }>(
			"SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
		)
		.toArray();
	return JSON.stringify([
		[...storage.kv.list()],
		...names.map(({ name }) => [name, storage.sql.exec(`SELECT * FROM "${name}"`).toArray()]),
	]);
}
