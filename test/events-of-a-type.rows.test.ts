import { beforeAll, expect, it } from "vitest";
import { call } from "./support/api.ts";
import { costOf } from "./support/cost.ts";
import { database } from "./support/database.ts";
import { fillEvents } from "./support/fill-events.ts";
import { readAllPages } from "./support/read-all-pages.ts";
import { newWorld, type Tenant } from "./support/world.ts";

const many = 4000;
let world: Tenant;

/** The numbers of the events of each type. */
const numbers: Record<string, string> = {
	"deposit.held": "5, 3000, 4000",
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

it.each(types)("a page of the newest events of %s reads little more than it shows", async (_, type) => {
	const cost = await costOf(`/v1/events?type=${type}`, world.key);
	expect(cost).toMatchObject({ status: 200, db: { inSequence: 1 } });
	expect(cost.rowsRead).toBeLessThanOrEqual(60);
});
