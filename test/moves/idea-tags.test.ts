import { expect, it } from "vitest";
import { removeDeparted } from "../../src/domain/moves/remove-departed.ts";
import { clock } from "../../src/platform/lib/clock.ts";
import { dayMs } from "../../src/platform/lib/time.ts";
import { call } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { dataDatabase, move, moveWriter } from "../support/moves.ts";
import { newClient } from "../support/studio.ts";
import { newWorld } from "../support/world.ts";

it("an idea is found by its tag where its tenant has moved, and the database that it left keeps no tag", async () => {
	const { id, key } = await newWorld({ database: "DATA_1" });
	const body = { client_id: await newClient(key), subject: "Fern", tags: ["fern", "arm"] };
	const idea = (await call(201, "/v1/ideas", { key, body })).body;
	expect(await move(id, "DATA_2")).toMatchObject({ status: "DONE" });
	expect((await call(200, "/v1/ideas?tag=fern", { key })).body.data).toEqual([idea]);
	const tags = (database: "DATA_1" | "DATA_2") =>
		dataDatabase(database).prepare("SELECT count(*) AS n FROM idea_tags WHERE tenant_id = ?").bind(id).first("n");
	expect(await tags("DATA_2")).toBe(2);
	advance((2 * dayMs) / 1000);
	const writer = moveWriter();
	const local = { ...writer, dataDatabase: writer.databases.data("DATA_1") };
	await removeDeparted(local, clock.now(), 60_000);
	expect(await tags("DATA_1")).toBe(0);
});
