import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { log } from "../src/platform/log.ts";
import { call, send } from "./support/api.ts";
import { consumeDeliveries, createClient, createEndpoint } from "./support/deliveries.ts";
import { newConnection, newTokens } from "./support/oauth.ts";
import { Receiver } from "./support/receiver.ts";
import { newKey, newWorld, operate } from "./support/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: a line is read by its keys
let lines: any[];
const keep = (text: string) => void lines.push(JSON.parse(text));

beforeEach(() => {
	lines = [];
	vi.spyOn(console, "log").mockImplementation(keep);
	vi.spyOn(console, "error").mockImplementation(keep);
});
afterEach(() => vi.restoreAllMocks());

const of = (kind: string, operation?: string) =>
	lines.filter((line) => line.kind === kind && (operation === undefined || line.operation_id === operation));

describe("the log", () => {
	it("has one line for each request, which tells who asked for what and what it cost", async () => {
		const { id, key, keyId } = await newWorld();
		const headers = { "Idempotency-Key": "log", "X-Request-ID": "log-1" };
		const body = { email: "secret@example.com", first_name: "Secret" };
		for (let n = 0; n < 2; n++) await call(201, "/v1/clients?note=hidden", { key, body, headers });
		const [first, second, ...others] = of("request", "createClient");
		expect(others).toEqual([]);
		expect(first).toEqual({
			time: expect.stringMatching(/^\d{4}-.*Z$/),
			level: "info",
			kind: "request",
			request_id: "log-1",
			operation_id: "createClient",
			route: "/v1/clients",
			method: "POST",
			status: 201,
			code: null,
			tenant_id: id,
			credential_id: keyId,
			duration_ms: expect.any(Number),
			gate_ms: expect.any(Number),
			gate_trips: 1,
			db_ms: expect.any(Number),
			db_trips: expect.any(Number),
			rows_read: expect.any(Number),
			rows_written: expect.any(Number),
			replayed: false,
			dry_run: false,
		});
		expect(first.rows_written).toBeGreaterThan(0);
		expect(second).toMatchObject({ replayed: true, rows_written: 0, db_trips: 1 });
		const text = JSON.stringify(lines);
		for (const secret of ["secret@example.com", "hidden", key]) expect(text).not.toContain(secret);
	});

	it("tells of each rotation of the key that signs webhooks, of which no audit log does", async () => {
		const headers = { "X-Request-ID": "rotation-1" };
		const { body } = await operate(200, "/admin/webhook_keys/rotate", { method: "POST", headers });
		expect(of("request", "adminRotateWebhookKey")).toEqual([
			expect.objectContaining({ request_id: "rotation-1", status: 200, replayed: false, dry_run: false }),
		]);
		expect((await call(200, "/.well-known/webhook-keys")).body.keys[0].kid).toBe(body.kid);
		expect((await operate(200, "/admin/audit_log?limit=100")).text).not.toContain("rotation-1");
	});

	it("tells the code of a refusal, and the error code of OAuth", async () => {
		const { id, key } = await newWorld();
		await call(404, "/v1/clients/cli_00000000000000000000000000000000", { key });
		await send("/oauth/token", {
			raw: "grant_type=refresh_token&refresh_token=svcort_secret",
			headers: { "Content-Type": "application/x-www-form-urlencoded" },
		});
		const narrow = await newKey(id, { scopes: [] });
		await call(403, "/v1/clients", narrow);
		expect(of("request", "getClient")[0]).toMatchObject({ status: 404, code: "resource_not_found" });
		const refused = { status: 403, code: "insufficient_scope", tenant_id: id, credential_id: narrow.id };
		expect(of("request", "listClients")[0]).toMatchObject(refused);
		expect(lines.find(({ route }) => route === "/oauth/token")).toMatchObject({ status: 401, code: "invalid_client" });
		expect(JSON.stringify(lines)).not.toContain("svcort_secret");
	});

	it("names the app that a token request comes from", async () => {
		const connection = await newConnection();
		lines = [];
		await newTokens(connection);
		expect(lines.find(({ route }) => route === "/oauth/token")).toMatchObject({
			status: 200,
			credential_id: connection.app.id,
		});
	});

	it("has one line for each delivery attempt, with its outcome and without its body or address", async () => {
		const receiver = new Receiver();
		const { id, key } = await newWorld();
		const { url } = await createEndpoint(key);
		receiver.answers(url, () => new Response("private answer", { status: 500 }));
		await createClient(key);
		await receiver.until(url, 1);
		await vi.waitFor(() => expect(of("attempt")).toHaveLength(1));
		const [attempt] = of("attempt");
		expect(attempt).toMatchObject({
			level: "info",
			tenant_id: id,
			delivery_id: expect.stringMatching(/^wbd_/),
			event_type: "client.created",
			attempt: 1,
			status: 500,
			outcome: "retried",
			duration_ms: expect.any(Number),
			db_trips: expect.any(Number),
		});
		await consumeDeliveries([attempt.delivery_id]);
		expect(of("attempt")).toHaveLength(1);
		const text = JSON.stringify(lines);
		for (const secret of [url, "private answer"]) expect(text).not.toContain(secret);
	});

	it("keeps each line one line, whatever ends a line for a tool", () => {
		const texts = vi.spyOn(console, "error").mockImplementation(() => {});
		const message = "one\r\ntwo\u0085three\u2028four\u2029five\u000bsix\u000cseven";
		log.error("fault", { message });
		const text = String(texts.mock.calls[0]?.[0]);
		for (const end of "\r\n\u0085\u2028\u2029\u000b\u000c") expect(text).not.toContain(end);
		expect(JSON.parse(text).message).toBe(message);
	});
});
