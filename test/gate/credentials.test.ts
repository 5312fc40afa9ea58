import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test, vi } from "vitest";
import { mintKey } from "../../src/platform/gate/credentials/api-keys.ts";
import { credentialCache } from "../../src/platform/gate/credentials/credential-cache.ts";
import { Gate } from "../../src/platform/gate/object/gate.ts";
import { hashOfSecret } from "../../src/platform/lib/secrets/secret-value.ts";
import { type Answer, type Call, call, send } from "../support/api.ts";
import { advance, now } from "../support/clock.ts";
import { wholeDatabase } from "../support/database.ts";
import { challenges } from "../support/expect.ts";
import { takesEffectAtOnce } from "../support/takes-effect-at-once.ts";
import { changePlan, newKey, newTenant, newWorld, operate } from "../support/world.ts";

const hour = 3600;

async function refused(code: string, options: Call, path = "/v1/me"): Promise<Answer> {
	const answer = await send(path, options);
	expect({ status: answer.status, code: answer.body.code }).toEqual({ status: statuses[code], code });
	const lacking = `Bearer error="insufficient_scope", scope="${answer.body.required_scopes}"`;
	const ofCode: Record<string, string> = { missing_api_key: challenges.missing, insufficient_scope: lacking };
	const challenge = ofCode[code] ?? (statuses[code] === 401 ? challenges.invalid : null);
	expect(answer.headers.get("WWW-Authenticate")).toBe(challenge);
	return answer;
}

const statuses: Record<string, number> = {
	missing_api_key: 401,
	invalid_api_key: 401,
	revoked_api_key: 401,
	expired_api_key: 401,
	inactive_api_key: 401,
	ip_not_allowed: 403,
	feature_not_available: 403,
	insufficient_scope: 403,
	rate_limit_exceeded: 429,
};

const change = (keyId: string, body: object, status = 200) =>
	operate(status, `/admin/api_keys/${keyId}`, { method: "PATCH", body });
const rotate = async (keyId: string, body?: object): Promise<string> =>
	(await operate(200, `/admin/api_keys/${keyId}/rotate`, { method: "POST", body })).body.key;
const inSeconds = (seconds: number, now: string) => new Date(Date.parse(now) + seconds * 1000).toISOString();

const anyKey = mintKey("live");

describe("the Authorization header", () => {
	test.each([
		["nothing", {}],
		["an empty header", { Authorization: "" }],
		["another scheme", { Authorization: "Basic dXNlcjpwYXNzd29yZA==" }],
		["a key under another scheme", { Authorization: `Token ${anyKey}` }],
		["a key without a scheme", { Authorization: anyKey }],
		["a key glued to the scheme", { Authorization: `Bearer${anyKey}` }],
		["a scheme without a value", { Authorization: "Bearer" }],
		["a scheme and spaces", { Authorization: "Bearer   " }],
	])("%s is missing_api_key with a challenge that names no fault", async (_, headers) => {
		await refused("missing_api_key", { headers: headers as Record<string, string> });
	});

	test.each([
		["a word", "nonsense"],
		["an unknown prefix", anyKey.replace("svc_", "abc_")],
		["a prefix of another mode", anyKey.replace("svc_live", "svc_test")],
		["a mode that does not exist", anyKey.replace("svc_live", "svc_demo")],
		["a wrong checksum", `${anyKey.slice(0, -1)}${anyKey.endsWith("a") ? "b" : "a"}`],
		["a mistyped letter", anyKey.replace(/(.{20})(.)/, (_, head, letter) => head + (letter === "x" ? "y" : "x"))],
		["a key cut short", anyKey.slice(0, -1)],
		["a key and one letter more", `${anyKey}0`],
		["two keys", `${anyKey} ${anyKey}`],
		["two headers joined", `${anyKey}, Bearer ${anyKey}`],
		["a key in quotes", `"${anyKey}"`],
		["a prefix alone", "svc_live_sk_"],
		["letters beyond ASCII", "svc_live_sk_äöü"],
		["64 KiB", `svc_live_sk_${"a".repeat(65_536)}`],
	])("%s as bearer value is invalid_api_key, without a look-up in the database", async (_, value) => {
		const answer = await refused("invalid_api_key", { key: value });
		expect(answer.headers.get("Server-Timing")).toMatch(/db;dur=0\.0;desc="0"/);
	});

	test("a well-formed key that was never given out is invalid_api_key, each time", async () => {
		const key = mintKey("live");
		for (let n = 0; n < 3; n++) await refused("invalid_api_key", { key });
	});

	test.each(["Bearer", "bearer", "BEARER", "bEaReR"])("the scheme may be written %s", async (scheme) => {
		const { key } = await newWorld();
		await call(200, "/v1/me", { headers: { Authorization: `${scheme} ${key}` } });
	});

	test("white space around and between scheme and key does no harm", async () => {
		const { key } = await newWorld();
		await call(200, "/v1/me", { headers: { Authorization: `  Bearer  \t ${key}  ` } });
	});

	test("the key of one tenant says nothing about another", async () => {
		const [one, other] = await Promise.all([newWorld(), newWorld()]);
		const [me, them] = await Promise.all([call(200, "/v1/me", one), call(200, "/v1/me", other)]);
		expect(me.body.tenant_id).toBe(one.id);
		expect(them.body.tenant_id).toBe(other.id);
	});
});

describe("the life of a key", () => {
	test("a paused key answers inactive_api_key and works again once it is activated, from the next request on", async () => {
		const { key, keyId } = await newWorld();
		for (let n = 0; n < 3; n++) {
			await call(200, "/v1/me", { key });
			await change(keyId, { status: "INACTIVE" });
			await refused("inactive_api_key", { key });
			await refused("inactive_api_key", { key });
			await change(keyId, { status: "ACTIVE" });
		}
		await call(200, "/v1/me", { key });
	});

	test("a revoked key answers revoked_api_key for good: nothing revives, changes or rotates it", async () => {
		const { key, keyId } = await newWorld();
		await call(200, "/v1/me", { key });
		await change(keyId, { status: "REVOKED" });
		await refused("revoked_api_key", { key });
		for (const body of [{ status: "ACTIVE" }, { status: "INACTIVE" }, { name: "Other" }, { scopes: [] }])
			expect((await change(keyId, body, 409)).body.code).toBe("conflict");
		await operate(409, `/admin/api_keys/${keyId}/rotate`, { method: "POST" });
		expect((await change(keyId, { status: "REVOKED" })).body.status).toBe("REVOKED");
		await refused("revoked_api_key", { key });
	});

	test("a key expires at its time and works again when that time is moved", async () => {
		const { key, keyId } = await newWorld();
		const at = inSeconds(hour, now());
		await change(keyId, { expires_at: at });
		expect((await call(200, "/v1/me", { key })).body.api_key.expires_at).toBe(at);
		advance(hour - 5);
		await call(200, "/v1/me", { key });
		advance(10);
		await refused("expired_api_key", { key });
		await change(keyId, { expires_at: inSeconds(hour, now()) });
		await call(200, "/v1/me", { key });
		await change(keyId, { expires_at: inSeconds(-1, now()) });
		await refused("expired_api_key", { key });
		await change(keyId, { expires_at: null });
		expect((await call(200, "/v1/me", { key })).body.api_key.expires_at).toBe(null);
	});

	test("a rotation without overlap ends the old value at once", async () => {
		const { key, keyId } = await newWorld();
		await call(200, "/v1/me", { key });
		const next = await rotate(keyId);
		await refused("revoked_api_key", { key });
		expect((await call(200, "/v1/me", { key: next })).body.api_key.id).toBe(keyId);
		expect(next).not.toBe(key);
	});

	test("during the overlap both values work, after it the old one answers revoked_api_key", async () => {
		const { key, keyId } = await newWorld();
		const next = await rotate(keyId, { overlap_seconds: hour });
		await Promise.all([call(200, "/v1/me", { key }), call(200, "/v1/me", { key: next })]);
		advance(hour - 5);
		await call(200, "/v1/me", { key });
		advance(6);
		await refused("revoked_api_key", { key });
		await call(200, "/v1/me", { key: next });
	});

	test("a second rotation within the overlap ends the oldest value and gives the one just replaced its own overlap", async () => {
		const { key: first, keyId } = await newWorld();
		const second = await rotate(keyId, { overlap_seconds: 2 * hour });
		await call(200, "/v1/me", { key: first });
		const third = await rotate(keyId, { overlap_seconds: hour });
		await refused("revoked_api_key", { key: first });
		await Promise.all([call(200, "/v1/me", { key: second }), call(200, "/v1/me", { key: third })]);
		advance(hour + 1);
		await refused("revoked_api_key", { key: second });
		await call(200, "/v1/me", { key: third });
	});

	test("pausing or revoking a key stops its new value and the one in overlap alike", async () => {
		const { key, keyId } = await newWorld();
		const next = await rotate(keyId, { overlap_seconds: hour });
		await Promise.all([call(200, "/v1/me", { key }), call(200, "/v1/me", { key: next })]);
		await change(keyId, { status: "INACTIVE" });
		for (const value of [key, next]) await refused("inactive_api_key", { key: value });
		await change(keyId, { status: "REVOKED" });
		for (const value of [key, next]) await refused("revoked_api_key", { key: value });
	});

	test("of racing rotations exactly one value is the key's current one", async () => {
		const { keyId } = await newWorld();
		const race = () =>
			send(`/admin/api_keys/${keyId}/rotate`, {
				method: "POST",
				headers: { Authorization: `Bearer ${env.OPERATOR_TOKEN}` },
			});
		const answers = await Promise.all(Array.from({ length: 8 }, race));
		for (const { status } of answers) expect([200, 409]).toContain(status);
		const values = answers.filter(({ status }) => status === 200).map(({ body }) => body.key);
		const tries = await Promise.all(values.map((key) => send("/v1/me", { key })));
		expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
	});

	test.each([
		["an unknown status", { status: "GONE" }],
		["an unknown scope", { scopes: ["read:everything"] }],
		["a bare date as expiry", { expires_at: "2030-01-01" }],
	])("%s is 400", async (_, body) => {
		const { keyId } = await newWorld();
		expect((await change(keyId, body, 400)).body.code).toBe("validation_failed");
	});

	test.each([-1, 7 * 86_400 + 1, 1.5])("an overlap of %s seconds is 400", async (overlap_seconds) => {
		const { keyId, key } = await newWorld();
		await operate(400, `/admin/api_keys/${keyId}/rotate`, { body: { overlap_seconds } });
		await call(200, "/v1/me", { key });
	});

	test("a key's value is nowhere in the database: only its hash is", async () => {
		const { id, key, keyId } = await newWorld();
		const next = await rotate(keyId, { overlap_seconds: hour });
		await call(201, "/v1/clients", {
			key,
			body: { email: "a@example.com", first_name: "Ada" },
			headers: { "Idempotency-Key": "kept" },
		});
		const all = Object.values(await wholeDatabase()).join("\n");
		expect(all).toContain(id);
		for (const value of [key, next]) {
			expect(all).toContain(hashOfSecret(value));
			expect(all).not.toContain(value);
			expect(all).not.toContain(value.slice("svc_live_sk_".length, -6));
		}
	});
});

describe("the address allowlist", () => {
	test.each([
		["192.0.2.7", ["192.0.2.7"], ["192.0.2.8", "::ffff:192.0.2.8", "2001:db8::7"]],
		["192.0.2.0/29", ["192.0.2.0", "192.0.2.7", "::ffff:192.0.2.7"], ["192.0.2.8", "192.0.1.255"]],
		["192.0.2.5/29", ["192.0.2.0", "192.0.2.7"], ["192.0.2.8"]],
		["0.0.0.0/0", ["1.2.3.4", "255.255.255.255", "::ffff:1.2.3.4"], ["2001:db8::1"]],
		["2001:db8::7", ["2001:db8::7", "2001:0DB8:0:0:0:0:0:7"], ["2001:db8::8", "192.0.2.7"]],
		["2001:db8:1::/48", ["2001:db8:1::", "2001:db8:1:ffff:ffff:ffff:ffff:ffff"], ["2001:db8:2::", "2001:db8::1"]],
		["2001:db8::/45", ["2001:db8:7:ffff::1"], ["2001:db8:8::1"]],
		["::/0", ["2001:db8::1"], ["192.0.2.7", "::ffff:192.0.2.7"]],
		["::ffff:192.0.2.7", ["192.0.2.7", "::ffff:192.0.2.7", "::ffff:c000:207"], ["192.0.2.8"]],
		["::ffff:192.0.2.0/120", ["192.0.2.255", "::ffff:192.0.2.1"], ["192.0.3.0"]],
	])("%s lets the addresses in it through and no other", async (entry, inside, outside) => {
		const { id } = await newWorld();
		const { key } = await newKey(id, { ip_allowlist: [entry] });
		for (const from of inside) await call(200, "/v1/me", { key, from });
		for (const from of outside) await refused("ip_not_allowed", { key, from });
	});

	test("any entry of the list suffices, and an empty list lets every address through", async () => {
		const { key, keyId } = await newWorld();
		await change(keyId, { ip_allowlist: ["198.51.100.1", "2001:db8::/32", "192.0.2.0/24"] });
		for (const from of ["198.51.100.1", "2001:db8::9", "192.0.2.77"]) await call(200, "/v1/me", { key, from });
		await refused("ip_not_allowed", { key, from: "198.51.100.2" });
		await change(keyId, { ip_allowlist: [] });
		await call(200, "/v1/me", { key, from: "198.51.100.2" });
	});

	test("without a known connecting address a list lets nobody through", async () => {
		const { id, key } = await newWorld();
		const listed = await newKey(id, { ip_allowlist: ["0.0.0.0/0", "::/0"] });
		for (const from of ["", "unknown", "127.1", "0x7f.0.0.1", "192.0.2.1, 192.0.2.2"]) {
			await refused("ip_not_allowed", { key: listed.key, from });
			await call(200, "/v1/me", { key, from });
		}
	});

	test("what a client claims in X-Forwarded-For counts for nothing", async () => {
		const { id } = await newWorld();
		const { key } = await newKey(id, { ip_allowlist: ["192.0.2.7"] });
		const headers = { "X-Forwarded-For": "192.0.2.7", "X-Real-IP": "192.0.2.7", Forwarded: "for=192.0.2.7" };
		await refused("ip_not_allowed", { key, from: "192.0.2.8", headers });
	});

	test.each([
		"",
		"localhost",
		"192.0.2",
		"192.0.2.256",
		"192.0.2.01",
		"127.1",
		"0x7f.0.0.1",
		"192.0.2.0/33",
		"192.0.2.0/-1",
		"192.0.2.0/",
		"192.0.2.0/2 4",
		"192.0.2.0/24/24",
		" 192.0.2.7",
		"192.0.2.7-192.0.2.9",
		"2001:db8::/129",
		"2001:db8:::1",
		"fe80::1%eth0",
		"::ffff:192.0.2.0/64",
	])("the entry '%s' is 400", async (entry) => {
		const { id, keyId } = await newWorld();
		const { body } = await change(keyId, { ip_allowlist: ["192.0.2.1", entry] }, 400);
		expect(body.errors[0]).toMatchObject({ location: "body", path: "ip_allowlist.1" });
		await operate(400, `/admin/tenants/${id}/api_keys`, { body: { name: "Bad", ip_allowlist: [entry] } });
	});
});

const refusedWith =
	(code: string) =>
	({ status, body }: Answer): boolean =>
		status === statuses[code] && body.code === code;

describe("a change holds from the very next request on, also where the key is remembered and 50 requests race it", () => {
	test("revocation", async () => {
		const { key, keyId } = await newWorld();
		await takesEffectAtOnce(key, refusedWith("revoked_api_key"), () => change(keyId, { status: "REVOKED" }));
	});

	test("a pause, and its end", async () => {
		const { key, keyId } = await newWorld();
		await takesEffectAtOnce(key, refusedWith("inactive_api_key"), () => change(keyId, { status: "INACTIVE" }));
		await change(keyId, { status: "ACTIVE" });
		await Promise.all(Array.from({ length: 50 }, () => call(200, "/v1/me", { key })));
	});

	test("a rotation without overlap", async () => {
		const { key, keyId } = await newWorld();
		await takesEffectAtOnce(key, refusedWith("revoked_api_key"), () => rotate(keyId));
	});

	test("a narrower allowlist", async () => {
		const { key, keyId } = await newWorld();
		await takesEffectAtOnce(key, refusedWith("ip_not_allowed"), () => change(keyId, { ip_allowlist: ["192.0.2.1"] }));
	});

	test("an expiry moved into the past", async () => {
		const { key, keyId } = await newWorld();
		const past = inSeconds(-1, now());
		await takesEffectAtOnce(key, refusedWith("expired_api_key"), () => change(keyId, { expires_at: past }));
	});

	test("a downgrade to Light, and the upgrade back", async () => {
		const { id, key } = await newWorld();
		await takesEffectAtOnce(key, refusedWith("feature_not_available"), () => changePlan(id, "light"));
		await changePlan(id, "solo");
		await Promise.all(Array.from({ length: 50 }, () => call(200, "/v1/me", { key })));
	});

	test("a revocation that the gate's object was told of before it was evicted", async () => {
		const { id, key, keyId } = await newWorld();
		await call(200, "/v1/me", { key });
		const remembered = credentialCache.get(hashOfSecret(key));
		await change(keyId, { status: "REVOKED" });
		await evictDurableObject(env.GATE.getByName(id));
		if (remembered) credentialCache.set(hashOfSecret(key), remembered);
		await refused("revoked_api_key", { key });
	});

	test("a revocation whose request crashed after the commit, before the gate was told of its end", async () => {
		const { id, key, keyId } = await newWorld();
		const other = await newKey(id);
		await Promise.all([call(200, "/v1/me", { key }), call(200, "/v1/me", other)]);
		const remembered = credentialCache.get(hashOfSecret(key));
		const crash = vi.spyOn(Gate.prototype, "endChange").mockImplementationOnce(() => {
			throw new Error("crash");
		});
		try {
			// The change is committed, so it is answered, although the gate did not hear of its end.
			await change(keyId, { status: "REVOKED" });
			expect(crash).toHaveBeenCalledOnce();
		} finally {
			crash.mockRestore();
		}
		for (const seconds of [0, 10, 96]) {
			advance(seconds);
			if (remembered) credentialCache.set(hashOfSecret(key), remembered);
			await refused("revoked_api_key", { key });
			await call(200, "/v1/me", other);
		}
	});

	test("scopes taken away and given back", async () => {
		const { key, keyId } = await newWorld();
		const list = () => send("/v1/clients", { key });
		for (let n = 0; n < 3; n++) {
			await change(keyId, { scopes: ["read:clients"] });
			expect((await Promise.all(Array.from({ length: 25 }, list))).map(({ status }) => status)).toEqual(
				Array(25).fill(200),
			);
			await change(keyId, { scopes: ["write:clients"] });
			expect((await Promise.all(Array.from({ length: 25 }, list))).map(({ status }) => status)).toEqual(
				Array(25).fill(403),
			);
			expect((await call(200, "/v1/me", { key })).body.api_key.scopes).toEqual(["write:clients"]);
		}
	});

	test("a key that is revoked while its write is under way either wrote or was refused, and never writes afterwards", async () => {
		const { id, key, keyId } = await newWorld();
		const other = await newKey(id);
		await call(200, "/v1/me", { key });
		const create = (n: number) => send("/v1/clients", { key, body: { email: `c${n}@example.com`, first_name: "C" } });
		const during = Array.from({ length: 20 }, (_, n) => create(n));
		await change(keyId, { status: "REVOKED" });
		const after = await Promise.all(Array.from({ length: 20 }, (_, n) => create(100 + n)));
		expect(after.map(({ body }) => body.code)).toEqual(Array(20).fill("revoked_api_key"));
		const written = (await Promise.all(during)).filter(({ status }) => status === 201).length;
		const { body } = await call(200, "/v1/clients?limit=100", { key: other.key });
		expect(body.data).toHaveLength(written);
	});
});

describe("what a key may do", () => {
	test("a Light tenant's key gets feature_not_available everywhere, whatever its scopes", async () => {
		const id = await newTenant({ plan: "light" });
		const { key } = await newKey(id);
		await refused("feature_not_available", { key });
		await refused("feature_not_available", { key }, "/v1/clients");
		await refused("feature_not_available", { key, body: { email: "a@example.com", first_name: "A" } }, "/v1/clients");
	});

	test("a missing scope is named, together with those that were granted", async () => {
		const { id } = await newWorld();
		const { key } = await newKey(id, { scopes: ["read:clients", "read:leads"] });
		const { body } = await refused("insufficient_scope", { key, body: {} }, "/v1/clients");
		expect(body).toMatchObject({
			required_scopes: ["write:clients"],
			granted_scopes: ["read:clients", "read:leads"],
		});
	});

	test("reading and writing are separate scopes", async () => {
		const { id } = await newWorld();
		const { key } = await newKey(id, { scopes: ["write:clients"] });
		await call(201, "/v1/clients", { key, body: { email: "a@example.com", first_name: "A" } });
		await refused("insufficient_scope", { key }, "/v1/clients");
	});

	test("a key without any scope can still ask who it is", async () => {
		const { id } = await newWorld();
		const { key } = await newKey(id, { scopes: [] });
		expect((await call(200, "/v1/me", { key })).body.api_key.scopes).toEqual([]);
		await refused("insufficient_scope", { key }, "/v1/events");
	});

	test("a key created without naming scopes reads everything but the audit log and writes what integrations need", async () => {
		const { id } = await newWorld();
		const { body } = await operate(201, `/admin/tenants/${id}/api_keys`, { body: { name: "Default" } });
		const { scopes } = body.api_key;
		expect(scopes).toHaveLength(17);
		expect(scopes.filter((scope: string) => scope.startsWith("write:")).sort()).toEqual([
			"write:appointments",
			"write:clients",
			"write:form_submissions",
			"write:leads",
		]);
		expect(scopes).not.toContain("read:audit_log");
		await refused("insufficient_scope", { key: body.key }, "/v1/audit_log");
	});

	test("what a test-mode key changed is told in the audit log as such", async () => {
		const { id, key } = await newWorld();
		const live = await call(201, "/v1/clients", { key, body: { email: "l@example.com", first_name: "L" } });
		const { key: testKey } = await newKey(id, { mode: "test" });
		expect(testKey).toMatch(/^svc_test_sk_/);
		const tried = await call(201, "/v1/clients", { key: testKey, body: { email: "t@example.com", first_name: "T" } });
		const { body } = await call(200, "/v1/audit_log", { key });
		const modes = Object.fromEntries(
			body.data.map((entry: { resource_id: string; test_mode: boolean }) => [entry.resource_id, entry.test_mode]),
		);
		expect(modes).toMatchObject({ [live.body.id]: false, [tried.body.id]: true });
	});
});

describe("the order of the gate", () => {
	const bad = { raw: "{", headers: { "Content-Type": "text/plain", "Idempotency-Key": "not valid" } };

	test("authentication comes before everything", async () => {
		await refused("missing_api_key", bad, "/v1/clients");
		await refused("missing_api_key", {}, "/v1/clients/wrong_id?limit=x");
	});

	test("a paused key of a Light tenant is told of the pause, a key that works of the plan, a key without scope too", async () => {
		const { id } = await newWorld();
		const { key, id: keyId } = await newKey(id, { scopes: [], ip_allowlist: ["192.0.2.1"] });
		await changePlan(id, "light");
		await change(keyId, { status: "INACTIVE" });
		await refused("inactive_api_key", { ...bad, key, from: "192.0.2.2" }, "/v1/clients");
		await change(keyId, { status: "ACTIVE" });
		await refused("ip_not_allowed", { ...bad, key, from: "192.0.2.2" }, "/v1/clients");
		await refused("feature_not_available", { ...bad, key, from: "192.0.2.1" }, "/v1/clients");
		await changePlan(id, "solo");
		await refused("insufficient_scope", { ...bad, key, from: "192.0.2.1" }, "/v1/clients");
	});

	test("the scope is checked before the rate limit, and the rate limit before headers, body and ids", async () => {
		const { id } = await newWorld();
		const { key } = await newKey(id, {
			scopes: ["write:clients"],
			rate_limit_tier: "custom",
			rate_limit_per_minute: 1,
		});
		await call(200, "/v1/me", { key });
		await refused("insufficient_scope", { key }, "/v1/clients?limit=x");
		await refused("rate_limit_exceeded", { ...bad, key }, "/v1/clients");
		await refused("rate_limit_exceeded", { key, method: "DELETE" }, "/v1/clients/wrong_id");
		advance(60);
		const { body } = await call(400, "/v1/clients/wrong_id", { key, method: "DELETE" });
		expect(body.code).toBe("invalid_id");
	});

	test("a wrong id of a foreign kind and an unknown id are told apart only after the scope", async () => {
		const { id, key } = await newWorld();
		const { key: narrow } = await newKey(id, { scopes: [] });
		await refused("insufficient_scope", { key: narrow }, "/v1/clients/wrong_id");
		expect((await call(400, "/v1/clients/wrong_id", { key })).body.code).toBe("invalid_id");
	});
});
