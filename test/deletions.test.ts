import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { endpoints } from "../src/api/v1.ts";
import { scopeOfType } from "../src/domain/access/audit-log/record-scopes.ts";
import { scopes } from "../src/platform/gate/scopes.ts";
import type { ChangeEndpoint } from "../src/platform/http/endpoint/endpoint.ts";
import { newId } from "../src/platform/lib/ids.ts";
import { acceptableRequest } from "./contract/changes.ts";
import { makers } from "./contract/requests.ts";
import { call } from "./support/api.ts";
import { advance } from "./support/clock.ts";
import { database } from "./support/database.ts";
import { entriesOn } from "./support/history.ts";
import { addPicture } from "./support/pictures.ts";
import { readAllPages } from "./support/read-all-pages.ts";
import { Receiver } from "./support/receiver.ts";
import { scheduledWork } from "./support/scheduled.ts";
import { at, newArtist, newClient } from "./support/studio.ts";
import { newKey, newWorld, operate } from "./support/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: records as JSON
type Json = any;

let receiver: Receiver;
beforeAll(() => {
	receiver = new Receiver();
});
beforeEach(() => advance(60));

const list = async (key: string, query = ""): Promise<Json[]> =>
	(await readAllPages(`/v1/deletions?limit=100&${query}`, key)).flat();
const told = async (key: string, query = "") =>
	(await list(key, query)).map(({ type, resource_id }) => `${type} ${resource_id}`);
const remove = (key: string, path: string) => call(200, path, { key, method: "DELETE" });

describe("what can be deleted under /v1 is a type of deletions", () => {
	// An external calendar has no id of its own: it is a part of its artist.
	const deletes = endpoints.filter(({ method, path }) => method === "DELETE" && /:\w+$/.test(path));

	it.each(deletes.map((endpoint) => [endpoint.path, endpoint] as const))("%s", async (_, endpoint) => {
		const { key } = await newWorld({ plan: "empire" });
		const { path } = await acceptableRequest(endpoint as ChangeEndpoint, key);
		const gone = (await remove(key, path)).body;
		const [deletion] = await list(key);
		const [entry] = (await entriesOn(key, gone.id)).slice(-1);
		expect(deletion).toEqual({
			object: "deletion",
			id: entry.id,
			type: gone.object,
			resource_id: gone.id,
			deleted_at: entry.created_at,
		});
		const { scope } = endpoints.find(({ method, path }) => method === "GET" && path === endpoint.path) ?? {};
		const owner = endpoint.path.split("/")[2]?.replace(/s$/, "");
		const type = gone.object === "picture" ? owner : gone.object;
		expect(scopeOfType[type as keyof typeof scopeOfType]).toBe(scope);
	});
});

describe("the list of deletions", () => {
	it("has what went with its owner: the ideas of a client", async () => {
		const { key } = await newWorld();
		const clientId = await newClient(key);
		const idea = async () =>
			(await call(201, "/v1/ideas", { key, body: { client_id: clientId, subject: "Fern" } })).body.id;
		const ideas = [await idea(), await idea()];
		await remove(key, `/v1/clients/${clientId}`);
		expect((await told(key)).sort()).toEqual([`client ${clientId}`, ...ideas.map((id) => `idea ${id}`)].sort());
	});

	it("has the pictures of what was deleted, each for those who may read its record (contract: Deletions 1)", async () => {
		const { id: tenantId, key } = await newWorld({ plan: "empire" });
		const clientId = await newClient(key);
		const make = async (path: string, body: object) => `${path}/${(await call(201, path, { key, body })).body.id}`;
		const records = {
			lead: await make("/v1/leads", { first_name: "Ana" }),
			artist: await make("/v1/artists", { name: "Mika" }),
			idea: await make("/v1/ideas", { client_id: clientId, subject: "Fern" }),
			form_submission: `/v1/form_submissions/${await makers.form_submission?.(key)}`,
		};
		const pictures: Record<string, string[]> = {};
		for (const [type, path] of Object.entries(records))
			pictures[type] = [(await addPicture(key, path)).body.id, (await addPicture(key, path)).body.id];
		for (const path of [records.lead, records.artist, records.form_submission, `/v1/clients/${clientId}`])
			await remove(key, path);
		const told = (as: string) =>
			list(as, "type=picture").then((all) => all.map(({ resource_id }) => resource_id).sort());
		expect(await told(key)).toEqual(Object.values(pictures).flat().sort());
		expect((await list(key)).filter(({ type }) => type === "picture")).toHaveLength(8);
		const as = async (...given: string[]) => (await newKey(tenantId, { scopes: ["read:events", ...given] })).key;
		expect(await told(await as("read:leads"))).toEqual(pictures.lead);
		expect(await told(await as("read:ideas", "read:artists"))).toEqual(
			[...(pictures.idea ?? []), ...(pictures.artist ?? [])].sort(),
		);
		expect(await told(await as("read:clients"))).toEqual([]);
	});

	it("has the source of a merge, and not its target", async () => {
		const { key } = await newWorld();
		const [target, source] = [await newClient(key), await newClient(key)];
		const merged = await call(200, `/v1/clients/${target}/merge`, { key, method: "POST", body: { source_id: source } });
		expect(await list(key)).toEqual([
			{
				object: "deletion",
				id: (await entriesOn(key, target)).at(-1).id,
				type: "client",
				resource_id: source,
				deleted_at: merged.body.updated_at,
			},
		]);
	});

	it("has the deliveries of an endpoint, also those that a later step deletes, and none of a hook", async () => {
		const { id: tenantId, key } = await newWorld({ plan: "empire" });
		const body = { url: "https://hooks.test/gone", events: ["payout.paid"] };
		const { endpoint } = (await call(201, "/v1/webhook_endpoints", { key, body })).body;
		const hook = await makers.automation_hook?.(key);
		const fill = async (owner: string | undefined, count: number): Promise<string[]> => {
			const ids = Array.from({ length: count }, (_, n) => newId("delivery", 1000 + n));
			await database
				.prepare(
					`INSERT INTO deliveries (id, tenant_id, endpoint_id, event_id, event_type, status, test_body, created_at, updated_at)
					SELECT value, ?1, ?2, 'evt_' || value, 'payout.paid', 'SUCCEEDED', '{}', 1, 1 FROM json_each(?3)`,
				)
				.bind(tenantId, owner, JSON.stringify(ids))
				.run();
			return ids;
		};
		const deliveries = await fill(endpoint.id, 1100);
		await fill(hook, 3);
		await remove(key, `/v1/webhook_endpoints/${endpoint.id}`);
		await remove(key, `/v1/automation/hooks/${hook}`);
		expect(await list(key, "type=delivery")).toHaveLength(500);
		await scheduledWork();
		expect((await told(key, "type=delivery")).sort()).toEqual(deliveries.map((id) => `delivery ${id}`).sort());
		expect(await told(key, "type=webhook_endpoint")).toEqual([`webhook_endpoint ${endpoint.id}`]);
		expect(await told(key, "type=automation_hook")).toEqual([`automation_hook ${hook}`]);
	});

	it("has a hook that its receiver gave up with a 410, which the service removed", async () => {
		const { key } = await newWorld();
		const target_url = "https://hooks.test/no-more";
		const body = { target_url, trigger: "new_client" };
		const { id } = (await call(201, "/v1/automation/hooks", { key, body })).body;
		receiver.answersStatus(target_url, 410);
		await newClient(key);
		await scheduledWork();
		await expect.poll(() => told(key)).toEqual([`automation_hook ${id}`]);
	});

	it("has what the operator deletes", async () => {
		const { key } = await newWorld();
		const body = { start_at: at("10:00"), end_at: at("11:00") };
		const path = `/admin/artists/${await newArtist(key)}/time_blocks`;
		const { id } = (await operate(201, path, { body })).body;
		await operate(200, `/admin/time_blocks/${id}`, { method: "DELETE" });
		expect(await told(key)).toEqual([`time_block ${id}`]);
	});

	it("does not have what was created, changed or archived, and nothing of another studio", async () => {
		const [world, other] = [await newWorld(), await newWorld()];
		const lead = await makers.lead?.(world.key);
		await call(200, `/v1/leads/${lead}/archive`, { key: world.key, method: "POST" });
		await remove(other.key, `/v1/clients/${await newClient(other.key)}`);
		expect(await list(world.key)).toEqual([]);
	});

	it("leaves out the types that the credential may not read", async () => {
		const world = await newWorld();
		const [client, lead] = [await newClient(world.key), await makers.lead?.(world.key)];
		await remove(world.key, `/v1/clients/${client}`);
		await remove(world.key, `/v1/leads/${lead}`);
		const as = async (...given: string[]) => (await newKey(world.id, { scopes: given })).key;
		expect(await told(await as("read:events", "read:clients"))).toEqual([`client ${client}`]);
		expect(await told(await as("read:events", "read:leads"), "type=client")).toEqual([]);
		expect(await told(await as("read:events"))).toEqual([]);
		expect(await told(await as(...scopes))).toEqual([`lead ${lead}`, `client ${client}`]);
		const { body } = await call(403, "/v1/deletions", { key: await as("read:clients") });
		expect(body.code).toBe("insufficient_scope");
	});

	it("comes in pages, the latest deletion first or rising, from a time on, and of one type", async () => {
		const { key } = await newWorld();
		const gone: string[] = [];
		const times: string[] = [];
		for (const kind of ["lead", "client", "lead", "shop", "client"] as const) {
			const id = (await makers[kind]?.(key)) ?? "";
			times.push(advance(60));
			await remove(key, `/v1/${kind}s/${id}`);
			gone.push(`${kind} ${id}`);
		}
		const newest = [...gone].reverse();
		const pages = async (query: string) =>
			(await readAllPages(`/v1/deletions?limit=2&${query}`, key)).map((page) =>
				page.map(({ type, resource_id }) => `${type} ${resource_id}`),
			);
		expect(await pages("")).toEqual([newest.slice(0, 2), newest.slice(2, 4), newest.slice(4)]);
		expect(await pages("sort=updated_at")).toEqual([gone.slice(0, 2), gone.slice(2, 4), gone.slice(4)]);
		expect(await pages(`updated_since=${times[2]}`)).toEqual([newest.slice(0, 2), newest.slice(2, 3)]);
		expect(await pages(`sort=updated_at&updated_since=${times[2]}`)).toEqual([gone.slice(2, 4), gone.slice(4)]);
		expect(await pages("type=lead")).toEqual([[gone[2], gone[0]]]);
		expect(await pages("type=form")).toEqual([[]]);
		expect(await pages(`updated_since=${advance(1)}`)).toEqual([[]]);
	});

	it.each(["type=event", "type=", "updated_since=yesterday"])("refuses %s", async (query) => {
		const { key } = await newWorld();
		expect((await call(400, `/v1/deletions?${query}`, { key })).body.code).toBe("validation_failed");
	});
});
