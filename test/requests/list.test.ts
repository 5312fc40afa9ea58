import { evictDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { clock } from "../../src/platform/lib/clock.ts";
import { newId } from "../../src/platform/lib/ids.ts";
import { call } from "../support/api.ts";
import { advance, now } from "../support/clock.ts";
import { readAllPages } from "../support/read-all-pages.ts";
import { listed, requestLog } from "../support/request-log.ts";
import { newKey, newWorld, type Tenant } from "../support/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: records as JSON
type Json = any;

const unknownClient = `/v1/clients/cli_${"0".repeat(32)}`;
let world: Tenant;
let other: { id: string; key: string };
let later: string;
/** The sent requests, the newest first: method and path, status, and the credential. */
let sent: [string, number, string][];

beforeAll(async () => {
	world = await newWorld();
	other = await newKey(world.id, { scopes: ["read:leads"] });
	await call(200, "/v1/me", { key: world.key });
	await call(404, unknownClient, { key: world.key });
	advance(10);
	later = now();
	await call(403, "/v1/clients", { key: other.key });
	await call(400, "/v1/clients", { key: world.key, body: {} });
	await call(200, "/v1/clients?limit=1", { key: world.key });
	sent = [
		["GET /v1/clients", 200, world.keyId],
		["POST /v1/clients", 400, world.keyId],
		["GET /v1/clients", 403, other.id],
		[`GET ${unknownClient}`, 404, world.keyId],
		["GET /v1/me", 200, world.keyId],
	];
});

const told = (request: Json) => [`${request.method} ${request.path}`, request.status, request.credential.id];
/** Reads the list with another key, and leaves out the requests of that key. */
async function reading(query: string): Promise<Json[]> {
	const reader = await newKey(world.id, { scopes: ["read:audit_log"] });
	const all = await readAllPages(`/v1/requests?${query}`, reader.key);
	return all.flat().filter(({ operation_id }: Json) => operation_id !== "listRequests");
}

describe("the list of requests", () => {
	it("has the newest first", async () => {
		const requests = await reading("");
		expect(requests.map(told)).toEqual(sent);
		const ids = requests.map(({ id }) => id);
		expect(ids).toEqual([...ids].sort().reverse());
	});

	it.each<[string, (request: [string, number, string]) => boolean]>([
		["status=404", ([, status]) => status === 404],
		["status=4xx", ([, status]) => status >= 400],
		["status=2xx", ([, status]) => status === 200],
		["status=5xx", () => false],
		["operation_id=listClients", ([route]) => route === "GET /v1/clients"],
		["operation_id=createClient", ([route]) => route === "POST /v1/clients"],
		["operation_id=nothing", () => false],
		["path=/v1/clients", ([route]) => route.endsWith(" /v1/clients")],
		[`path=${unknownClient}`, ([route]) => route.endsWith(unknownClient)],
		["path=/v1/client_", () => false],
		["path=/v1/clients&status=403", ([, status]) => status === 403],
	])("keeps with %s only those", async (query, fits) => {
		expect((await reading(query)).map(told)).toEqual(sent.filter(fits));
	});

	it("keeps with credential_id those of one key, and with created_since those from then on", async () => {
		expect((await reading(`credential_id=${other.id}`)).map(told)).toEqual([sent[2]]);
		expect((await reading(`credential_id=${world.keyId}`)).map(told)).toEqual(
			sent.filter(([, , id]) => id !== other.id),
		);
		expect((await reading(`credential_id=${newId("oauth_app", clock.now())}`)).map(told)).toEqual([]);
		expect((await reading(`created_since=${later}`)).map(told)).toEqual(sent.slice(0, 3));
	});

	it("has pages without gaps and repetitions, filtered ones too, while requests go on", async () => {
		const reader = await newKey(world.id, { scopes: ["read:audit_log"] });
		const pages = await readAllPages(`/v1/requests?limit=2&credential_id=${world.keyId}`, reader.key);
		expect(pages.map((page) => page.map(told))).toEqual([
			[sent[0], sent[1]],
			[sent[3], sent[4]],
		]);
		const all = (await readAllPages("/v1/requests?limit=1", reader.key)).flat().map(({ id }) => id);
		expect(new Set(all).size).toBe(all.length);
		expect(all).toEqual([...all].sort().reverse());
	});

	it.each(["status=999", "status=40", "status=4XX", "status=", "status=404&status=403", `path=${"x".repeat(501)}`])(
		"refuses %s",
		async (query) => {
			expect((await call(400, `/v1/requests?${query}`, { key: world.key })).body.code).toBe("validation_failed");
		},
	);

	it("refuses a cursor with other filters", async () => {
		const { body } = await call(200, "/v1/requests?limit=1&status=4xx", { key: world.key });
		const { code } = (await call(400, `/v1/requests?limit=1&cursor=${body.next_cursor}`, { key: world.key })).body;
		expect(code).toBe("invalid_cursor");
	});

	it("survives the eviction of the object that keeps it", async () => {
		const before = await reading("");
		await evictDurableObject(await requestLog(world.id));
		expect(await reading("")).toEqual(before);
		await call(200, "/v1/me", { key: world.key });
		expect((await listed(world.key, "operation_id=getMe")).length).toBe(2);
	});
});
