import { beforeAll, describe, expect, it } from "vitest";
import { clock } from "../../src/platform/lib/clock.ts";
import { costOf } from "../support/cost.ts";
import { type Member, newMember } from "../support/dashboard.ts";
import { database, rows } from "../support/database.ts";
import { newArtist, newClient, newStudio, type Studio } from "../support/studio.ts";
import { newKey } from "../support/world.ts";

describe("what a client's page costs", () => {
	const many = 20_000;
	let studio: Studio;

	beforeAll(async () => {
		studio = await newStudio();
		const { id, artistId, clientId } = studio;
		const now = clock.now();
		const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${many})`;
		for (const [whose, place] of [
			[clientId, 1],
			[await newClient(studio.key), 2],
		] as const) {
			await rows(
				`${numbers} INSERT INTO events (id, tenant_id, sequence, type, data, actor_type, created_at)
				SELECT 'evt_' || printf('%012x%020x', ?2 - i * 60000, i * 2 + ?4), ?1, 1000000 * ?4 + i, 'client.updated',
					json_object('clientId', ?3), 'system', ?2 - i * 60000 FROM n`,
				id,
				// The history of the other client is all later.
				place === 1 ? now - many * 60_000 : now,
				whose,
				place,
			);
			await rows(
				`${numbers} INSERT INTO appointments (id, tenant_id, artist_id, client_id, status, start_at, end_at, timezone,
					day_start_at, day_end_at, created_at, updated_at)
				SELECT 'apt_' || printf('%032x', i * 2 + ?4), ?1, ?2, ?3, 'COMPLETED', i, i + 1, 'UTC', 0, 0, i, i FROM n`,
				id,
				artistId,
				whose,
				place,
			);
		}
	});

	it("is three calls of databases in sequence at most, and few rows, however much there is", async () => {
		const owner = await newMember({ tenantId: studio.id });
		for (const path of [`/clients/${studio.clientId}`, "/clients", `/clients/${studio.clientId}/merge`]) {
			const cost = await costOf(owner.at(path), "none", { headers: { Cookie: owner.cookie } });
			expect(cost.status).toBe(200);
			expect(cost.db.inSequence, path).toBeLessThanOrEqual(3);
			expect(cost.rowsRead, path).toBeLessThan(1200);
		}
	});
});

describe("what the lists of leads cost", () => {
	const many = 20_000;
	let visitor: Member;
	beforeAll(async () => {
		const { id, artistId, typeId } = await newStudio();
		visitor = await newMember({ tenantId: id });
		const metadata = {
			booking_artist_id: artistId,
			booking_event_type_id: typeId,
			booking_start_at: "2040-01-02T10:00:00.000Z",
		};
		await rows(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${many})
			INSERT INTO leads (id, tenant_id, first_name, stage, source, archived, metadata, created_at, updated_at)
			SELECT 'led_' || printf('%032x', i), ?1, 'Lea',
				CASE i % 5 WHEN 0 THEN 'NEW' WHEN 1 THEN 'CONTACTED' WHEN 2 THEN 'QUALIFIED' WHEN 3 THEN 'BOOKED' ELSE 'LOST' END,
				'BOOKING_PAGE', i % 7 = 0, ?2, i, i FROM n`,
			id,
			JSON.stringify(metadata),
		);
	});

	it.each([
		["", {}],
		["/leads", {}],
		["/leads", { stage: "LOST", archived: "true" }],
		["/leads", { requests: "open" }],
		["/leads", { requests: "open", stage: "CONTACTED", after: `led_${"1000".padStart(32, "0")}` }],
	])("%s %j: three calls of databases in sequence at most, and few rows", async (path, query) => {
		const cost = await costOf(visitor.at(path, query), "none", { headers: { Cookie: visitor.cookie } });
		expect(cost.status).toBe(200);
		expect(cost.db.inSequence).toBeLessThanOrEqual(3);
		expect(cost.rowsRead, cost.statements.join("\n")).toBeLessThan(700);
	});
});

it("the calendar reads the week of the artists on the page alone, among 20 000 appointments of forty, in one call", async () => {
	const { id, key, artistId, clientId } = await newStudio();
	const visitor = await newMember({ tenantId: id });
	const artists = [artistId];
	while (artists.length < 40) artists.push(await newArtist(key));
	await database
		.prepare(
			`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19999)
			INSERT INTO appointments (id, tenant_id, artist_id, client_id, status, start_at, end_at, timezone, day_start_at, day_end_at, created_at, updated_at)
			SELECT 'apt_' || printf('%032x', i), ?1, ?2 ->> (i % 40), ?3, 'COMPLETED', (i / 40) * 21600000, (i / 40) * 21600000 + 3600000, 'UTC', 0, 0, i, i FROM n`,
		)
		.bind(id, JSON.stringify(artists), clientId)
		.run();
	// The first page records the use of the session.
	await visitor.open(200, "/calendar");
	for (const [query, most] of [
		[{ artist_id: artistId }, 250],
		[{}, 2400],
	] as const) {
		const path = visitor.at("/calendar", { ...query, week: "1970-02-16" });
		const cost = await costOf(path, "", { headers: { Cookie: visitor.cookie, Authorization: "" } });
		expect(cost).toMatchObject({ status: 200, rowsWritten: 0 });
		// The session with the studios, and the week.
		expect(cost.db.inSequence).toBe(2);
		expect(cost.rowsRead, JSON.stringify(query)).toBeLessThanOrEqual(most);
	}
});

it("the list of keys reads few rows, however often a key was rotated", async () => {
	const visitor = await newMember();
	const { id } = await newKey(visitor.tenantId);
	await rows(
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
		INSERT INTO api_key_values (hash, key_id, hint, good_until, created_at) SELECT 'h' || i, ?, 'wxyz', i, i FROM n`,
		id,
	);
	const cost = await costOf(visitor.at("/api_keys"), "none", { headers: { Cookie: visitor.cookie } });
	expect(cost.status).toBe(200);
	expect(cost.rowsRead, cost.statements.join("\n")).toBeLessThan(100);
});
