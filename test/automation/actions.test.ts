import { describe, expect, it } from "vitest";
import { call, send } from "../support/api.ts";
import { expectProblem } from "../support/expect.ts";
import { eventsOf, typesOf } from "../support/history.ts";
import { Receiver } from "../support/receiver.ts";
import { newKey, newWorld } from "../support/world.ts";
import type { Json } from "./automation.ts";

new Receiver();

const actions = "/v1/automation/actions";
const post = (action: string, key: string, body: object, headers: Record<string, string> = {}) =>
	send(`${actions}/${action}`, { key, body, headers });
const search = async (key: string, email: string): Promise<Json[]> =>
	(await call(200, `/v1/automation/searches/client?email=${encodeURIComponent(email)}`, { key })).body;

const ana = { email: "Ana@Example.com", first_name: "Ana", last_name: "Ruiz", phone: "+34 600 000000" };

it("what an action makes is read where its answer says, with the scopes of automation alone, by its own studio", async () => {
	const { id } = await newWorld();
	const { key } = await newKey(id, { scopes: ["read:automation", "write:automation"] });
	const stranger = await newWorld();
	for (const action of ["create_client", "find_or_create_client", "create_lead"]) {
		const made = await post(action, key, { ...ana, email: `${action}@example.com` });
		expect(made.status, action).toBe(201);
		const location = made.headers.get("Location") ?? "";
		expect((await call(200, location, { key })).body).toEqual(made.body);
		await call(404, location, { key: stranger.key });
	}
});

describe("create_client", () => {
	it("makes the client that /v1/clients shows, and refuses a second one with its email", async () => {
		const { key } = await newWorld();
		const { status, body, headers } = await post("create_client", key, ana);
		expect(status).toBe(201);
		expect(body).toMatchObject({ object: "client", ...ana });
		expect((await call(200, headers.get("Location") ?? "", { key })).body).toEqual(body);
		const twice = await post("create_client", key, { ...ana, email: "ANA@example.com" });
		expectProblem(twice, `${actions}/create_client`, "duplicate_email");
		expect(twice.body.existing_id).toBe(body.id);
		expect(typesOf(await eventsOf(key))).toEqual(["client.created"]);
	});

	it("needs no scope of clients", async () => {
		const { id } = await newWorld();
		const { key } = await newKey(id, { scopes: ["write:automation"] });
		expect((await post("create_client", key, ana)).status).toBe(201);
		expectProblem(await send("/v1/clients", { key, body: ana }), "/v1/clients", "insufficient_scope");
	});

	it("refuses what POST /v1/clients refuses", async () => {
		const { key } = await newWorld();
		const path = `${actions}/create_client`;
		expectProblem(await post("create_client", key, { email: "x", first_name: "A" }), path, "validation_failed");
		const body = { ...ana, assigned_artist_id: "art_1" };
		expectProblem(await post("create_client", key, body), path, "validation_error");
	});
});

describe("find_or_create_client", () => {
	it("makes the client: 201, then finds it without regard to case and leaves it as it is: 200", async () => {
		const { key } = await newWorld();
		const made = await post("find_or_create_client", key, ana);
		expect(made.status).toBe(201);
		expect(made.headers.get("Location")).toBe(`/v1/automation/clients/${made.body.id}`);
		const found = await post("find_or_create_client", key, { email: " aNA@eXAMPLE.com ", first_name: "Eve" });
		expect(found.status).toBe(200);
		expect(found.headers.has("Location")).toBe(false);
		expect(found.body).toEqual(made.body);
		expect(typesOf(await eventsOf(key))).toEqual(["client.created"]);
	});

	it.each([false, true])("many times at once makes one client and one event (Idempotency-Keys: %s)", async (keyed) => {
		const { key } = await newWorld();
		const headers = () => (keyed ? { "Idempotency-Key": crypto.randomUUID() } : {}) as Record<string, string>;
		const count = 50;
		const answers = await Promise.all(
			Array.from({ length: count }, (_, n) =>
				post("find_or_create_client", key, { ...ana, email: n % 2 ? ana.email : ana.email.toUpperCase() }, headers()),
			),
		);
		expect(answers.map(({ status }) => status).sort()).toEqual([...Array(count - 1).fill(200), 201]);
		expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
		expect(typesOf(await eventsOf(key))).toEqual(["client.created"]);
	});

	it("with one Idempotency-Key repeats its 201, not a 200", async () => {
		const { key } = await newWorld();
		const headers = { "Idempotency-Key": "once" };
		const [first, second] = [
			await post("find_or_create_client", key, ana, headers),
			await post("find_or_create_client", key, ana, headers),
		];
		expect([first.status, second.status]).toEqual([201, 201]);
		expect(second.text).toBe(first.text);
		expect((await post("find_or_create_client", key, { ...ana, first_name: "B" }, headers)).status).toBe(422);
	});

	it("knows the tenant's clients alone", async () => {
		const [one, other] = [await newWorld(), await newWorld()];
		const made = await post("find_or_create_client", one.key, ana);
		const theirs = await post("find_or_create_client", other.key, ana);
		expect([made.status, theirs.status]).toEqual([201, 201]);
		expect(theirs.body.id).not.toBe(made.body.id);
	});
});

describe("the search for a client", () => {
	it("answers an array of the one client, without regard to case, or an empty one", async () => {
		const { key } = await newWorld();
		expect(await search(key, ana.email)).toEqual([]);
		const { body } = await post("create_client", key, ana);
		await post("create_client", key, { email: "eve@example.com", first_name: "Eve" });
		for (const email of [ana.email, "ana@example.COM", " ana@example.com "])
			expect(await search(key, email)).toEqual([body]);
		for (const email of ["ana@example.co", "%", "nonsense"]) expect(await search(key, email)).toEqual([]);
		expect(await search((await newWorld()).key, ana.email)).toEqual([]);
	});

	it("needs an email to search for", async () => {
		const { key } = await newWorld();
		const path = "/v1/automation/searches/client";
		const answer = await send(path, { key });
		expectProblem(answer, path, "validation_failed");
		expect(answer.body.errors).toEqual([{ location: "querystring", path: "email", message: "is required" }]);
	});
});

describe("create_lead", () => {
	it("makes the lead that /v1/leads shows, and its event", async () => {
		const { key } = await newWorld();
		const given = { first_name: "Noor", email: "noor@example.com", message: "A fern.", budget_range_min: 300 };
		const { status, body, headers } = await post("create_lead", key, given);
		expect(status).toBe(201);
		expect(body).toMatchObject({ object: "lead", stage: "NEW", ...given });
		expect((await call(200, headers.get("Location") ?? "", { key })).body).toEqual(body);
		expect(typesOf(await eventsOf(key))).toEqual(["lead.created"]);
	});

	it("refuses what POST /v1/leads refuses", async () => {
		const { key } = await newWorld();
		const path = `${actions}/create_lead`;
		expectProblem(await post("create_lead", key, {}), path, "validation_failed");
		const body = { first_name: "Noor", budget_range_min: 5, budget_range_max: 1 };
		expectProblem(await post("create_lead", key, body), path, "validation_error");
	});

	it("with an Idempotency-Key makes one", async () => {
		const { key } = await newWorld();
		const headers = { "Idempotency-Key": "once" };
		const made = await Promise.all(
			[1, 2].map(async () => (await post("create_lead", key, { first_name: "N" }, headers)).status),
		);
		expect(made).toContain(201);
		expect((await post("create_lead", key, { first_name: "N" }, headers)).headers.get("Idempotent-Replayed")).toBe(
			"true",
		);
		expect((await call(200, "/v1/leads", { key })).body.data).toHaveLength(1);
	});
});
