import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../src/platform/lib/ids.ts";
import { call } from "../support/api.ts";
import { database } from "../support/database.ts";
import {
	consumeDeliveries,
	createClient,
	createEndpoint,
	deliveriesOf,
	waitForAttempts,
} from "../support/deliveries.ts";
import { everyPair } from "../support/pairs.ts";
import { readAllPages } from "../support/read-all-pages.ts";
import { Receiver } from "../support/receiver.ts";
import { newWorld, type Tenant } from "../support/world.ts";

interface Delivery {
	id: string;
	endpoint_id: string;
	event_id: string;
	status: string;
	created_at: string;
}

describe("the list of the deliveries of all webhook endpoints", () => {
	let world: Tenant;
	let all: Delivery[];
	const endpoints: string[] = [];
	const read = async (query: string, limit: number): Promise<Delivery[]> =>
		(await readAllPages(`/v1/deliveries?limit=${limit}&${query}`, world.key)).flat();

	beforeAll(async () => {
		const receiver = new Receiver();
		world = await newWorld({ plan: "empire" });
		const other = await newWorld({ plan: "empire" });
		await createEndpoint(other.key);
		await createClient(other.key);
		for (let n = 0; n < 7; n++) {
			const { id, url } = await createEndpoint(world.key);
			endpoints.push(id);
			if (n === 2) receiver.answers(url, () => new Response("no", { status: 500 }));
		}
		await call(201, "/v1/automation/hooks", {
			key: world.key,
			body: { target_url: "https://hooks.example/all", trigger: "new_client" },
		});
		await call(200, `/v1/webhook_endpoints/${endpoints[5]}`, {
			key: world.key,
			method: "PATCH",
			body: { ordered: true },
		});
		for (let n = 0; n < 4; n++) await createClient(world.key);
		const of = async (n: number) => (await deliveriesOf(world.key, endpoints[n] ?? "")) as Delivery[];
		for (const n of [0, 2, 6]) {
			const [delivery] = await of(n);
			if (!delivery) throw new Error("no delivery");
			await consumeDeliveries([delivery.id]);
			await waitForAttempts(world.key, delivery.id, 1);
		}
		await database
			.prepare("UPDATE deliveries SET status = 'DEAD' WHERE id = ?")
			.bind((await of(2))[0]?.id)
			.run();
		await call(200, `/v1/webhook_endpoints/${endpoints[4]}`, { key: world.key, method: "DELETE" });
		const each = await Promise.all([0, 1, 2, 3, 5, 6].map(of));
		all = each.flat().sort((a, b) => (a.id < b.id ? 1 : -1));
	});

	it("has those of every endpoint, the newest first, on pages of any size", async () => {
		expect(all).toHaveLength(24);
		expect(new Set(all.map(({ status }) => status))).toEqual(new Set(["PENDING", "SUCCEEDED", "DEAD"]));
		for (const limit of [1, 2, 3, 5, 7, 100]) expect(await read("", limit)).toEqual(all);
	});

	it("takes filters, in any combination", async () => {
		const event = all[0]?.event_id ?? "";
		const since = all[8]?.created_at ?? "";
		const filters: [string, (one: Delivery) => boolean][] = [
			...["PENDING", "SUCCEEDED", "DEAD"].map((wanted): [string, (one: Delivery) => boolean] => [
				`status=${wanted}`,
				({ status }) => status === wanted,
			]),
			[`event_id=${event}`, ({ event_id }) => event_id === event],
			[`endpoint_id=${endpoints[1]}`, ({ endpoint_id }) => endpoint_id === endpoints[1]],
			[`endpoint_id=${endpoints[2]}`, ({ endpoint_id }) => endpoint_id === endpoints[2]],
			[`created_since=${since}`, ({ created_at }) => created_at >= since],
			[`created_until=${since}`, ({ created_at }) => created_at < since],
		];
		for (const [one, two] of everyPair(filters, filters)) {
			const wanted = one[0].split("=")[0] === two[0].split("=")[0] ? [one] : [one, two];
			const query = wanted.map(([name]) => name).join("&");
			const expected = all.filter((delivery) => wanted.every(([, passes]) => passes(delivery)));
			for (const limit of [2, 100]) expect(await read(query, limit), query).toEqual(expected);
		}
		expect(await read(`event_id=${newId("event", Date.now())}`, 5)).toEqual([]);
		expect(await read(`endpoint_id=${newId("webhook_endpoint", Date.now())}`, 5)).toEqual([]);
	});
});

it("the deliveries of an event are no others', also of an event whose id begins alike", async () => {
	const receiver = new Receiver();
	const { key } = await newWorld();
	const { id, url } = await createEndpoint(key);
	await createClient(key);
	await receiver.until(url, 1);
	const [{ event_id }] = await deliveriesOf(key, id);
	const read = async (eventId: string) => (await call(200, `/v1/deliveries?event_id=${eventId}`, { key })).body.data;
	expect(await read(event_id)).toHaveLength(1);
	expect(await read(`${event_id.slice(0, 29)}${"0".repeat(7)}`)).toEqual([]);
});
