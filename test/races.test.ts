import { beforeAll, describe, expect, it } from "vitest";
import { call, send } from "./support/api.ts";
import { newArtist, newClient } from "./support/studio.ts";
import { newWorld, type Tenant } from "./support/world.ts";

let world: Tenant;
beforeAll(async () => {
	world = await newWorld({ plan: "empire" });
});

const make = async (path: string, body: object): Promise<string> =>
	(await call(201, path, { key: world.key, body })).body.id;

/** Makes a record of each kind that has a stage, and returns its path. */
const records = {
	lead: () => make("/v1/leads", { first_name: "Ana" }).then((id) => `/v1/leads/${id}`),
	idea: async () => `/v1/ideas/${await make("/v1/ideas", { client_id: await newClient(world.key), subject: "Fern" })}`,
};

describe.each(Object.entries(records))("racing changes of one %s", (kind, record) => {
	it("are each done or refused as a conflict, and the events chain from the first state to the last", async () => {
		const path = await record();
		const stages = kind === "lead" ? ["CONTACTED", "QUALIFIED", "LOST"] : ["IN_REVIEW", "QUOTED", "APPROVED"];
		const answers = await Promise.all(
			Array.from({ length: 15 }, (_, n) =>
				send(path, { key: world.key, method: "PATCH", body: { stage: stages[n % 3] } }),
			),
		);
		for (const { status, body } of answers) expect(status === 200 || body.code === "conflict").toBe(true);
		const { body } = await call(200, `/v1/events?type=${kind}.stage_changed&limit=100`, { key: world.key });
		const id = path.split("/").at(-1);
		const changes = body.data
			.filter(({ data }: { data: Record<string, unknown> }) => data[`${kind}Id`] === id)
			.reverse();
		expect(changes.length).toBeGreaterThan(0);
		let stage = "NEW";
		for (const { data } of changes) {
			expect(data.changes.stage.old).toBe(stage);
			stage = data.changes.stage.new;
		}
		expect((await call(200, path, { key: world.key })).body.stage).toBe(stage);
	});

	it("archive it once, however many ask at the same time", async () => {
		const path = await record();
		const answers = await Promise.all(
			Array.from({ length: 8 }, () => send(`${path}/archive`, { key: world.key, method: "POST" })),
		);
		for (const { status, body } of answers) expect(status === 200 || body.code === "conflict").toBe(true);
		expect((await call(200, path, { key: world.key })).body.archived).toBe(true);
		const { body } = await call(200, "/v1/audit_log?limit=100", { key: world.key });
		const entries = body.data.filter(
			({ action, resource_id }: { action: string; resource_id: string }) =>
				action === `${kind}.archived` && path.endsWith(resource_id),
		);
		expect(entries).toHaveLength(1);
	});

	it("deleted and changed at the same time, it is gone or was changed first, never half of both", async () => {
		const path = await record();
		const artistId = await newArtist(world.key);
		const field = kind === "lead" ? "assigned_artist_id" : "artist_id";
		const [gone, changed] = await Promise.all([
			send(path, { key: world.key, method: "DELETE" }),
			send(path, { key: world.key, method: "PATCH", body: { [field]: artistId } }),
		]);
		for (const { status } of [gone, changed]) expect([200, 404, 409]).toContain(status);
		expect([gone.status, changed.status]).toContain(200);
		expect((await send(path, { key: world.key })).status).toBe(gone.status === 200 ? 404 : 200);
	});
});
