import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { faultyBucket } from "../../lab/harness/faulty-bucket.ts";
import { connectionLost } from "../../lab/harness/faulty-database.ts";
import { ask, envWithFaults } from "../cross-database/faults.ts";
import { call, send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { database } from "../support/database.ts";
import { deleteTenant } from "../support/deletion.ts";
import { expectProblem } from "../support/expect.ts";
import { addPicture, newPicture, pictureRequest } from "../support/pictures.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { newWorld, type Tenant } from "../support/world.ts";

let studio: Tenant;
beforeAll(async () => {
	studio = await newWorld({ plan: "empire", database: "DATA_1" });
});
afterEach(() => {
	vi.restoreAllMocks();
});

const hour = 3600;

const newLead = async ({ key }: Tenant = studio): Promise<string> =>
	`/v1/leads/${(await call(201, "/v1/leads", { key, body: { first_name: "Ana" } })).body.id}`;

async function objectsOf({ id }: Tenant): Promise<string[]> {
	const buckets = [env.PICTURES, env.PICTURES_EU].filter((bucket) => bucket !== undefined);
	const lists = await Promise.all(buckets.map((bucket) => bucket.list({ prefix: `${id}/` })));
	return lists.flatMap(({ objects }) => objects.map(({ key }) => key));
}

const upload = (lead: string) => send(`${lead}/pictures`, { key: studio.key, ...pictureRequest() });

describe("the bytes of a picture", () => {
	it("stay for twelve hours after the deletion, and no longer than a day (contract: Pictures 13)", async () => {
		const lead = await newLead();
		const { id } = (await addPicture(studio.key, lead)).body;
		expect(await objectsOf(studio)).toHaveLength(1);
		await call(200, `${lead}/pictures/${id}`, { key: studio.key, method: "DELETE" });
		await scheduledWork();
		advance(11 * hour);
		await scheduledWork();
		expect(await objectsOf(studio)).toHaveLength(1);
		advance(2 * hour);
		await scheduledWork();
		expect(await objectsOf(studio)).toEqual([]);
	});

	it("go with all records of a client, and with a deleted studio (contract: Pictures 8, Pictures 13)", async () => {
		const other = await newWorld({ plan: "empire" });
		const { key } = other;
		const client = (await call(201, "/v1/clients", { key, body: { email: "ana@example.com", first_name: "Ana" } }))
			.body;
		const idea = async () =>
			`/v1/ideas/${(await call(201, "/v1/ideas", { key, body: { client_id: client.id, subject: "Fern" } })).body.id}`;
		for (const path of [await idea(), await idea(), await newLead(other)]) await addPicture(key, path);
		expect(await objectsOf(other)).toHaveLength(3);
		await call(200, `/v1/clients/${client.id}`, { key, method: "DELETE" });
		await scheduledWork();
		advance(13 * hour);
		await scheduledWork();
		expect(await objectsOf(other)).toHaveLength(1);
		await deleteTenant(other.id);
		advance(31 * 24 * hour);
		for (let n = 0; n < 8; n++) await scheduledWork();
		advance(13 * hour);
		await scheduledWork();
		expect(await objectsOf(other)).toEqual([]);
	});

	it("of an upload that never committed are gone within a day (contract: Pictures 13)", async () => {
		const lead = await newLead();
		const put = env.PICTURES.put.bind(env.PICTURES);
		vi.spyOn(env.PICTURES, "put").mockImplementation(async (...given: Parameters<typeof put>) => {
			await put(...given);
			throw new Error("put: We encountered an internal error. Please try again. (10001)");
		});
		const before = await objectsOf(studio);
		expectProblem(await upload(lead), `${lead}/pictures`, "service_unavailable");
		expect((await objectsOf(studio)).length).toBe(before.length + 1);
		expect((await call(200, lead, { key: studio.key })).body.picture_count).toBe(0);
		advance(2 * hour);
		await scheduledWork();
		expect(await objectsOf(studio)).toEqual(before);
	});

	it("are there once, and no others a day later, whichever call of a database or the bucket loses its connection, before or after it is executed (contract: Pictures 13)", async () => {
		const other = await newWorld({ plan: "empire", database: "DATA_1" });
		const path = `${await newLead(other)}/pictures`;
		let pictures = 0;
		for (const isExecuted of [false, true])
			for (let lost = 1, isLost = true; isLost; lost++) {
				let calls = 0;
				isLost = false;
				const loseOne = async <T>(_: unknown, run: () => Promise<T>): Promise<T> => {
					if (++calls !== lost) return await run();
					isLost = true;
					if (isExecuted) await run();
					throw connectionLost();
				};
				const bindings = { ...envWithFaults(loseOne), PICTURES: faultyBucket(env.PICTURES, "PICTURES", loseOne) };
				const headers = { "Idempotency-Key": `${isExecuted} ${lost}` };
				const once = { key: other.key, headers, ...pictureRequest() };
				const answer = await ask(bindings, path, once);
				await answer.over;
				expect([201, 503]).toContain(answer.status);
				await call(201, path, once);
				pictures++;
			}
		expect(pictures).toBeGreaterThan(6);
		for (const hours of [2, 13]) {
			advance(hours * hour);
			await scheduledWork();
		}
		expect((await call(200, path, { key: other.key })).body.data).toHaveLength(pictures);
		expect(await objectsOf(other)).toHaveLength(pictures);
	});

	it("are stored once, although other uploads are faster each time", async () => {
		const lead = await newLead();
		const put = vi.spyOn(env.PICTURES, "put");
		const answers = await Promise.all(Array.from({ length: 12 }, () => upload(lead)));
		expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
		expect(put).toHaveBeenCalledTimes(12);
	});

	it("are not stored for a full studio (contract: Pictures 12)", async () => {
		const full = await newWorld({ plan: "solo", database: "DATA_1" });
		const lead = await newLead(full);
		await database.prepare("UPDATE stored_bytes SET counted = 2000000000 WHERE tenant_id = ?").bind(full.id).run();
		const put = vi.spyOn(env.PICTURES, "put");
		const answer = await send(`${lead}/pictures`, { key: full.key, ...pictureRequest() });
		expectProblem(answer, `${lead}/pictures`, "plan_limit_reached");
		expect(put).not.toHaveBeenCalled();
	});

	it("count to the studio's storage until the picture is deleted (contract: Pictures 12)", async () => {
		const bytesOf = async () =>
			(
				await database
					.prepare("SELECT counted + added AS n FROM stored_bytes WHERE tenant_id = ?")
					.bind(studio.id)
					.first<{ n: number }>()
			)?.n ?? 0;
		const lead = await newLead();
		const before = await bytesOf();
		const { id, size_bytes } = (await addPicture(studio.key, lead, newPicture(1_000_000))).body;
		const during = await bytesOf();
		expect(during - before).toBeGreaterThan(size_bytes);
		await call(200, `${lead}/pictures/${id}`, { key: studio.key, method: "DELETE" });
		expect(during - (await bytesOf())).toBeGreaterThan(900_000);
	});
});
