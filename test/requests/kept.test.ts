import { createExecutionContext, runInDurableObject, waitOnExecutionContext } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import worker from "../../src/worker.ts";
import { type Call, call, send } from "../support/api.ts";
import { envWithHooks } from "../support/database.ts";
import { newApp, newConnection, newTokens } from "../support/oauth.ts";
import { keptOf, listed, requestLog } from "../support/request-log.ts";
import { newKey, newTenant, newWorld, operate } from "../support/world.ts";

const unknownClient = `/v1/clients/cli_${"0".repeat(32)}`;
const newClient = () => ({ email: `${crypto.randomUUID()}@example.com`, first_name: "Ana" });

describe("a kept request", () => {
	it("tells who asked for what, how it was answered, and what was ignored", async () => {
		const { key, keyId } = await newWorld();
		const { headers } = await call(201, "/v1/clients?colour=red", { key, body: { ...newClient(), größe: 1 } });
		const [request] = await listed(key);
		const request_id = headers.get("X-Request-ID");
		expect(request).toEqual({
			object: "api_request",
			id: request_id,
			request_id,
			method: "POST",
			path: "/v1/clients",
			operation_id: "createClient",
			status: 201,
			code: null,
			duration_ms: expect.any(Number),
			credential: { type: "api_key", id: keyId },
			ignored_fields: headers.get("Service-Ignored-Fields")?.split(","),
			created_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
		});
		expect(request.ignored_fields).toEqual(["colour", "gr%C3%B6%C3%9Fe"]);
		expect(Math.abs(Date.parse(request.created_at) - Date.now())).toBeLessThan(5000);
		expect((await call(200, `/v1/requests/${request_id}`, { key })).body).toEqual(request);
	});

	it("names the app where an access token was sent", async () => {
		const scopes = ["read:clients", "read:audit_log"];
		const connection = await newConnection({ app: await newApp({ scopes }) });
		const { access_token } = await newTokens(connection, { scope: scopes.join(" ") });
		await call(200, "/v1/clients", { key: access_token });
		expect(await listed(access_token)).toEqual([
			expect.objectContaining({
				operation_id: "listClients",
				credential: { type: "oauth_app", id: connection.app.id },
			}),
		]);
	});

	it("is found under the X-Request-ID that the caller chose, and under its own id", async () => {
		const { key } = await newWorld();
		await call(200, "/v1/me", { key, headers: { "X-Request-ID": "order-7.retry_1" } });
		const { body } = await call(200, "/v1/requests/order-7.retry_1", { key });
		expect(body).toMatchObject({ request_id: "order-7.retry_1", operation_id: "getMe" });
		expect(body.id).toMatch(/^req_[0-9a-f]{32}$/);
	});

	it("is the latest of those with one X-Request-ID, also where that is the id of an earlier one", async () => {
		const { key } = await newWorld();
		const first = (await call(200, "/v1/me", { key })).headers.get("X-Request-ID") ?? "";
		await call(404, unknownClient, { key, headers: { "X-Request-ID": first } });
		expect((await call(200, `/v1/requests/${first}`, { key })).body.status).toBe(404);
		await call(200, "/v1/clients", { key, headers: { "X-Request-ID": first } });
		expect((await call(200, `/v1/requests/${first}`, { key })).body.operation_id).toBe("listClients");
		expect(await listed(key, "operation_id=getMe")).toHaveLength(1);
	});

	it.each(["a%20b", "a%2Fb", "x".repeat(129), "gr%C3%B6%C3%9Fe"])(
		"is asked for with the form of an X-Request-ID, not with %s",
		async (id) => {
			const { key } = await newWorld();
			expect((await call(400, `/v1/requests/${id}`, { key })).body.code).toBe("invalid_id");
		},
	);
});

describe("what is kept of the requests that are refused", () => {
	const refused: [string, number, string | null, string, Call][] = [
		["an id of a wrong form", 400, "invalid_id", "/v1/clients/42", {}],
		["a body that is wrong", 400, "validation_failed", "/v1/clients", { body: { email: 1 } }],
		["a body that is not JSON", 400, "malformed_json", "/v1/clients", { body: undefined, raw: "{", headers: json() }],
		["an unknown record", 404, "resource_not_found", unknownClient, {}],
		[
			"a missing content type",
			415,
			"unsupported_media_type",
			"/v1/clients",
			{ method: "POST", raw: new Uint8Array(3) },
		],
		["too large a body", 413, "payload_too_large", "/v1/clients", { raw: " ".repeat(1_100_000), headers: json() }],
		[
			"a bad Idempotency-Key",
			400,
			"validation_failed",
			"/v1/clients",
			{ body: {}, headers: { "Idempotency-Key": "ä" } },
		],
	];
	function json() {
		return { "Content-Type": "application/json" };
	}

	it.each(refused)("%s: %i %s", async (_, status, code, path, options) => {
		const { id, key, keyId } = await newWorld();
		await call(status, path, { key, ...options });
		expect(await keptOf(id)).toEqual([
			expect.objectContaining({ status, code, path, credential: { type: "api_key", id: keyId } }),
		]);
	});

	it("a duplicate email: 409, and its replay", async () => {
		const { id, key } = await newWorld();
		const body = newClient();
		await call(201, "/v1/clients", { key, body });
		const headers = { "Idempotency-Key": "once" };
		for (let n = 0; n < 2; n++) await call(409, "/v1/clients", { key, body, headers });
		const again = (await keptOf(id)).map(({ status, code }) => [status, code]);
		expect(again).toEqual([
			[409, "duplicate_email"],
			[409, "duplicate_email"],
			[201, null],
		]);
	});

	it("a missing scope, a Light plan and a rate limit", async () => {
		const id = await newTenant();
		const [narrow, slow] = await Promise.all([
			newKey(id, { scopes: ["read:leads"] }),
			newKey(id, { rate_limit_tier: "custom", rate_limit_per_minute: 1 }),
		]);
		await call(403, "/v1/clients", narrow);
		await call(200, "/v1/me", slow);
		await call(429, "/v1/me", slow);
		expect((await keptOf(id)).map(({ status, code, credential }) => [status, code, credential.id])).toEqual([
			[429, "rate_limit_exceeded", slow.id],
			[200, null, slow.id],
			[403, "insufficient_scope", narrow.id],
		]);
		const light = await newTenant({ plan: "light" });
		await call(403, "/v1/me", await newKey(light));
		expect(await keptOf(light)).toEqual([expect.objectContaining({ status: 403, code: "feature_not_available" })]);
	});

	it("a database that does not answer: 503", async () => {
		const { id, key } = await newWorld();
		await call(200, "/v1/me", { key });
		const ctx = createExecutionContext();
		const prepare = () => {
			throw new Error("D1_ERROR: overloaded");
		};
		const request = new Request("https://api.test/v1/clients", { headers: { Authorization: `Bearer ${key}` } });
		expect((await worker.fetch(request, envWithHooks({ prepare }), ctx)).status).toBe(503);
		await waitOnExecutionContext(ctx);
		expect((await keptOf(id))[0]).toMatchObject({ status: 503, code: "service_unavailable" });
	});
});

describe("nothing is kept", () => {
	it("of a credential that is not valid: unknown, revoked, paused, expired, or from a refused address", async () => {
		const id = await newTenant();
		const [revoked, paused, expired, fenced] = await Promise.all([
			newKey(id),
			newKey(id),
			newKey(id, { expires_at: "2020-01-01T00:00:00Z" }),
			newKey(id, { ip_allowlist: ["198.51.100.7"] }),
		]);
		await operate(200, `/admin/api_keys/${revoked.id}`, { method: "PATCH", body: { status: "REVOKED" } });
		await operate(200, `/admin/api_keys/${paused.id}`, { method: "PATCH", body: { status: "INACTIVE" } });
		for (const { key } of [revoked, paused, expired]) await call(401, "/v1/me", { key });
		await call(403, "/v1/me", fenced);
		await call(401, "/v1/me", { key: "nonsense" });
		expect(await keptOf(id)).toEqual([]);
	});

	it("of a key that the isolate remembers and that was revoked meanwhile", async () => {
		const { id, key, keyId } = await newWorld();
		await call(200, "/v1/me", { key });
		await operate(200, `/admin/api_keys/${keyId}`, { method: "PATCH", body: { status: "REVOKED" } });
		await call(401, "/v1/me", { key });
		expect(await keptOf(id)).toHaveLength(1);
	});

	it("of unknown routes, preflights, pages, the operator and other programs", async () => {
		const { id, key } = await newWorld();
		await call(404, "/v1/nothing", { key });
		await send("/v1/clients", { method: "OPTIONS", headers: { Origin: "https://a.test" } });
		await send("/sign_in", { key });
		await operate(200, `/admin/tenants/${id}`);
		expect(await keptOf(id)).toEqual([]);
	});

	it("of secrets, values of a query and bodies, wherever they were sent", async () => {
		const { id, key } = await newWorld();
		const secret = (name: string) => `svc_live_sk_${name}${"0".repeat(30)}`;
		const signing = `whsec_${btoa("signing secret of some length")}`;
		const headers = { Cookie: "session=incookie", "Idempotency-Key": "inkey", "X-Api-Key": "inheader" };
		const body = { ...newClient(), first_name: "inbody", notes: "innotes", [secret("inname")]: "invalue" };
		await call(201, `/v1/clients?api_key=inquery&${secret("inparameter")}=1`, { key, headers, body });
		await call(200, "/v1/clients?email=infilter@example.com", { key });
		await call(400, `/v1/clients/${secret("inpath")}`, { key });
		await call(400, `/v1/webhook_endpoints/${encodeURIComponent(signing)}`, { key });
		await call(400, `/v1/clients/${"x".repeat(480)}${secret("atend")}`, { key });
		const kept = await runInDurableObject(await requestLog(id), (_, { storage }) =>
			JSON.stringify([storage.sql.exec("SELECT * FROM requests").toArray(), [...storage.kv.list()]]),
		);
		const words =
			"incookie inkey inheader inbody innotes inname invalue inquery inparameter infilter inpath atend signing";
		for (const word of [...words.split(" "), key, key.slice(12), signing.slice(6), "example.com"])
			expect(kept, word).not.toContain(word);
		expect(kept).toContain("/v1/clients/svc_live_sk_…");
		expect(kept).toContain("api_key,svc_live_sk_…".replace(",", '\\",\\"'));
	});

	it("of one tenant in another's log", async () => {
		const [one, other] = await Promise.all([newWorld(), newWorld()]);
		const mine = (await call(200, "/v1/me", one)).headers.get("X-Request-ID");
		expect(await listed(other.key)).toEqual([]);
		expect((await call(404, `/v1/requests/${mine}`, { key: other.key })).body.code).toBe("resource_not_found");
		expect(await listed(other.key, `credential_id=${one.keyId}`)).toEqual([]);
	});
});

it("the log is read with read:audit_log alone", async () => {
	const { key } = await newKey(await newTenant(), { scopes: ["read:audit_log"] });
	const { body } = await call(200, "/v1/requests", { key });
	expect(body).toEqual({ object: "list", data: [], has_more: false, next_cursor: null });
	const without = await newKey(await newTenant(), { scopes: ["read:events"] });
	await call(403, "/v1/requests", without);
	await call(403, "/v1/requests/abc", without);
});
