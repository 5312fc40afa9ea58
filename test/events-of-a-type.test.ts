import { beforeAll, expect, it } from "vitest";
import { call } from "./support/api.ts";
import { costOf } from "./support/cost.ts";
import { database } from "./support/database.ts";
import { fillEvents } from "./support/fill-events.ts";
import { readAllPages } from "./support/read-all-pages.ts";
import { newWorld, type Tenant } from "./support/world.ts";

const many = 8000;
let world: Tenant;

/** The numbers of the events of each type. */
const numbers: Record<string, string> = {
	"deposit.held": "5, 6000, 8000",
	"payment.failed": "SELECT sequence FROM events WHERE sequence % 7 = 2",
	"message.created": "SELECT sequence FROM events WHERE sequence BETWEEN 100 AND 1400",
};

beforeAll(async () => {
	world = await newWorld();
	await fillEvents(world, many, ["lead.created"]);
	for (const [type, which] of Object.entries(numbers))
		await database
			.prepare(`UPDATE events SET type = ?2 WHERE tenant_id = ?1 AND sequence IN (${which})`)
			.bind(world.id, type)
			.run();
	await call(200, "/v1/me", { key: world.key });
});

it("events of simultaneous requests, whose ids have another order than their numbers, are each on one page", async () => {
	const { id, key } = await newWorld();
	await fillEvents({ id }, 40, ["lead.created"]);
	await database
		.prepare(
			"UPDATE events SET id = 'evt_' || printf('%032x', 100 + (sequence | 3) - (sequence & 3)) WHERE tenant_id = ?",
		)
		.bind(id)
		.run();
	const pages = await readAllPages("/v1/events?type=lead.created&limit=3", key);
	expect(pages.flat().map(({ sequence }) => sequence)).toEqual(Array.from({ length: 40 }, (_, n) => 40 - n));
});

it.each([
	["since the last ones", "created_since", 7990, 11],
	["until the first ones", "created_until", 30, 29],
])("events of a type %s are found, however many there are", { tags: ["rows"] }, async (_, name, from, count) => {
	const { id, key } = await newWorld();
	await fillEvents({ id }, many, ["lead.created"]);
	await database
		.prepare("UPDATE events SET id = 'evt_' || printf('%012x', sequence) || substr(id, 17) WHERE tenant_id = ?")
		.bind(id)
		.run();
	const path = `/v1/events?type=lead.created&${name}=${new Date(from).toISOString()}`;
	expect((await readAllPages(path, key)).flat()).toHaveLength(count);
	const cost = await costOf(path, key);
	expect(cost.rowsRead).toBeLessThanOrEqual(260);
});

const types = [
	["a rare type", "deposit.held"],
	["a type that none has", "deposit.released"],
	["the most frequent type", "lead.created"],
	["a frequent type", "payment.failed"],
	["a frequent type whose events are all old", "message.created"],
] as const;

it.each(types)("the newest events of %s are found, each once, in pages", async (_, type) => {
	const path = `/v1/events?type=${type}`;
	const { results } = await database
		.prepare("SELECT sequence FROM events WHERE tenant_id = ? AND type = ? ORDER BY id DESC")
		.bind(world.id, type)
		.all<{ sequence: number }>();
	const listed = async (query: string) => (await readAllPages(path + query, world.key)).flat();
	expect((await listed("&limit=100")).map(({ sequence }) => sequence)).toEqual(results.map(({ sequence }) => sequence));
});

it.each(types)(
	"a page of the newest events of %s reads little more than it shows",
	{ tags: ["rows"] },
	async (_, type) => {
		const cost = await costOf(`/v1/events?type=${type}`, world.key);
		expect(cost).toMatchObject({ status: 200, db: { inSequence: 1 } });
		expect(cost.rowsRead).toBeLessThanOrEqual(60);
	},
);
