import { describe, expect, it } from "vitest";
import { snapshot, type Trigger, triggerNames, triggers } from "../../src/domain/events/attempts/request/triggers.ts";
import { catalogue } from "../../src/domain/events/catalogue/catalogue.ts";
import { newId } from "../../src/platform/lib/ids.ts";
import { dayMs } from "../../src/platform/lib/time.ts";
import { call, send } from "../support/api.ts";
import { database } from "../support/database.ts";
import { consumeDeliveries } from "../support/deliveries.ts";
import { expectProblem } from "../support/expect.ts";
import { Receiver, until } from "../support/receiver.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { at, newStudio } from "../support/studio.ts";
import { letPass, newKey, newWorld, operate } from "../support/world.ts";
import { createClient, deliveriesOf, happens, hooksPath, type Json, listed, rowOf, subscribe } from "./automation.ts";

const receiver = new Receiver();

const acts: Record<Trigger, (studio: Json) => Promise<unknown>> = {
	new_appointment: ({ key, artistId, clientId, typeId }) =>
		call(201, "/v1/appointments", {
			key,
			body: { artist_id: artistId, client_id: clientId, event_type_id: typeId, start_at: at("10:00") },
		}),
	appointment_cancelled: async (studio) => {
		const { id } = ((await acts.new_appointment(studio)) as Json).body;
		const body = { status: "CANCELLED", cancellation_reason: "ill" };
		await call(200, `/v1/appointments/${id}`, { method: "PATCH", key: studio.key, body });
	},
	new_client: ({ key }) => createClient(key),
	new_lead: ({ key }) =>
		call(201, "/v1/automation/actions/create_lead", { key, body: { first_name: "Ana", message: "A fern." } }),
	new_form_submission: async ({ key }) => {
		const fields = [{ key: "placement", label: "Where?", type: "text" }];
		const { id } = (await call(201, "/v1/forms", { key, body: { name: "Request", kind: "INTAKE", fields } })).body;
		const body = { submission_data: { placement: "Forearm" } };
		await call(201, `/v1/forms/${id}/submissions`, { key, body });
	},
};

const shapeOf = (value: Json): Json =>
	Object.fromEntries(
		Object.keys(value)
			.sort()
			.map((name) => [name, Array.isArray(value[name]) ? "array" : "value"]),
	);

const sampleOf = (trigger: Trigger) =>
	snapshot({ id: "x", type: triggers[trigger], createdAt: 0, data: catalogue[triggers[trigger]].example } as never);

it("keeps of a receiver's answer the status, and not the body", async () => {
	const { key } = await newWorld();
	const hook = await subscribe(key);
	receiver.answers(hook.target_url, () => new Response("x".repeat(8192), { status: 404 }));
	await createClient(key);
	await until(async () => (await deliveriesOf(hook.id))[0]?.status === "DEAD");
	const [delivery] = await deliveriesOf(hook.id);
	expect(JSON.parse(delivery.attempts)).toMatchObject([{ response_status: 404, response_body: null }]);
});

describe.each(triggerNames)("%s", (trigger) => {
	it("sends its hook what it lists, in the shape of its sample, signed, with the headers of a webhook", async () => {
		const studio = await newStudio();
		const hook = await subscribe(studio.key, trigger);
		const others = await Promise.all(
			triggerNames.filter((name) => name !== trigger).map((name) => subscribe(studio.key, name)),
		);
		await acts[trigger](studio);
		const [received] = await receiver.until(hook.target_url, 1);
		const [entry] = await listed(studio.key, trigger);
		expect(received?.event).toEqual(entry);
		expect(received?.body).toBe(JSON.stringify(entry));
		expect(shapeOf(entry)).toEqual(shapeOf(sampleOf(trigger)));
		expect(entry).toMatchObject({ id: expect.stringMatching(/^evt_[0-9a-f]{32}$/), event_type: triggers[trigger] });
		const { object: _, ...event } = (await call(200, `/v1/events/${entry.id}`, { key: studio.key })).body;
		expect(entry).toEqual({ id: event.id, event_type: event.type, created_at: event.created_at, ...event.data });
		expect(Object.fromEntries(received?.headers ?? [])).toEqual({
			"content-type": "application/json",
			"user-agent": "Service-Webhook/1.0",
			"service-signature": expect.stringMatching(/^t=\d{10},v1=[0-9a-f]{64}$/),
			"service-event-type": triggers[trigger],
			"service-event-id": entry.id,
			"service-delivery-id": expect.stringMatching(/^wbd_/),
			"service-attempt": "1",
			"webhook-id": entry.id,
			"webhook-timestamp": expect.stringMatching(/^\d{10}$/),
			"webhook-signature": expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
		});
		const own = others.filter(({ trigger: name }) => triggers[name as Trigger] !== triggers[trigger]);
		for (const { id, trigger: name } of own) {
			const came = (await deliveriesOf(id)).map((delivery) => delivery.event_type);
			expect(came.every((type) => type === triggers[name as Trigger])).toBe(true);
		}
	});

	it("lists nothing where nothing happened", async () => {
		const { key } = await newWorld();
		expect(await listed(key, trigger)).toEqual([]);
	});
});

describe("a trigger's list", () => {
	it("is newest first, of the tenant alone, at most as long as `limit` says", async () => {
		const [world, other] = [await newWorld(), await newWorld()];
		await createClient(other.key);
		const ids: string[] = [];
		for (let n = 0; n < 4; n++) ids.unshift((await createClient(world.key)).id);
		expect((await listed(world.key, "new_client")).map(({ clientId }) => clientId)).toEqual(ids);
		expect((await listed(world.key, "new_client", "?limit=2")).map(({ clientId }) => clientId)).toEqual(
			ids.slice(0, 2),
		);
		expect(await listed(world.key, "new_lead")).toEqual([]);
	});

	it("has 50 entries where no limit is sent, and 100 at most", async () => {
		const { id, key } = await newWorld();
		await Promise.all(Array.from({ length: 103 }, () => happens(id, "new_lead")));
		expect(await listed(key, "new_lead")).toHaveLength(50);
		expect(await listed(key, "new_lead", "?limit=100")).toHaveLength(100);
		for (const limit of ["0", "101", "x", ""]) {
			const path = `/v1/automation/triggers/new_lead?limit=${limit}`;
			expectProblem(await send(path, { key }), path, "validation_failed");
		}
	}, 20_000);

	it("of an unknown name does not exist", async () => {
		const { key } = await newWorld();
		const path = "/v1/automation/triggers/new_thing";
		expectProblem(await send(path, { key }), path, "resource_not_found");
	});

	it("lets nothing of an event's data take the place of its id", async () => {
		const { id, key } = await newWorld();
		const hook = await subscribe(key, "new_lead");
		const data = { ...catalogue["lead.created"].example, id: "led_1", event_type: "x", created_at: "y" };
		const event = (await operate(201, `/admin/tenants/${id}/events`, { body: { type: "lead.created", data } })).body;
		const [received] = await receiver.until(hook.target_url, 1);
		expect(received?.event).toMatchObject({ id: event.id, event_type: "lead.created", created_at: event.created_at });
	});

	it("forgets what is older than 30 days", async () => {
		const { id, key } = await newWorld();
		await happens(id, "new_lead");
		await letPass((30 * dayMs) / 1000 - 5);
		expect(await listed(key, "new_lead")).toHaveLength(1);
		await letPass(10);
		expect(await listed(key, "new_lead")).toEqual([]);
	});
});

describe("a hook", () => {
	it("is not told any more once it is unsubscribed, of what was pending neither", async () => {
		const { key } = await newWorld();
		const hook = await subscribe(key);
		receiver.answersStatus(hook.target_url, 500);
		await createClient(key);
		await until(async () => (await deliveriesOf(hook.id))[0]?.attempt_count === 1);
		const [{ id }] = (await deliveriesOf(hook.id)) as [Json];
		await call(200, `${hooksPath}/${hook.id}`, { method: "DELETE", key });
		await createClient(key);
		await letPass(60);
		await consumeDeliveries([id]);
		await scheduledWork();
		expect(receiver.at(hook.target_url)).toHaveLength(1);
		expect(await deliveriesOf(hook.id)).toEqual([]);
	});

	it("is removed by a 410, with all its deliveries, and that is audited", async () => {
		const { key } = await newWorld();
		const [hook, other] = [await subscribe(key), await subscribe(key)];
		receiver.answersStatus(hook.target_url, 500);
		await createClient(key);
		await until(async () => (await deliveriesOf(hook.id))[0]?.attempt_count === 1);
		receiver.answersStatus(hook.target_url, 410);
		await createClient(key);
		await until(async () => (await rowOf(hook.id))?.deleted_at !== null);
		expect((await send(`${hooksPath}/${hook.id}`, { key })).status).toBe(404);
		await scheduledWork();
		expect([await rowOf(hook.id), await deliveriesOf(hook.id)]).toEqual([null, []]);
		await createClient(key);
		await receiver.until(other.target_url, 3);
		await letPass(60);
		await scheduledWork();
		expect(receiver.at(hook.target_url)).toHaveLength(2);
		expect((await call(200, hooksPath, { key })).body.data.map(({ id }: Json) => id)).toEqual([other.id]);
		const { data } = (await call(200, "/v1/audit_log", { key })).body;
		expect(
			data.find(({ resource_id, action }: Json) => resource_id === hook.id && /deleted/.test(action)),
		).toMatchObject({
			action: "automation_hook.deleted",
			actor: { type: "system", id: null },
		});
	});

	it("stays where it was subscribed again while the 410 was under way, and shows the failure", async () => {
		const { key } = await newWorld();
		const hook = await subscribe(key);
		receiver.answers(hook.target_url, async () => {
			const again = await send(hooksPath, { key, body: { target_url: hook.target_url, trigger: hook.trigger } });
			expect(again.body).toEqual(hook);
			return new Response(null, { status: 410 });
		});
		await createClient(key);
		await until(async () => (await deliveriesOf(hook.id))[0]?.attempt_count === 1);
		expect(await deliveriesOf(hook.id)).toMatchObject([{ status: "DEAD", leased_until: 0 }]);
		const { body } = await call(200, `${hooksPath}/${hook.id}`, { key });
		expect(body).toEqual({ ...hook, consecutive_failures: 1 });
	});

	it("is tried again after a failure, with the same body", async () => {
		const { key } = await newWorld();
		const hook = await subscribe(key);
		receiver.answersStatus(hook.target_url, 503);
		await createClient(key);
		await until(async () => (await deliveriesOf(hook.id))[0]?.attempt_count === 1);
		receiver.answersStatus(hook.target_url, 200);
		await letPass(30);
		const [first, second] = await receiver.until(hook.target_url, 2);
		expect(second?.body).toBe(first?.body);
		await until(async () => (await deliveriesOf(hook.id))[0]?.status === "SUCCEEDED");
	});

	it("is disabled after 50 failures without a mail, and sent what is pending when it is subscribed again", async () => {
		const { id, key } = await newWorld();
		const hook = await subscribe(key, "new_lead");
		receiver.answersStatus(hook.target_url, 500);
		await Promise.all(Array.from({ length: 50 }, () => happens(id, "new_lead")));
		const health = async () => (await call(200, `${hooksPath}/${hook.id}`, { key })).body.status;
		await until(async () => (await health()) === "DISABLED", 15_000);
		const mails = await database.prepare("SELECT count(*) AS n FROM mails WHERE tenant_id = ?").bind(id).first("n");
		expect(mails).toBe(0);
		expect((await rowOf(hook.id)).consecutive_failures).toBe(50);
		receiver.answersStatus(hook.target_url, 200);
		const body = { target_url: hook.target_url, trigger: "new_lead" };
		const again = await Promise.all(Array.from({ length: 10 }, () => call(200, hooksPath, { key, body })));
		for (const answer of again) expect(answer.body).toMatchObject({ id: hook.id, status: "ACTIVE" });
		await until(async () => (await deliveriesOf(hook.id)).every(({ status }) => status === "SUCCEEDED"), 15_000);
		expect(receiver.at(hook.target_url)).toHaveLength(100);
		expect((await rowOf(hook.id)).consecutive_failures).toBe(0);
	}, 40_000);

	it("of another tenant hears nothing", async () => {
		const [world, other] = [await newWorld(), await newWorld()];
		const [mine, theirs] = [await subscribe(world.key), await subscribe(other.key)];
		await createClient(world.key);
		await receiver.until(mine.target_url, 1);
		expect(await deliveriesOf(theirs.id)).toEqual([]);
		expect(receiver.at(theirs.target_url)).toEqual([]);
	});

	it("rests while the tenant is on Light", async () => {
		const { id, key } = await newWorld();
		const hook = await subscribe(key, "new_lead");
		await operate(200, `/admin/tenants/${id}`, { method: "PATCH", body: { plan: "light" } });
		await happens(id, "new_lead");
		// An event in the millisecond of the change would get its delivery.
		await letPass(1);
		await operate(200, `/admin/tenants/${id}`, { method: "PATCH", body: { plan: "solo" } });
		await happens(id, "new_lead");
		await receiver.until(hook.target_url, 1);
		expect(await deliveriesOf(hook.id)).toHaveLength(1);
	});

	it("has deliveries that its own list alone shows, each with what was sent", async () => {
		const { id, key } = await newWorld();
		const [hook, other] = [await subscribe(key), await subscribe(key, "new_lead")];
		const { key: platform } = await newKey(id, { name: "Zapier", scopes: ["read:automation"] });
		const deliveries = async (query = "", of = hook.id): Promise<Json[]> =>
			(await call(200, `${hooksPath}/${of}/deliveries${query}`, { key: platform })).body.data;
		expect(await deliveries()).toEqual([]);
		await createClient(key);
		const [received] = await receiver.until(hook.target_url, 1);
		await until(async () => (await deliveries())[0]?.status === "SUCCEEDED");
		receiver.answers(hook.target_url, () => new Response("no", { status: 404 }));
		await createClient(key);
		await until(async () => (await deliveries())[0]?.status === "DEAD");
		const [dead, succeeded] = await deliveries();
		expect(succeeded).toMatchObject({
			object: "delivery",
			id: received?.headers.get("Service-Delivery-Id"),
			endpoint_id: hook.id,
			event_type: "client.created",
			attempt_count: 1,
			attempts: [{ attempt: 1, response_status: 200, request_body: received?.body }],
		});
		expect(JSON.parse(dead.attempts[0].request_body)).toEqual((await listed(key, "new_client"))[0]);
		expect(dead.attempts).toMatchObject([{ response_status: 404, response_body: null }]);
		expect(await deliveries("?status=SUCCEEDED")).toEqual([succeeded]);
		expect(await deliveries("?sort=updated_at")).toEqual([succeeded, dead]);
		expect(await deliveries("", other.id)).toEqual([]);
		expect((await call(200, "/v1/deliveries", { key })).body.data).toEqual([]);
		for (const { id: deliveryId } of [dead, succeeded]) {
			const path = `/v1/deliveries/${deliveryId}`;
			expectProblem(await send(path, { key }), path, "resource_not_found");
			const replay = `${path}/replay`;
			expectProblem(await send(replay, { method: "POST", key }), replay, "resource_not_found");
		}
	});

	it("shows its deliveries to nobody else, and an endpoint's are not asked for as a hook's", async () => {
		const { key } = await newWorld();
		const path = `${hooksPath}/${(await subscribe(key)).id}/deliveries`;
		const { key: theirs } = await newWorld();
		expectProblem(await send(path, { key: theirs }), path, "resource_not_found");
		const wrong = `${hooksPath}/${newId("webhook_endpoint", Date.now())}/deliveries`;
		expectProblem(await send(wrong, { key }), wrong, "invalid_id");
		const asEndpoint = `/v1/webhook_endpoints/${path.split("/")[4]}/deliveries`;
		expectProblem(await send(asEndpoint, { key }), asEndpoint, "invalid_id");
		await call(200, path.replace("/deliveries", ""), { method: "DELETE", key });
		expectProblem(await send(path, { key }), path, "resource_not_found");
	});
});

describe("a connection", () => {
	it("is named by the tenant and the credential", async () => {
		const { id, key } = await newWorld();
		const { key: named } = await newKey(id, { name: "Zapier", scopes: ["read:automation"] });
		expect((await call(200, "/v1/automation/me", { key: named })).body).toEqual({
			object: "me",
			tenant_id: id,
			tenant_name: "Black Lotus",
			plan_slug: "solo",
			label: "Black Lotus (Zapier)",
		});
		expect(key).not.toBe(named);
	});
});
