import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { type Answer, type Call, call, send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { evict } from "../support/evict.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { newKey, newTenant, newWorld, operate } from "../support/world.ts";

const day = 86_400;
let count = 0;
const unique = () => `once-${++count}`;
const newClient = (email = `${unique()}@example.com`) => ({ email, first_name: "Ada" });

const keyed = (key: string, once: string, options: Call = {}): Call => ({
	key,
	...options,
	headers: { "Idempotency-Key": once, ...options.headers },
});

const isReplay = (answer: Answer) => answer.headers.get("Idempotent-Replayed") === "true";

/** A replay gets the same answer, marked as one, with its own request id in the header. */
async function replays(path: string, options: Call, first: Answer): Promise<void> {
	const headers = { ...options.headers, "X-Request-ID": `again-${unique()}` };
	const again = await call(first.status, path, { ...options, headers });
	expect(again.text).toBe(first.text);
	expect(again.headers.get("Idempotent-Replayed")).toBe("true");
	expect(again.headers.get("X-Request-ID")).toBe(headers["X-Request-ID"]);
	expect(first.headers.get("X-Request-ID")).not.toBe(headers["X-Request-ID"]);
	for (const name of ["Content-Type", "Location"]) expect(again.headers.get(name)).toBe(first.headers.get(name));
}

const clientsOf = async (key: string) => (await call(200, "/v1/clients?limit=100", { key })).body.data;

describe("a repeated request gets the first answer again", () => {
	test("201, with its Location, and nothing is made twice", async () => {
		const { key } = await newWorld();
		const options = keyed(key, unique(), { body: newClient() });
		const first = await call(201, "/v1/clients", options);
		expect(isReplay(first)).toBe(false);
		expect(first.headers.get("Location")).toBe(`/v1/clients/${first.body.id}`);
		await replays("/v1/clients", options, first);
		await replays("/v1/clients", options, first);
		expect(await clientsOf(key)).toHaveLength(1);
	});

	test.each([
		["400 of the schema", "/v1/clients", { body: { email: "no address" } }, 400, "validation_failed"],
		["400 of an id", "/v1/clients/nonsense", { method: "PATCH", body: {} }, 400, "invalid_id"],
		["404", "/v1/clients/cli_01890a5d-ac96-774b-bcce-b302099a8057", { method: "DELETE" }, 404, "resource_not_found"],
	])("%s, with the first request's id in its body", async (_, path, given, status, code) => {
		const { key, id } = await newWorld();
		const target =
			status === 404
				? `/v1/clients/${(await call(201, "/v1/clients", { key: (await newKey(id)).key, body: newClient() })).body.id}`
				: path;
		if (status === 404) await call(200, target, { key, method: "DELETE" });
		const options = keyed(key, unique(), given as Call);
		const first = await call(status, target, options);
		expect(first.body.code).toBe(code);
		expect(first.body.request_id).toBe(first.headers.get("X-Request-ID"));
		expect(first.headers.get("Content-Type")).toBe("application/problem+json");
		await replays(target, options, first);
	});

	test("an error with a hundred faults, in at most 8 KiB", async () => {
		const { key } = await newWorld();
		const fields = Array.from({ length: 100 }, (_, n) => ({
			key: `q${n}`,
			label: "",
			type: "select",
			options: [{}, {}],
		}));
		const options = keyed(key, unique(), { body: { name: "Intake", fields } });
		const first = await call(400, "/v1/forms", options);
		expect(new TextEncoder().encode(first.text).length).toBeLessThanOrEqual(8192);
		expect(first.body.errors.length).toBeGreaterThan(30);
		await replays("/v1/forms", options, first);
		const long = `/v1/clients/${"a".repeat(10_000)}`;
		const deletion = keyed(key, unique(), { method: "DELETE" });
		const refused = await call(400, long, deletion);
		expect(refused.text.length).toBeLessThanOrEqual(8192);
		await replays(long, deletion, refused);
	});

	test("409, even when the reason for it is gone", async () => {
		const { key } = await newWorld();
		const taken = newClient();
		const { body: holder } = await call(201, "/v1/clients", { key, body: taken });
		const options = keyed(key, unique(), { body: taken });
		const first = await call(409, "/v1/clients", options);
		expect(first.body).toMatchObject({ code: "duplicate_email", existing_id: holder.id });
		await call(200, `/v1/clients/${holder.id}`, { key, method: "DELETE" });
		await replays("/v1/clients", options, first);
		await call(201, "/v1/clients", keyed(key, unique(), { body: taken }));
	});

	test("PATCH: the change of somebody else in between stays", async () => {
		const { key } = await newWorld();
		const { body } = await call(201, "/v1/clients", { key, body: newClient() });
		const path = `/v1/clients/${body.id}`;
		const options = keyed(key, unique(), { method: "PATCH", body: { first_name: "First" } });
		const first = await call(200, path, options);
		await call(200, path, { key, method: "PATCH", body: { first_name: "Second" } });
		await replays(path, options, first);
		expect((await call(200, path, { key })).body.first_name).toBe("Second");
	});

	test("DELETE: told to be deleted each time", async () => {
		const { key } = await newWorld();
		const { body } = await call(201, "/v1/clients", { key, body: newClient() });
		const options = keyed(key, unique(), { method: "DELETE" });
		const first = await call(200, `/v1/clients/${body.id}`, options);
		await replays(`/v1/clients/${body.id}`, options, first);
		await call(404, `/v1/clients/${body.id}`, { key, method: "DELETE" });
	});

	test("a PATCH that changed nothing", async () => {
		const { key } = await newWorld();
		const { body } = await call(201, "/v1/clients", { key, body: newClient() });
		const options = keyed(key, unique(), { method: "PATCH", body: {} });
		await replays(`/v1/clients/${body.id}`, options, await call(200, `/v1/clients/${body.id}`, options));
	});

	test("right after the answer, never a conflict, however often", async () => {
		const { key } = await newWorld();
		for (let n = 0; n < 50; n++) {
			const options = keyed(key, unique(), { body: newClient() });
			const first = await call(201, "/v1/clients", options);
			const again = await call(201, "/v1/clients", options);
			expect(isReplay(again)).toBe(true);
			expect(again.text).toBe(first.text);
		}
	});

	test("after the gate's object was evicted", async () => {
		const { id, key } = await newWorld();
		const options = keyed(key, unique(), { body: newClient() });
		const first = await call(201, "/v1/clients", options);
		await evict(env.GATE.getByName(id));
		await replays("/v1/clients", options, first);
	});

	test("also through the value the key was rotated to", async () => {
		const { key, keyId } = await newWorld();
		const options = keyed(key, unique(), { body: newClient() });
		const first = await call(201, "/v1/clients", options);
		const { body } = await operate(200, `/admin/api_keys/${keyId}/rotate`, { method: "POST" });
		await replays("/v1/clients", { ...options, key: body.key }, first);
	});

	test("whatever its content type and its other headers are", async () => {
		const { key } = await newWorld();
		const options = keyed(key, unique(), { body: newClient() });
		const first = await call(201, "/v1/clients", options);
		const headers = { ...options.headers, "Content-Type": "application/json; charset=utf-8", Accept: "text/plain" };
		await replays("/v1/clients", { ...options, headers }, first);
	});

	test("for a day, and then the key is free again", async () => {
		const { key } = await newWorld();
		const once = unique();
		const first = await call(201, "/v1/clients", keyed(key, once, { body: newClient() }));
		const failed = keyed(key, unique(), { body: { email: "no address" } });
		const refusal = await call(400, "/v1/clients", failed);
		advance(day - 60);
		await call(422, "/v1/clients", keyed(key, once, { body: newClient() }));
		await replays("/v1/clients", failed, refusal);
		advance(120);
		const second = await call(201, "/v1/clients", keyed(key, once, { body: newClient() }));
		expect(isReplay(second)).toBe(false);
		expect(second.body.id).not.toBe(first.body.id);
		expect((await call(400, "/v1/clients", failed)).text).not.toBe(refusal.text);
		await scheduledWork();
		advance(day - 60);
		await call(422, "/v1/clients", keyed(key, once, { body: newClient() }));
	});

	test("racing for a key whose day is over, one request runs", async () => {
		const { key } = await newWorld();
		const once = unique();
		await call(201, "/v1/clients", keyed(key, once, { body: newClient() }));
		advance(day + 1);
		const options = keyed(key, once, { body: newClient() });
		const answers = await Promise.all(Array.from({ length: 20 }, () => send("/v1/clients", options)));
		expect(answers.filter((answer) => answer.status === 201 && !isReplay(answer))).toHaveLength(1);
		expect(await clientsOf(key)).toHaveLength(2);
	});
});

describe("an Idempotency-Key stands for one request", () => {
	test("with another body, path, query or method it is refused as a mismatch, and the first stays as it was", async () => {
		const { key } = await newWorld();
		const once = unique();
		const body = newClient();
		const options = keyed(key, once, { body });
		const first = await call(201, "/v1/clients", options);
		const path = `/v1/clients/${first.body.id}`;
		for (const [otherPath, given] of [
			["/v1/clients", { body: { ...body, first_name: "Other" } }],
			["/v1/clients", { raw: `${JSON.stringify(body)} `, headers: { "Content-Type": "application/json" } }],
			["/v1/clients?x=1", { body }],
			[path, { method: "PATCH", body }],
			[path, { method: "DELETE" }],
		] as [string, Call][]) {
			const answer = await call(422, otherPath, keyed(key, once, given));
			expect(answer.body.code).toBe("idempotency_key_mismatch");
			expect(isReplay(answer)).toBe(false);
		}
		await replays("/v1/clients", options, first);
		expect(await clientsOf(key)).toHaveLength(1);
	});

	test("the same key of two API keys of a tenant, or of two tenants, stands for two requests", async () => {
		const [one, other] = await Promise.all([newWorld(), newWorld()]);
		const { key: second } = await newKey(one.id);
		const keys = [one.key, second, other.key];
		const create = (key: string, once: string) => call(201, "/v1/clients", keyed(key, once, { body: newClient() }));
		const [atOnce, inTurn] = [unique(), unique()];
		const answers = await Promise.all(keys.map((key) => create(key, atOnce)));
		for (const key of keys) answers.push(await create(key, inTurn));
		expect(answers.some(isReplay)).toBe(false);
		expect(new Set(answers.map(({ body }) => body.id)).size).toBe(2 * keys.length);
	});

	test("a GET takes no notice of it", async () => {
		const { key } = await newWorld();
		const before = await call(200, "/v1/clients", keyed(key, "same"));
		await call(201, "/v1/clients", { key, body: newClient() });
		const after = await call(200, "/v1/clients", keyed(key, "same"));
		expect([before, after].map(({ body }) => body.data.length)).toEqual([0, 1]);
		await call(200, "/v1/clients", keyed(key, "not valid"));
	});
});

describe("never stored, so that the same key works once the cause is gone", () => {
	const good = () => JSON.stringify(newClient());
	const json = { "Content-Type": "application/json" };

	test.each([
		["malformed_json", 400, { raw: "{", headers: json }],
		["malformed_json", 400, { raw: "", headers: json }],
		["unsupported_media_type", 415, { raw: "x", headers: { "Content-Type": "text/plain" } }],
		["payload_too_large", 413, { raw: `"${"x".repeat(1024 * 1024)}"`, headers: json }],
	])("%s (%i)", async (code, status, given) => {
		const { key } = await newWorld();
		const once = unique();
		expect((await call(status, "/v1/clients", keyed(key, once, given))).body.code).toBe(code);
		const answer = await call(201, "/v1/clients", keyed(key, once, { raw: good(), headers: json }));
		expect(isReplay(answer)).toBe(false);
	});

	test("401 of a paused key", async () => {
		const { key, keyId } = await newWorld();
		const options = keyed(key, unique(), { body: newClient() });
		await operate(200, `/admin/api_keys/${keyId}`, { method: "PATCH", body: { status: "INACTIVE" } });
		await call(401, "/v1/clients", options);
		await operate(200, `/admin/api_keys/${keyId}`, { method: "PATCH", body: { status: "ACTIVE" } });
		expect(isReplay(await call(201, "/v1/clients", options))).toBe(false);
	});

	test.each([
		["insufficient_scope", { scopes: [] }, { scopes: ["write:clients"] }],
		["ip_not_allowed", { ip_allowlist: ["192.0.2.1"] }, { ip_allowlist: [] }],
	])("403 %s, not even as a request that is still running", async (code, bad, cured) => {
		const { id } = await newWorld();
		const { key, id: keyId } = await newKey(id, bad);
		const options = keyed(key, unique(), { body: newClient() });
		expect((await call(403, "/v1/clients", options)).body.code).toBe(code);
		await operate(200, `/admin/api_keys/${keyId}`, { method: "PATCH", body: cured });
		expect(isReplay(await call(201, "/v1/clients", options))).toBe(false);
	});

	test("403 of the Light plan", async () => {
		const id = await newTenant({ plan: "light" });
		const { key } = await newKey(id);
		const options = keyed(key, unique(), { body: newClient() });
		await call(403, "/v1/clients", options);
		await operate(200, `/admin/tenants/${id}`, { method: "PATCH", body: { plan: "solo" } });
		expect(isReplay(await call(201, "/v1/clients", options))).toBe(false);
	});

	test("429", async () => {
		const { key } = await newWorld({ limit: 1 });
		await call(200, "/v1/me", { key });
		const options = keyed(key, unique(), { body: newClient() });
		const { headers } = await call(429, "/v1/clients", options);
		advance(Number(headers.get("Retry-After")));
		expect(isReplay(await call(201, "/v1/clients", options))).toBe(false);
	});

	test("a bad Idempotency-Key", async () => {
		const { key } = await newWorld();
		const body = newClient();
		await call(400, "/v1/clients", keyed(key, "a\tb", { body }));
		await call(201, "/v1/clients", keyed(key, "a-b", { body }));
	});
});

describe("the form of an Idempotency-Key", () => {
	test.each([
		["empty", ""],
		["empty in quotes", '""'],
		["256 characters", "k".repeat(256)],
		["256 characters in quotes", `"${"k".repeat(256)}"`],
		["only spaces in quotes", '"  "'],
		["a tab", "a\tb"],
		["not ASCII", "schlüssel"],
	])("%s is 400 validation_failed in the headers, and nothing is made", async (_, once) => {
		const { key } = await newWorld();
		const { body } = await call(400, "/v1/clients", keyed(key, once, { body: newClient() }));
		expect(body.code).toBe("validation_failed");
		expect(body.errors).toMatchObject([{ location: "headers", path: "Idempotency-Key" }]);
		expect(await clientsOf(key)).toHaveLength(0);
	});

	test.each([
		["255 characters", "k".repeat(255)],
		["255 characters in quotes", `"${"k".repeat(255)}"`],
		["all that is visible", Array.from({ length: 94 }, (_, n) => String.fromCharCode(33 + n)).join("")],
		["a space inside", "order 17"],
		["one quote", '"'],
	])("%s is fine", async (_, once) => {
		const { key } = await newWorld();
		const options = keyed(key, once, { body: newClient() });
		await replays("/v1/clients", options, await call(201, "/v1/clients", options));
	});

	test("the quoted and the bare form are the same key", async () => {
		const { key } = await newWorld();
		const body = newClient();
		const first = await call(201, "/v1/clients", keyed(key, '"abc"', { body }));
		await replays("/v1/clients", keyed(key, "abc", { body }), first);
		await replays("/v1/clients", keyed(key, '"abc"', { body }), first);
	});

	test("spaces inside a key belong to it, and spaces around it do not", async () => {
		const { key } = await newWorld();
		const body = newClient();
		const first = await call(201, "/v1/clients", keyed(key, "order 17", { body }));
		for (const same of ["  order 17 ", '"order 17"', '" order 17  "', ' "order 17" '])
			await replays("/v1/clients", keyed(key, same, { body }), first);
		await call(409, "/v1/clients", keyed(key, "order  17", { body }));
	});

	test("upper and lower case are two keys", async () => {
		const { key } = await newWorld();
		await call(201, "/v1/clients", keyed(key, "abc", { body: newClient() }));
		await call(201, "/v1/clients", keyed(key, "ABC", { body: newClient() }));
	});
});

describe("while the first request runs", () => {
	test("parallel creations with one key make one client, one event and one audit entry; the others wait or replay", async () => {
		const { key } = await newWorld();
		const options = keyed(key, unique(), { body: newClient() });
		const answers = await Promise.all(Array.from({ length: 200 }, () => send("/v1/clients", options)));
		const made = answers.filter((answer) => answer.status === 201 && !isReplay(answer));
		expect(made).toHaveLength(1);
		for (const answer of answers) {
			if (answer.status === 201) expect(answer.text).toBe(made[0]?.text);
			else {
				expect(answer.body).toMatchObject({ status: 409, code: "idempotency_key_concurrent" });
				expect(answer.headers.get("Retry-After")).toBe("1");
				expect(isReplay(answer)).toBe(false);
			}
		}
		await replays("/v1/clients", options, made[0] as Answer);
		const [clients, events, audit] = await Promise.all([
			clientsOf(key),
			call(200, "/v1/events", { key }),
			call(200, "/v1/audit_log", { key }),
		]);
		expect(clients).toHaveLength(1);
		expect(events.body.data.map(({ type }: { type: string }) => type)).toEqual(["client.created"]);
		const created = audit.body.data.filter(({ action }: { action: string }) => action === "client.created");
		expect(created).toHaveLength(1);
	});

	test("parallel requests with one key and different bodies make one client; the others are told so", async () => {
		const { key } = await newWorld();
		const once = unique();
		const answers = await Promise.all(
			Array.from({ length: 30 }, () => send("/v1/clients", keyed(key, once, { body: newClient() }))),
		);
		expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
		for (const { status, body } of answers)
			if (status !== 201) expect(["idempotency_key_concurrent", "idempotency_key_mismatch"]).toContain(body.code);
		expect(await clientsOf(key)).toHaveLength(1);
	});

	test("parallel requests with one key that fail alike keep one refusal", async () => {
		const { key } = await newWorld();
		const options = keyed(key, unique(), { body: { email: "no address" } });
		const answers = await Promise.all(Array.from({ length: 30 }, () => send("/v1/clients", options)));
		const refusals = answers.filter(({ status }) => status === 400);
		expect(new Set(refusals.map(({ text }) => text)).size).toBe(1);
		expect(refusals.filter((answer) => !isReplay(answer))).toHaveLength(1);
	});

	test("the object's eviction among parallel requests makes nothing happen twice", async () => {
		const { id, key } = await newWorld();
		const options = keyed(key, unique(), { body: newClient() });
		await call(200, "/v1/me", { key });
		const some = () => Array.from({ length: 20 }, () => send("/v1/clients", options));
		const before = some();
		await evict(env.GATE.getByName(id));
		const answers = await Promise.all([...before, ...some()]);
		const made = answers.filter((answer) => answer.status === 201 && !isReplay(answer));
		expect(made).toHaveLength(1);
		for (const { status, body } of answers)
			if (status !== 201) expect(["idempotency_key_concurrent", "service_unavailable"]).toContain(body.code);
		expect(await clientsOf(key)).toHaveLength(1);
	});

	test("a lock that a crash left behind answers 409 with Retry-After: 1 and is gone after 30 seconds", async () => {
		const { id, key, keyId } = await newWorld();
		const once = unique();
		const options = keyed(key, once, { body: newClient() });
		const verdict = await env.GATE.getByName(id).enter({
			claims: [],
			lock: { key: `${keyId}:${once}`, nonce: "crashed" },
		});
		expect(verdict).toMatchObject({ outcome: "admitted", lock: "held" });
		const busy = await call(409, "/v1/clients", options);
		expect(busy.body.code).toBe("idempotency_key_concurrent");
		expect(busy.headers.get("Retry-After")).toBe("1");
		advance(28);
		await call(409, "/v1/clients", options);
		await call(201, "/v1/clients", keyed(key, unique(), { body: newClient() }));
		advance(3);
		await replays("/v1/clients", options, await call(201, "/v1/clients", options));
	});

	test("a request that outlived its lock does not end the lock of its successor", async () => {
		const gate = env.GATE.getByName(unique());
		const ask = (nonce: string) => gate.enter({ claims: [], lock: { key: "k", nonce } });
		expect(await ask("first")).toMatchObject({ lock: "held" });
		expect(await ask("second")).toMatchObject({ lock: "busy" });
		advance(31);
		expect(await ask("second")).toMatchObject({ lock: "held" });
		await gate.release({ key: "k", nonce: "first" });
		expect(await ask("third")).toMatchObject({ lock: "busy" });
		await gate.release({ key: "k", nonce: "second" });
		expect(await ask("third")).toMatchObject({ lock: "held" });
	});

	test("a request that asks the gate again keeps its lock", async () => {
		const gate = env.GATE.getByName(unique());
		const lock = { key: "k", nonce: "first" };
		for (let n = 0; n < 2; n++) expect(await gate.enter({ claims: [], lock })).toMatchObject({ lock: "held" });
	});

	test("a request that is refused at the gate leaves no lock", async () => {
		const { id, key } = await newWorld({ limit: 1 });
		const { key: narrow, id: narrowId } = await newKey(id, { scopes: [] });
		const gate = env.GATE.getByName(id);
		await call(200, "/v1/me", { key });
		await call(429, "/v1/clients", keyed(key, "limited", { body: newClient() }));
		await call(403, "/v1/clients", keyed(narrow, "forbidden", { body: newClient() }));
		const lock = { key: `${narrowId}:forbidden`, nonce: "probe" };
		expect(await gate.enter({ claims: [], lock })).toMatchObject({ lock: "held" });
	});
});

describe("a replay passes the same gate as the first request", () => {
	test("a revoked key gets 401, a key without the scope 403, a Light tenant 403", async () => {
		const { id, key, keyId } = await newWorld();
		const options = keyed(key, unique(), { body: newClient() });
		const first = await call(201, "/v1/clients", options);
		const patch = (body: object) => operate(200, `/admin/api_keys/${keyId}`, { method: "PATCH", body });
		const plan = (plan: string) => operate(200, `/admin/tenants/${id}`, { method: "PATCH", body: { plan } });
		await patch({ scopes: ["read:clients"] });
		expect((await call(403, "/v1/clients", options)).body.code).toBe("insufficient_scope");
		await patch({ scopes: ["write:clients"] });
		await plan("light");
		expect((await call(403, "/v1/clients", options)).body.code).toBe("feature_not_available");
		await plan("solo");
		await replays("/v1/clients", options, first);
		await patch({ status: "REVOKED" });
		const refusal = await call(401, "/v1/clients", options);
		expect(refusal.body.code).toBe("revoked_api_key");
		expect(isReplay(refusal)).toBe(false);
	});

	test("and takes a token as any request does", async () => {
		const { key } = await newWorld({ limit: 2 });
		const options = keyed(key, unique(), { body: newClient() });
		const first = await call(201, "/v1/clients", options);
		expect(first.headers.get("RateLimit-Remaining")).toBe("1");
		const again = await call(201, "/v1/clients", options);
		expect(again.headers.get("RateLimit-Remaining")).toBe("0");
		await call(429, "/v1/clients", options);
	});
});
