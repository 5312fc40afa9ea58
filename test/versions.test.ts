import { beforeAll, describe, expect, it } from "vitest";
import { type Answer, call, send } from "./support/api.ts";
import { costOf } from "./support/cost.ts";
import { database, overtaken } from "./support/database.ts";
import { Receiver } from "./support/receiver.ts";
import { newArtist, newClient, newEventType } from "./support/studio.ts";
import { changePlan, newKey, newWorld, operate, type Tenant } from "./support/world.ts";

let world: Tenant;
beforeAll(async () => {
	new Receiver();
	world = await newWorld({ plan: "empire" });
});

const get = (path: string, headers: Record<string, string> = {}, key = world.key) => send(path, { key, headers });
const tagAt = async (path: string): Promise<string> => (await get(path)).headers.get("ETag") ?? "";
const patch = (path: string, body: object, headers: Record<string, string> = {}) =>
	send(path, { method: "PATCH", key: world.key, body, headers });
const post = (path: string, body: object | undefined, headers: Record<string, string> = {}) =>
	send(path, { method: "POST", key: world.key, ...(body ? { body } : {}), headers });
const outcomes = (answers: Answer[]) => answers.map(({ status, body }) => body?.code ?? status);

const client = async () => `/v1/clients/${await newClient(world.key)}`;

describe("a demanded version", () => {
	it("is met by one of 200 parallel changes, and the others are told so", async () => {
		const path = await client();
		const tag = await tagAt(path);
		const answers = await Promise.all(
			Array.from({ length: 200 }, (_, n) => patch(path, { notes: `${n}` }, { "If-Match": tag })),
		);
		const [made, ...others] = outcomes(answers).sort();
		expect([made, new Set(others)]).toEqual([200, new Set(["precondition_failed"])]);
		const winner = answers.find(({ status }) => status === 200);
		expect((await get(path)).body.notes).toBe(winner?.body.notes);
		expect(await tagAt(path)).toBe(winner?.headers.get("ETag"));
	});

	it.each(["PATCH", "DELETE", "POST"])(
		"is refused when another request is faster than the commit of a %s",
		async (method) => {
			const path = await client();
			const tag = await tagAt(path);
			const json = { Authorization: `Bearer ${world.key}`, "Content-Type": "application/json", "If-Match": tag };
			const { body } = await overtaken(
				() => patch(path, { notes: "faster" }),
				method === "POST" ? `${path}/merge` : path,
				{
					method,
					headers: json,
					...(method === "PATCH" ? { body: JSON.stringify({ notes: "slower" }) } : {}),
					...(method === "POST" ? { body: JSON.stringify({ source_id: await newClient(world.key) }) } : {}),
				},
			);
			expect(body.code).toBe("precondition_failed");
			expect((await get(path)).body.notes).toBe("faster");
		},
	);

	it("is refused to a change that would change nothing, too", async () => {
		const path = await client();
		const old = await tagAt(path);
		const { headers } = await patch(path, { notes: "same" });
		expect(outcomes([await patch(path, { notes: "same" }, { "If-Match": old })])).toEqual(["precondition_failed"]);
		const same = await patch(path, { notes: "same" }, { "If-Match": headers.get("ETag") ?? "" });
		expect([same.status, same.headers.get("ETag")]).toEqual([200, headers.get("ETag")]);
	});

	it("is judged before what the present state forbids, and after what is wrong with the request", async () => {
		const idea = (await post("/v1/ideas", { client_id: await newClient(world.key), subject: "Fern" })).body;
		const path = `/v1/ideas/${idea.id}`;
		const old = await tagAt(path);
		await patch(path, { stage: "DONE" });
		expect(outcomes([await patch(path, { stage: "QUOTED" })])).toEqual(["conflict"]);
		expect(outcomes([await patch(path, { stage: "QUOTED" }, { "If-Match": old })])).toEqual(["precondition_failed"]);
		expect(outcomes([await patch(path, { stage: "none" }, { "If-Match": old })])).toEqual(["validation_failed"]);
	});

	it("lets one of 20 parallel replays of a delivery through", async () => {
		const { body } = await post("/v1/webhook_endpoints", { url: "https://hooks.test/versions", events: ["*"] });
		const sent = await post(`/v1/webhook_endpoints/${body.endpoint.id}/test`, undefined);
		const path = `/v1/deliveries/${sent.body.id}`;
		await database
			.prepare("UPDATE deliveries SET status = 'DEAD', next_attempt_at = NULL, leased_until = 0 WHERE id = ?")
			.bind(sent.body.id)
			.run();
		const tag = await tagAt(path);
		const answers = await Promise.all(
			Array.from({ length: 20 }, () => post(`${path}/replay`, undefined, { "If-Match": tag })),
		);
		const [made, ...others] = outcomes(answers).sort();
		expect([made, new Set(others)]).toEqual([200, new Set(["precondition_failed"])]);
	});

	it("costs a change with a key no further round trip", async () => {
		const path = await client();
		const cost = await costOf(path, world.key, {
			method: "PATCH",
			body: JSON.stringify({ notes: "cheap" }),
			headers: {
				"Content-Type": "application/json",
				"If-Match": await tagAt(path),
				"Idempotency-Key": crypto.randomUUID(),
			},
		});
		expect(cost).toMatchObject({ status: 200, gate: { inSequence: 1 }, db: { inSequence: 2, calls: 2 } });
	});
});

describe("a demanded version with an Idempotency-Key", () => {
	it("is not judged again for a change that was made: its answer comes back with its tag", async () => {
		const path = await client();
		const headers = { "If-Match": await tagAt(path), "Idempotency-Key": crypto.randomUUID() };
		const made = await patch(path, { notes: "once" }, headers);
		await patch(path, { notes: "and again" });
		const repeated = await patch(path, { notes: "once" }, headers);
		expect([repeated.status, repeated.text]).toEqual([200, made.text]);
		expect(repeated.headers.get("Idempotent-Replayed")).toBe("true");
		expect(repeated.headers.get("ETag")).toBe(made.headers.get("ETag"));
		expect(await tagAt(path)).not.toBe(made.headers.get("ETag"));
	});

	it("may be sent anew with the same key after it was refused", async () => {
		const path = await client();
		const old = await tagAt(path);
		await patch(path, { notes: "meanwhile" });
		const key = { "Idempotency-Key": crypto.randomUUID() };
		const refused = await patch(path, { notes: "mine" }, { ...key, "If-Match": old });
		expect(outcomes([refused])).toEqual(["precondition_failed"]);
		const made = await patch(path, { notes: "mine" }, { ...key, "If-Match": await tagAt(path) });
		expect([made.status, made.headers.has("Idempotent-Replayed")]).toEqual([200, false]);
	});

	it("is made once by 20 parallel requests with one key", async () => {
		const path = await client();
		const headers = { "If-Match": await tagAt(path), "Idempotency-Key": crypto.randomUUID() };
		const answers = await Promise.all(Array.from({ length: 20 }, () => patch(path, { notes: "one" }, headers)));
		for (const outcome of outcomes(answers)) expect([200, "idempotency_key_concurrent"]).toContain(outcome);
		expect(await tagAt(path)).toBe('"2"');
	});
});

describe("a tag", () => {
	it("is the same for every credential, and a 304 counts and reads like any GET", async () => {
		const path = await client();
		const tag = await tagAt(path);
		const { key } = await newKey(world.id, { scopes: ["read:clients"] });
		expect((await get(path, {}, key)).headers.get("ETag")).toBe(tag);
		const cost = await costOf(path, world.key, { headers: { "If-None-Match": tag } });
		expect(cost).toMatchObject({ status: 304, gate: { inSequence: 1 }, db: { inSequence: 1 } });
		const few = await newKey(world.id, { rate_limit_tier: "custom", rate_limit_per_minute: 6 });
		const left = async () => {
			const { status, headers } = await get(path, { "If-None-Match": tag }, few.key);
			return [status, headers.get("RateLimit-Remaining")];
		};
		expect([await left(), await left()]).toEqual([
			[304, "5"],
			[304, "4"],
		]);
	});

	it("of an event type changes with the slugs and the shop that it shows", async () => {
		const shop = (await post("/v1/shops", { name: "Kreuzberg" })).body;
		const artistId = await newArtist(world.key);
		const path = `/v1/event_types/${await newEventType(world.id, artistId)}`;
		const seen = new Set([await tagAt(path)]);
		const see = async (made: Answer) => {
			expect(made.status).toBe(200);
			seen.add(await tagAt(path));
		};
		await see(await patch(`/v1/artists/${artistId}`, { slug: `s-${crypto.randomUUID()}` }));
		await see(await patch(`/v1/artists/${artistId}`, { shop_id: shop.id }));
		await see(await patch(`/v1/shops/${shop.id}`, { slug: "x-berg" }));
		expect(seen.size).toBe(4);
	});

	it("of what a merge moves changes with it", async () => {
		const [source, target] = [await newClient(world.key), await newClient(world.key)];
		const idea = (await post("/v1/ideas", { client_id: source, subject: "Fern" })).body;
		const before = await tagAt(`/v1/ideas/${idea.id}`);
		await post(`/v1/clients/${target}/merge`, { source_id: source });
		expect(await tagAt(`/v1/ideas/${idea.id}`)).not.toBe(before);
	});

	it("of an endpoint tells failures and the end of a secret apart, but no demanded version does", async () => {
		const { body } = await post("/v1/webhook_endpoints", { url: "https://hooks.test/state", events: ["payout.paid"] });
		const path = `/v1/webhook_endpoints/${body.endpoint.id}`;
		const first = await tagAt(path);
		await database
			.prepare("UPDATE webhook_endpoints SET consecutive_failures = 3 WHERE id = ?")
			.bind(body.endpoint.id)
			.run();
		const failing = await get(path, { "If-None-Match": first });
		expect([failing.status, failing.body.consecutive_failures]).toEqual([200, 3]);
		const rotated = await post(`${path}/rotate_secret`, undefined, { "If-Match": first });
		expect(rotated.status).toBe(200);
		const replaced = await tagAt(path);
		expect(replaced).toBe(rotated.headers.get("ETag"));
		await database
			.prepare("UPDATE webhook_endpoints SET previous_secret_good_until = 1 WHERE id = ?")
			.bind(body.endpoint.id)
			.run();
		expect((await get(path, { "If-None-Match": replaced })).body.previous_secret_expires_at).toBe(null);
		expect((await patch(path, { description: "x" }, { "If-Match": replaced })).status).toBe(200);
		expect(outcomes([await patch(path, { description: "y" }, { "If-Match": replaced })])).toEqual([
			"precondition_failed",
		]);
	});

	it("of an endpoint changes when a plan's limit disables it", async () => {
		const tenant = await newWorld({ plan: "duo" });
		const made: string[] = [];
		for (let n = 0; n < 5; n++) {
			const body = { url: `https://hooks.test/plan/${n}`, events: ["payout.paid"] };
			const { body: created } = await call(201, "/v1/webhook_endpoints", { key: tenant.key, body });
			made.push(`/v1/webhook_endpoints/${created.endpoint.id}`);
		}
		const last = made.at(-1) ?? "";
		const before = (await get(last, {}, tenant.key)).headers.get("ETag") ?? "";
		await changePlan(tenant.id, "solo");
		const after = await get(last, { "If-None-Match": before }, tenant.key);
		expect([after.status, after.body.status]).toEqual([200, "DISABLED"]);
	});

	it("of an artist changes with the working hours that the operator sets", async () => {
		const id = await newArtist(world.key);
		const before = await tagAt(`/v1/artists/${id}`);
		const hours = [{ weekday: 1, start: "10:00", end: "18:00" }];
		await operate(200, `/admin/artists/${id}/working_hours`, { method: "PUT", body: { hours } });
		expect(await tagAt(`/v1/artists/${id}`)).not.toBe(before);
	});

	it("may be weakened on its way to a GET, and then matches no demand", async () => {
		const path = await client();
		const weak = `W/${await tagAt(path)}`;
		expect((await get(path, { "If-None-Match": weak })).status).toBe(304);
		const refused = await patch(path, { notes: "x" }, { "If-Match": weak });
		expect(outcomes([refused])).toEqual(["precondition_failed"]);
		expect(refused.body.detail).toContain("weak");
	});

	it("may be one of several, be empty between commas, and hold a comma", async () => {
		const path = await client();
		const headers = { "If-Match": `"a,b" , , ${await tagAt(path)},` };
		expect((await patch(path, { notes: "x" }, headers)).status).toBe(200);
	});

	it("that is very long, or many of them, is read in no time", async () => {
		const path = await client();
		const began = Date.now();
		for (const value of [`"${"a".repeat(8000)}`, `${" ,\t".repeat(2500)}x`, '"0",'.repeat(2000)])
			expect((await patch(path, { notes: "x" }, { "If-Match": value })).status).toBeGreaterThanOrEqual(400);
		expect(Date.now() - began).toBeLessThan(1000);
	});
});
