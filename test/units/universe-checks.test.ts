import { expect, it } from "vitest";
import { Sqlite } from "../../lab/platform/d1/sqlite.ts";
import { checkDatabases } from "../../lab/universe/checks/hourly.ts";

const schema = `
	CREATE TABLE studios (tenant_id TEXT, state TEXT);
	CREATE TABLE appointments (id TEXT, tenant_id TEXT, artist_id TEXT, status TEXT, start_at INTEGER, end_at INTEGER,
		buffer_before_ms INTEGER, buffer_after_ms INTEGER);
	CREATE TABLE events (tenant_id TEXT, sequence INTEGER);
	CREATE TABLE event_sequences (tenant_id TEXT, forgotten INTEGER);
	INSERT INTO studios VALUES ('ten_1', 'OPEN');
`;

function brokenBy(rows: string): string[] {
	const database = new Sqlite();
	for (const sql of [schema, rows]) database.transaction([{ sql, params: [] }]);
	const broken: string[] = [];
	const world = {
		cloud: { platform: { databases: new Map([["DATA_1", database]]) } },
		expect: (promise: string, holds: boolean) => {
			if (!holds) broken.push(promise);
		},
	};
	checkDatabases(world, [{ id: "ten_1" }]);
	return broken;
}

const appointments = (...times: [begin: number, end: number][]) =>
	`INSERT INTO appointments VALUES ${times.map(([begin, end], n) => `('${n}', 'ten_1', 'art_1', 'SCHEDULED', ${begin}, ${end}, 0, 5)`).join()};`;

it("a gap in the events is found, whether retention has removed the first ones or none", () => {
	const events = (...numbers: number[]) =>
		`INSERT INTO events VALUES ${numbers.map((sequence) => `('ten_1', ${sequence})`).join()};`;
	const forgotten = "INSERT INTO event_sequences VALUES ('ten_1', 2);";
	expect(brokenBy(events(1, 2, 3))).toEqual([]);
	expect(brokenBy(events(1, 3))).toEqual(["events have no gaps"]);
	expect(brokenBy(events(2, 3))).toEqual(["events have no gaps"]);
	// One that is left for its delivery does not count.
	expect(brokenBy(events(1, 3, 4) + forgotten)).toEqual([]);
	expect(brokenBy(events(4, 5) + forgotten)).toEqual(["events have no gaps"]);
});

it("appointments that overlap are found, with their buffers", () => {
	expect(brokenBy(appointments([0, 10], [15, 20]))).toEqual([]);
	expect(brokenBy(appointments([0, 10], [14, 20]))).toEqual(["no appointments overlap"]);
});

it("a studio that is open in two places or in none is found", () => {
	expect(brokenBy("INSERT INTO studios VALUES ('ten_1', 'OPEN');")).toEqual(["a studio is open in one place"]);
	expect(brokenBy("UPDATE studios SET state = 'LEFT';")).toEqual(["a studio is open in one place"]);
});
