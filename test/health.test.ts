import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { dataIds } from "../src/platform/db/databases.ts";
import worker from "../src/worker.ts";
import { call } from "./support/api.ts";
import { advance } from "./support/clock.ts";
import { database, envWithHooks } from "./support/database.ts";
import { createEndpoint } from "./support/deliveries.ts";
import { Receiver } from "./support/receiver.ts";
import { scheduledWork } from "./support/scheduled.ts";
import { newWorld, operate } from "./support/world.ts";

const request = async (path: string, given: Partial<typeof env>) => {
	const ctx = createExecutionContext();
	const headers = { Authorization: `Bearer ${env.OPERATOR_TOKEN}` };
	const response = await worker.fetch(new Request(`https://api.test${path}`, { headers }), { ...env, ...given }, ctx);
	await waitOnExecutionContext(ctx);
	// biome-ignore lint/suspicious/noExplicitAny: read by path
	return { status: response.status, body: (await response.json()) as any };
};

const broken = envWithHooks({
	prepare: () => {
		throw new Error("D1_ERROR: overloaded");
	},
});

describe("GET /healthz", () => {
	it("answers without a credential, with a request id, and uncounted", async () => {
		const answer = await call(200, "/healthz");
		expect(answer.body).toEqual({ status: "ok" });
		expect(answer.headers.get("X-Request-ID")).toMatch(/^req_/);
		expect(answer.headers.has("RateLimit-Limit")).toBe(false);
	});

	it("answers a POST with any body in the same way, so that a webhook can be tried there", async () => {
		expect((await call(200, "/healthz", { method: "POST", body: { any: "body" } })).body).toEqual({ status: "ok" });
	});

	it("answers while the database is away", async () => {
		expect(await request("/healthz", broken)).toEqual({ status: 200, body: { status: "ok" } });
	});
});

describe("GET /admin/health", () => {
	it("tells of a binding that is missing", async () => {
		const { status, body } = await request("/admin/health", { WEBHOOKS: undefined as never });
		expect(status).toBe(200);
		expect(body.bindings.find(({ name }: { name: string }) => name === "WEBHOOKS")).toMatchObject({ ok: false });
	});

	it("tells which ENCRYPTION_KEY the service has, and whether it is one, without telling the key", async () => {
		const fingerprint = async (key?: string) =>
			(await request("/admin/health", { ENCRYPTION_KEY: key as string })).body.encryption_key_fingerprint;
		const hash = createHash("sha256").update(`installation ${env.ENCRYPTION_KEY}`).digest("hex");
		expect(await fingerprint(env.ENCRYPTION_KEY)).toBe(hash);
		expect(await fingerprint(Buffer.alloc(32, 1).toString("base64"))).not.toBe(hash);
		expect(await fingerprint("short")).toBeNull();
		expect(await fingerprint(undefined)).toBeNull();
	});

	it("needs the operator's token", async () => {
		await call(401, "/admin/health");
	});

	it("tells that each binding answers, and when the sweep and every other step ran last", async () => {
		await scheduledWork();
		const { body } = await operate(200, "/admin/health");
		expect(body).toMatchObject({ object: "health", status: "ok", oldest_due_delivery: null });
		expect(body.bindings.map(({ name, ok, error }: Record<string, unknown>) => [name, ok, error])).toEqual(
			[
				"DB",
				...dataIds(env),
				"GATE",
				"WEBHOOKS",
				"CALENDARS",
				"SCHEDULE",
				"JOBS",
				"EMAIL",
				"FILES",
				"PICTURES",
				"PICTURES_EU",
				"UNKNOWN_CREDENTIALS",
			].map((name) => [name, true, null]),
		);
		expect(body.scheduled_steps.map(({ step }: { step: string }) => step)).toEqual(
			expect.arrayContaining(["calendars", "mails", "sweep", "trials"]),
		);
		expect(Date.now() - Date.parse(body.last_sweep_at)).toBeLessThan(60_000);
	});

	it("says which binding does not answer, and still answers itself", async () => {
		const { status, body } = await request("/admin/health", broken);
		expect([status, body.status]).toEqual([200, "degraded"]);
		const [db, data] = body.bindings;
		const gate = body.bindings.find(({ name }: { name: string }) => name === "GATE");
		expect(data).toMatchObject({ name: "DATA_1", ok: false });
		expect(db).toMatchObject({ name: "DB", ok: false, error: "D1_ERROR: overloaded" });
		expect(gate).toMatchObject({ name: "GATE", ok: true });
	});

	it("says why a step of the scheduled work failed, until it goes well again", async () => {
		const failing = envWithHooks({
			prepare: (sql) => {
				if (sql.includes('"sessions"')) throw new Error("no such table: sessions");
			},
		});
		const { runScheduledWork } = await import("../src/entry/schedule/control.ts");
		const ctx = createExecutionContext();
		await runScheduledWork(failing, ctx);
		await waitOnExecutionContext(ctx);
		const step = async () =>
			(await operate(200, "/admin/health")).body.scheduled_steps.find(
				({ step }: { step: string }) => step === "sessions",
			);
		expect((await step()).error).toBe("no such table: sessions");
		expect((await operate(200, "/admin/health")).body.status).toBe("degraded");
		await scheduledWork();
		expect((await step()).error).toBeNull();
	});

	it("names the delivery that has been due for the longest time", async () => {
		new Receiver();
		const { key } = await newWorld();
		const { id } = await createEndpoint(key);
		const created = await call(200, `/v1/webhook_endpoints/${id}/test`, { key, method: "POST" });
		await database
			.prepare("UPDATE deliveries SET status = 'PENDING', next_attempt_at = 1000, leased_until = 9e15 WHERE id = ?")
			.bind(created.body.id)
			.run();
		const { body } = await operate(200, "/admin/health");
		expect(body.oldest_due_delivery).toMatchObject({ id: created.body.id, due_at: "1970-01-01T00:00:01.000Z" });
		expect(body.status).toBe("degraded");
		await database.prepare("DELETE FROM deliveries WHERE id = ?").bind(created.body.id).run();
	});

	it("is degraded when no run has noted for thirteen minutes that it swept", async () => {
		await scheduledWork();
		advance(12 * 60);
		expect((await operate(200, "/admin/health")).body.status).toBe("ok");
		advance(2 * 60);
		expect((await operate(200, "/admin/health")).body.status).toBe("degraded");
	});
});
