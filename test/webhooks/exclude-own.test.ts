import { afterAll, describe, expect, it } from "vitest";
import { call } from "../support/api.ts";
import { database } from "../support/database.ts";
import { createClient } from "../support/deliveries.ts";
import {
	deliveriesOf,
	type EndpointOfTenant,
	endpointOf,
	newEndpoint,
	patchEndpoint,
	publish,
} from "../support/endpoints.ts";
import { newApp, newConnection, newPerson, newSession, newTokens } from "../support/oauth.ts";
import { Receiver } from "../support/receiver.ts";
import { addAppointments, newClient, newStudio } from "../support/studio.ts";
import { newKey, newWorld, operate } from "../support/world.ts";

new Receiver();
afterAll(async () => {
	await database.prepare("DELETE FROM webhook_endpoints").run();
	await new Promise((resolve) => setTimeout(resolve, 50));
});

const told = async (hook: EndpointOfTenant): Promise<string[]> =>
	(await deliveriesOf(hook)).map(({ event_id }) => event_id as string).sort();

const scopes = [
	"read:clients",
	"write:clients",
	"write:webhook_endpoints",
	"read:deliveries",
	"read:webhook_endpoints",
];

const eventOf = async ({ id, key }: { id: string; key: string }, made: Promise<{ id: string }>): Promise<string> => {
	const clientId = (await made).id;
	const { body } = await call(200, "/v1/events?limit=100", { key });
	return (
		body.data.find(({ data }: { data: { clientId: string } }) => data.clientId === clientId)?.id ?? `none in ${id}`
	);
};

describe("an endpoint with exclude_own", () => {
	it("is told of what others cause, and of nothing that the API key caused which created it", async () => {
		const world = await newWorld();
		const other = await newKey(world.id);
		const hook = await newEndpoint(world, { exclude_own: true });
		const all = await newEndpoint(world);
		expect(await endpointOf(hook)).toMatchObject({ exclude_own: true });
		await createClient(world.key);
		const theirs = await eventOf(world, createClient(other.key));
		const { id: published } = await publish(world.id);
		expect(await told(hook)).toEqual([theirs, published].sort());
		expect(await told(all)).toHaveLength(3);
	});

	it("knows the key by what it is, not by its value: after a rotation it is the same", async () => {
		const world = await newWorld();
		const hook = await newEndpoint(world, { exclude_own: true });
		const rotated = await operate(200, `/admin/api_keys/${world.keyId}/rotate`, { method: "POST", body: {} });
		await createClient(rotated.body.key);
		expect(await told({ ...hook, key: rotated.body.key })).toEqual([]);
	});

	it("takes every grant of the app that created it for its own, and no other app", async () => {
		const [app, otherApp] = await Promise.all([newApp({ scopes }), newApp({ scopes })]);
		const connection = await newConnection({ app });
		const given = { scope: scopes.join(" ") };
		const colleague = await newPerson(connection.tenantId);
		const cookie = await newSession(colleague);
		const [mine, again, others] = [
			await newTokens(connection, given),
			await newTokens({ ...connection, person: colleague, cookie }, given),
			await newTokens({ ...connection, app: otherApp }, given),
		];
		const { key } = await newKey(connection.tenantId);
		const hook = await newEndpoint({ id: connection.tenantId, key: mine.access_token }, { exclude_own: true });
		await createClient(mine.access_token);
		await createClient(again.access_token);
		const world = { id: connection.tenantId, key };
		const theirs = [await eventOf(world, createClient(others.access_token)), await eventOf(world, createClient(key))];
		expect(await told(hook)).toEqual(theirs.sort());
	});

	it("leaves out own events of a change with many, too", async () => {
		const studio = await newStudio();
		const other = await newKey(studio.id);
		const events = ["appointment.cancelled"];
		const [hook, all] = [
			await newEndpoint(studio, { events, exclude_own: true }),
			await newEndpoint(studio, { events }),
		];
		for (const key of [studio.key, other.key]) {
			const clientId = await newClient(studio.key);
			await addAppointments({ ...studio, clientId }, 12);
			await call(200, `/v1/clients/${clientId}`, { method: "DELETE", key });
		}
		expect([(await told(hook)).length, (await told(all)).length]).toEqual([12, 24]);
	});

	it("can be set and taken back later, and goes by who created the endpoint", async () => {
		const world = await newWorld();
		const other = await newKey(world.id);
		const hook = await newEndpoint(world);
		await patchEndpoint({ ...hook, key: other.key }, { exclude_own: true });
		await createClient(world.key);
		const theirs = await eventOf(world, createClient(other.key));
		expect(await told(hook)).toEqual([theirs]);
		await patchEndpoint(hook, { exclude_own: false });
		const mine = await eventOf(world, createClient(world.key));
		expect(await told(hook)).toEqual([theirs, mine].sort());
	});

	it("that was made before the service noted who creates endpoints leaves out nothing", async () => {
		const world = await newWorld();
		const hook = await newEndpoint(world, { exclude_own: true });
		await database
			.prepare("UPDATE webhook_endpoints SET creator_type = NULL, creator_id = NULL WHERE id = ?")
			.bind(hook.id)
			.run();
		await createClient(world.key);
		await publish(world.id);
		expect(await told(hook)).toHaveLength(2);
	});

	it("is not sent its own events when it gets what it missed", async () => {
		const world = await newWorld();
		const other = await newKey(world.id);
		const hook = await newEndpoint(world, { exclude_own: true });
		await patchEndpoint(hook, { status: "DISABLED" });
		await createClient(world.key);
		const theirs = await eventOf(world, createClient(other.key));
		await patchEndpoint(hook, { status: "ACTIVE", replay_missed: true });
		expect(await told(hook)).toEqual([theirs]);
		const since = new Date(0).toISOString();
		const recover = (body: object) =>
			call(200, `/v1/webhook_endpoints/${hook.id}/recover`, {
				key: world.key,
				body: { since, include_missed: true, ...body },
			});
		expect((await recover({ dry_run: true })).body.count).toBe(0);
		await patchEndpoint(hook, { exclude_own: false });
		expect((await recover({})).body.count).toBe(1);
		expect(await told(hook)).toHaveLength(2);
	});

	it.each([null, "yes", 1])("refuses %j", async (exclude_own) => {
		const world = await newWorld();
		const body = { url: "https://hooks.example/x", events: ["*"], exclude_own };
		const answer = await call(400, "/v1/webhook_endpoints", { key: world.key, body });
		expect(answer.body).toMatchObject({ code: "validation_failed", errors: [{ path: "exclude_own" }] });
	});
});
