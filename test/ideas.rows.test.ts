import { beforeAll, expect, it } from "vitest";
import { costOf } from "./support/cost.ts";
import { database } from "./support/database.ts";
import { everyPair } from "./support/pairs.ts";
import { newArtist } from "./support/studio.ts";
import { newWorld, type Tenant } from "./support/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: an idea as JSON
type Json = any;

const stages = ["NEW", "IN_REVIEW", "QUOTED", "APPROVED", "SCHEDULED", "DONE", "DECLINED"] as const;
const filters = ["client_id", "artist_id", "stage", "source_type", "btt_status", "archived", "tag"] as const;
const count = 5000;

/**
 * Ideas like those of a real studio. Some values are frequent: one client has a tenth of the ideas, one artist half of
 * them. Some go together: most old ideas are done, most done ones are archived, all forms belong to one artist. The
 * numbers repeat so seldom that no other values go together by chance.
 */
function ideaNumber(i: number): Json {
	const chance = (salt: number) => ((i * 2654435761 + salt * 40503) % 1009) / 1009;
	// Another period than that of the others, so that a tag goes together with nothing.
	const tagged = (salt: number) => ((i * 7919 + salt * 1231) % 2003) / 2003;
	const old = i < 3000;
	const artist = chance(1) < 0.5 ? 0 : chance(2) < 0.7 ? 1 : chance(3) < 0.9 ? 2 : 3;
	const stage = old && chance(4) < 0.6 ? "DONE" : stages[Math.floor(chance(5) ** 2 * 7)];
	return {
		id: `ide_${i.toString(16).padStart(32, "0")}`,
		client: chance(6) < 0.1 ? 0 : 1 + Math.floor(chance(7) * 900),
		artist,
		stage,
		source_type: artist === 1 ? "FORM" : chance(8) < 0.9 ? "API" : chance(9) < 0.5 ? "MANUAL" : "IMPORT",
		btt_status: chance(10) < 0.9 ? "NONE" : chance(11) < 0.8 ? "SENT" : "PENDING",
		archived: stage === "DONE" ? chance(12) < 0.8 : chance(13) < 0.05,
		updated: chance(14) < 0.3 ? 2_000_000 + i : i,
		tags: [tagged(1) < 0.5 ? "often" : tagged(2) < 0.9 ? "seldom" : "rare", ...(tagged(3) < 0.1 ? ["Often"] : [])],
	};
}

let lister: Tenant;
const artistIds: string[] = [];
const all = Array.from({ length: count }, (_, index) => ideaNumber(index + 1)).reverse();
const clientOf = (n: number) => `cli_${n.toString(16).padStart(32, "0")}`;

beforeAll(async () => {
	lister = await newWorld();
	for (let n = 0; n < 4; n++) artistIds.push(await newArtist(lister.key));
	await database
		.prepare(
			`INSERT INTO clients (id, tenant_id, email, email_key, first_name, created_at, updated_at)
			SELECT value, ?1, value, value, 'Ana', 1, 1 FROM json_each(?2)`,
		)
		.bind(lister.id, JSON.stringify(Array.from({ length: 901 }, (_, n) => clientOf(n))))
		.run();
	const rows = all.map((idea) => ({ ...idea, client: clientOf(idea.client), artist: artistIds[idea.artist] }));
	for (let from = 0; from < count; from += 1000)
		await database
			.prepare(
				`INSERT INTO ideas (id, tenant_id, client_id, artist_id, subject, stage, source_type, btt_status, archived, details, created_at, updated_at)
				SELECT value->>'id', ?1, value->>'client', value->>'artist', 's', value->>'stage', value->>'source_type',
				value->>'btt_status', value->>'archived', json_object('tags', value->'tags'), 1, value->>'updated' FROM json_each(?2)`,
			)
			.bind(lister.id, JSON.stringify(rows.slice(from, from + 1000)))
			.run();
});

const wanted = (idea: Json, filter: string) =>
	filter === "client_id"
		? clientOf(idea.client)
		: filter === "artist_id"
			? artistIds[idea.artist]
			: filter === "tag"
				? idea.tags.at(-1)
				: idea[filter];
/** An idea can have more tags than the one that is asked for. */
const passes = (idea: Json, filter: string, value: string) =>
	filter === "tag" ? idea.tags.includes(value) : String(wanted(idea, filter)) === value;

/** Positions of the ideas whose values the filters ask for, from new to old, with frequent and with rare values. */
const models = [0, 2500, 4990];
const sinces = [undefined, 0, 2_004_000];
/** How many rows a page may read that shows so many ideas. D1 counts the tags that are compared, too. */
const most = (shown: number) => 1000 + 3 * shown;

/** No filter, each one, each two together, and all. */
const subsets = [
	[],
	...filters.map((filter) => [filter]),
	...filters.flatMap((one, n) => filters.slice(n + 1).map((two) => [one, two])),
	[...filters],
];
const sought = models.flatMap((model) => sinces.map((since) => ({ model, since })));
const bySubset = [...Map.groupBy(everyPair(subsets, sought), ([subset]) => subset)];
const namedFor = (subset: string[], model: number) =>
	subset.map((filter) => [filter, String(wanted(all[model], filter))]);
const pathFor = (named: string[][], since: number | undefined) =>
	`/v1/ideas?${new URLSearchParams([...named, ...(since === undefined ? [] : [["updated_since", new Date(since).toISOString()]])])}`;

it.each(bySubset)("finds each page of ideas by %j, and reads a bounded number of rows", async (subset, pairs) => {
	for (const [, { model, since }] of pairs) {
		const named = namedFor(subset, model);
		const expected = all
			.filter((idea) => named.every(([filter = "", value = ""]) => passes(idea, filter, value)))
			.filter(({ updated }) => since === undefined || updated >= since)
			.map(({ id }) => id);
		const found: string[] = [];
		for (let cursor: string | null = ""; cursor !== null && found.length < 200; ) {
			const path = pathFor([...named, ["cursor", cursor]], since);
			const { body, rowsRead, db }: Json = await costOf(path, lister.key);
			found.push(...body.data.map(({ id }: Json) => id));
			expect(found).toEqual(expected.slice(0, found.length));
			expect(rowsRead, path).toBeLessThanOrEqual(most(body.data.length));
			expect(db.inSequence).toBe(1);
			if (body.next_cursor === null) expect(found).toEqual(expected);
			cursor = body.next_cursor;
		}
	}
});
