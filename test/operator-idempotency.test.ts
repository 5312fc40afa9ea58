import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { call } from "./support/api.ts";
import { advance } from "./support/clock.ts";
import { rows } from "./support/database.ts";
import { newTenant, newWorld, operate } from "./support/world.ts";

const keyed = (key: string) => ({ headers: { "Idempotency-Key": key } });

/** The published events of a tenant, as the event log holds them. */
const published = (tenantId: string) =>
	rows("SELECT id, sequence, type FROM events WHERE tenant_id = ? ORDER BY sequence", tenantId);

describe("an Idempotency-Key under /admin", () => {
	it("makes one tenant of two requests, and replays the first answer with its Location", async () => {
		const body = { name: "Anchor", plan: "solo", email: "a@example.com" };
		const first = await operate(201, "/admin/tenants", { body, ...keyed("tenant") });
		const second = await operate(201, "/admin/tenants", { body, ...keyed("tenant") });
		expect(second.text).toBe(first.text);
		expect(second.headers.get("Location")).toBe(first.headers.get("Location"));
		expect(second.headers.get("Idempotent-Replayed")).toBe("true");
		expect(await rows("SELECT id FROM tenants WHERE name = 'Anchor'")).toHaveLength(1);
	});

	it("with a demanded version replays what was made at it, with the tag that it left", async () => {
		const path = `/admin/tenants/${await newTenant()}`;
		const tag = (await operate(200, path)).headers.get("ETag") ?? "";
		const body = { name: "Anchor" };
		const headers = { "If-Match": tag, "Idempotency-Key": `rename-${path}` };
		const first = await operate(200, path, { method: "PATCH", body, headers });
		const second = await operate(200, path, { method: "PATCH", body, headers });
		expect(second.text).toBe(first.text);
		expect(second.headers.get("ETag")).toBe(first.headers.get("ETag"));
		await operate(412, path, { method: "PATCH", body, headers: { "If-Match": tag } });
	});

	it("publishes one event however often it is asked to, under the number that the transaction gave it", async () => {
		const id = await newTenant();
		const path = `/admin/tenants/${id}/events`;
		const body = { type: "message.created", data: { text: 'Ünï → "quoted" \\ 1.50', n: 1.5, none: null } };
		await operate(201, path, { body });
		const first = await operate(201, path, { body, ...keyed(`publish-${id}`) });
		const second = await operate(201, path, { body, ...keyed(`publish-${id}`) });
		expect(first.body.sequence).toBe(2);
		expect(second.body).toEqual(first.body);
		expect(second.headers.get("Idempotent-Replayed")).toBe("true");
		expect(await published(id)).toEqual([
			expect.objectContaining({ sequence: 1 }),
			{ id: first.body.id, sequence: 2, type: "message.created" },
		]);
	});

	it("publishes one event of 40 requests at once; the others replay it or are told to wait", async () => {
		const id = await newTenant();
		const body = { type: "message.created", data: { text: "once" } };
		const answers = await Promise.all(
			Array.from({ length: 40 }, () =>
				exports.default.fetch(
					new Request(`https://api.test/admin/tenants/${id}/events`, {
						method: "POST",
						headers: {
							Authorization: `Bearer ${env.OPERATOR_TOKEN}`,
							"Content-Type": "application/json",
							"Idempotency-Key": `race-${id}`,
						},
						body: JSON.stringify(body),
					}),
				),
			),
		);
		const statuses = new Set(answers.map(({ status }) => status));
		expect([...statuses].every((status) => status === 201 || status === 409)).toBe(true);
		expect(answers.filter(({ status, headers }) => status === 201 && !headers.has("Idempotent-Replayed"))).toHaveLength(
			1,
		);
		expect(await published(id)).toHaveLength(1);
	});

	it("refuses a key that was used for another request, and forgets it after a day", async () => {
		const body = { name: "Bee", plan: "solo", email: "b@example.com" };
		await operate(201, "/admin/tenants", { body, ...keyed("bee") });
		const other = await operate(422, "/admin/tenants", { body: { ...body, name: "Cat" }, ...keyed("bee") });
		expect(other.body.code).toBe("idempotency_key_mismatch");
		advance(24 * 3600 + 1);
		await operate(201, "/admin/tenants", { body: { ...body, name: "Cat" }, ...keyed("bee") });
	});

	it("replays a refusal of the operation's own, with the first request's id in its body", async () => {
		const path = "/admin/tenants/ten_00000000000000000000000000000000/events";
		const body = { type: "message.created", data: {} };
		const first = await operate(404, path, { body, ...keyed("nobody") });
		const second = await operate(404, path, { body, ...keyed("nobody") });
		expect(second.body).toEqual(first.body);
		expect(second.headers.get("Idempotent-Replayed")).toBe("true");
	});

	it("keeps the value of a new API key sealed, and replays it readable", async () => {
		const id = await newTenant();
		const path = `/admin/tenants/${id}/api_keys`;
		const first = await operate(201, path, { body: { name: "Sync" }, ...keyed(`key-${id}`) });
		const second = await operate(201, path, { body: { name: "Sync" }, ...keyed(`key-${id}`) });
		expect(second.body.key).toBe(first.body.key);
		const [stored] = await rows("SELECT body, sealed FROM idempotency_records WHERE key = ?", `key-${id}`);
		expect(stored?.sealed).toBe(1);
		expect(String(stored?.body)).not.toContain("svc_live_sk_");
	});

	it("keeps the answer about a calendar sealed, because the path of its address can be a secret", async () => {
		const { key } = await newWorld();
		const { body: artist } = await call(201, "/v1/artists", { key, body: { name: "Mika" } });
		const path = `/admin/artists/${artist.id}/external_calendar`;
		const given = { method: "PUT", body: { ics_url: "https://calendar.invalid/private-f00d/basic.ics?token=1" } };
		const first = await operate(200, path, { ...given, ...keyed(`calendar-${artist.id}`) });
		const second = await operate(200, path, { ...given, ...keyed(`calendar-${artist.id}`) });
		expect(first.body.ics_url).toBe("https://calendar.invalid/private-f00d/basic.ics");
		expect(second.body).toEqual(first.body);
		expect(second.headers.get("Idempotent-Replayed")).toBe("true");
		const stored = await rows("SELECT body, sealed FROM idempotency_records WHERE key = ?", `calendar-${artist.id}`);
		expect(stored).toEqual([{ sealed: 1, body: expect.not.stringContaining("private-f00d") }]);
	});

	it("refuses a malformed key and does nothing", async () => {
		const body = { name: "Dog", plan: "solo", email: "d@example.com" };
		const answer = await operate(400, "/admin/tenants", { body, ...keyed("ä".repeat(3)) });
		expect(answer.body.errors).toEqual([
			{ location: "headers", path: "Idempotency-Key", message: expect.stringMatching(/ASCII/) },
		]);
		expect(await rows("SELECT id FROM tenants WHERE name = 'Dog'")).toEqual([]);
	});
});

describe("a key in a call of the service binding", () => {
	// biome-ignore lint/suspicious/noExplicitAny: types do not survive the way to another Worker
	const publish = async (tenantId: string, text: string, idempotencyKey?: string): Promise<any> =>
		await exports.Publisher.publish(
			tenantId,
			{ type: "message.created", data: { text } },
			idempotencyKey === undefined ? undefined : { idempotencyKey },
		);

	it("publishes one event however often the call is repeated, and returns that event", async () => {
		const id = await newTenant();
		const first = await publish(id, "hello", "msg-1");
		const second = await publish(id, "hello", "msg-1");
		expect(second).toEqual(first);
		expect(await published(id)).toEqual([{ id: first.id, sequence: 1, type: "message.created" }]);
		await publish(id, "hello");
		expect(await published(id)).toHaveLength(2);
	});

	it("belongs to its tenant, and is refused for another event", async () => {
		const [a, b] = [await newTenant(), await newTenant()];
		await publish(a, "hello", "shared");
		await publish(b, "hello", "shared");
		expect([await published(a), await published(b)].map((events) => events.length)).toEqual([1, 1]);
		await expect(publish(a, "other", "shared")).rejects.toThrow("This Idempotency-Key was used for another request");
		expect(await published(a)).toHaveLength(1);
	});

	it("repeats a refusal", async () => {
		const nobody = "ten_00000000000000000000000000000000";
		for (let n = 0; n < 2; n++) await expect(publish(nobody, "hello", "refused")).rejects.toThrow("No such tenant.");
	});

	it("publishes one event of 20 calls at once", async () => {
		const id = await newTenant();
		const calls = await Promise.allSettled(Array.from({ length: 20 }, () => publish(id, "once", "race")));
		const events = calls.flatMap((call) => (call.status === "fulfilled" ? [call.value.id] : []));
		expect(new Set(events).size).toBe(1);
		expect(await published(id)).toHaveLength(1);
	});
});
