import { beforeAll, describe, expect, it } from "vitest";
import { hourOf, keptHours } from "../../src/domain/events/attempts/hourly-counts.ts";
import { clock } from "../../src/platform/lib/clock.ts";
import { newId } from "../../src/platform/lib/ids.ts";
import { call, send } from "../support/api.ts";
import { addRows, rows, wholeDatabase } from "../support/database.ts";
import {
	type CreatedEndpoint,
	createClient,
	createEndpoint,
	deliveriesOf,
	waitForAttempts,
} from "../support/deliveries.ts";
import { hiddenFields } from "../support/oauth.ts";
import { Receiver } from "../support/receiver.ts";
import { inStudio, newWorkbenchMember, pageTextOf, pathsIn, type WorkbenchMember } from "../support/workbench.ts";
import { letPass, newTenant, newWorld, type Tenant } from "../support/world.ts";

const path = "/dashboard/webhooks";
const hostile = `<img src=x onerror="alert(1)">`;

let receiver: Receiver;
let world: Tenant;
let owner: WorkbenchMember;

beforeAll(async () => {
	receiver = new Receiver();
	world = await newWorld({ plan: "studio" });
	owner = await newWorkbenchMember(world.id);
});

const endpointsOf = (id = world.id) =>
	rows("SELECT * FROM webhook_endpoints WHERE tenant_id = ? AND deleted_at IS NULL ORDER BY id", id);
const entriesOf = (resourceId: string, tenantId = world.id) =>
	rows(
		"SELECT action, actor_type, actor_id FROM audit_entries WHERE tenant_id = ? AND resource_id = ? ORDER BY id",
		tenantId,
		resourceId,
	);
const stepOf = (path: string, location: string | null) =>
	expect(new URL(location ?? "", "https://api.test").pathname).toBe(path);

async function create(fields: Record<string, string | string[]> = {}) {
	const { text } = await owner.open(`${path}/new`);
	const answer = await owner.submit(`${path}/new`, {
		...hiddenFields(text),
		url: "https://new.example/hook",
		which: "all",
		...fields,
	});
	const id = /whe_[0-9a-f-]{36}/.exec(answer.text)?.[0] ?? "";
	return { answer, id, secret: /whsec_[A-Za-z0-9+/=]+/.exec(answer.text)?.[0] };
}

describe("a new endpoint", () => {
	it("gets every setting that the API has, and its secret is shown once", async () => {
		const { body: artist } = await call(201, "/v1/artists", {
			key: world.key,
			body: { name: "Mo" },
		});
		const { answer, id, secret } = await create({
			description: hostile,
			which: "chosen",
			events: ["client.created", "client.updated"],
			artist_id: artist.id,
			ordered: "true",
			asymmetric: "true",
			exclude_own: "true",
			metadata_name_0: "crm",
			metadata_value_0: "a=b",
			metadata_name_1: "team",
			metadata_value_1: "",
		});
		expect(answer.status).toBe(200);
		const { body } = await call(200, `/v1/webhook_endpoints/${id}`, { key: world.key });
		expect(body).toMatchObject({
			url: "https://new.example/hook",
			description: hostile,
			events: ["client.created", "client.updated"],
			filter: { artist_id: [artist.id] },
			ordered: true,
			asymmetric: true,
			exclude_own: true,
			metadata: { crm: "a=b", team: "" },
		});
		expect(secret).toMatch(/^whsec_/);
		const { text } = await owner.open(`${path}/${id}`);
		expect(text).not.toContain("whsec_");
		expect(text).not.toContain("<img");
		expect(pageTextOf(text)).toContain(hostile);
		expect(await entriesOf(id)).toEqual([
			{ action: "webhook_endpoint.created", actor_type: "user", actor_id: owner.person.id },
		]);
	});

	it("is created once however often the form is sent, and the same secret is shown", async () => {
		const fields = {
			...hiddenFields((await owner.open(`${path}/new`)).text),
			url: "https://once.example",
			which: "all",
		};
		const [first, second] = [await owner.submit(`${path}/new`, fields), await owner.submit(`${path}/new`, fields)];
		const secretIn = (text: string) => /whsec_[A-Za-z0-9+/=]+/.exec(text)?.[0];
		expect(secretIn(first.text)).toBe(secretIn(second.text));
		for (const stored of Object.values(await wholeDatabase())) expect(stored).not.toContain(secretIn(first.text));
		expect((await endpointsOf()).filter(({ url }) => url === "https://once.example")).toHaveLength(1);
	});

	it.each([
		["an address that is none", { url: "ftp://example.com" }, "url"],
		["no type", { which: "chosen" }, "events"],
		["an unknown artist", { artist_id: `art_${"0".repeat(32)}` }, "filter"],
		["an artist that is no id", { artist_id: "Mo" }, "filter"],
	])("with %s is refused, and what was typed stays", async (_, wrong, field) => {
		const before = (await endpointsOf()).length;
		const { answer } = await create({ description: "kept words", ...wrong });
		expect(answer.status).toBe(422);
		expect(answer.text).toContain('value="kept words"');
		expect(answer.text).toContain(`href="#${field}"`);
		expect(answer.text).toContain(`id="${field}-fault"`);
		expect(answer.text).toContain(`id="${field}"`);
		expect(await endpointsOf()).toHaveLength(before);
	});

	it("beyond the plan's number is refused with the number", async () => {
		const solo = await newWorkbenchMember(await newTenant());
		for (let n = 0; n < 4; n++) {
			const answer = await solo.submit(`${path}/new`, { url: `https://e${n}.example`, which: "all" });
			expect(answer.status).toBe(n < 3 ? 200 : 403);
			if (n === 3) expect(pageTextOf(answer.text)).toContain("The solo plan allows 3 active webhook endpoints.");
		}
	});
});

describe("an endpoint", () => {
	it("is changed by its form: what the form has no more is gone", async () => {
		const { id } = await create({
			metadata_name_0: "old",
			metadata_value_0: "1",
			metadata_name_1: "kept",
			metadata_value_1: "2",
			description: "before",
		});
		const { text } = await owner.open(`${path}/${id}/edit`);
		expect(text).toContain('value="before"');
		const answer = await owner.submit(`${path}/${id}/edit`, {
			url: "https://new.example/other",
			which: "chosen",
			events: "lead.created",
			description: "",
			metadata_name_0: "",
			metadata_value_0: "1",
			metadata_shown_0: '["old","1"]',
			metadata_name_1: "kept",
			metadata_value_1: "3",
			metadata_shown_1: '["kept","2"]',
		});
		stepOf(`${path}/${id}`, answer.headers.get("Location"));
		const { body } = await call(200, `/v1/webhook_endpoints/${id}`, { key: world.key });
		expect(body).toMatchObject({
			url: "https://new.example/other",
			events: ["lead.created"],
			description: null,
		});
		expect(body.metadata).toEqual({ kept: "3" });
		expect((await entriesOf(id)).map(({ action }) => action)).toEqual([
			"webhook_endpoint.created",
			"webhook_endpoint.updated",
		]);
	});

	it("gets a new secret, and its page says until when the one before signs", async () => {
		const { id, secret } = await create();
		const { text } = await owner.submit(
			`${path}/${id}/rotate`,
			hiddenFields((await owner.open(`${path}/${id}/rotate`)).text),
		);
		const next = /whsec_[A-Za-z0-9+/=]+/.exec(text)?.[0];
		expect(next).toBeDefined();
		expect(next).not.toBe(secret);
		expect(pageTextOf((await owner.open(`${path}/${id}`)).text)).toContain("The old secret signs, too, until");
		expect((await entriesOf(id)).at(-1)).toMatchObject({
			action: "webhook_endpoint.secret_rotated",
			actor_type: "user",
		});
	});

	it("is disabled after a page that asks, and activated with what it missed, or without", async () => {
		for (const [replay_missed, count] of [
			["true", 1],
			["false", 0],
		] as const) {
			const tenant = await newWorld();
			const visitor = await newWorkbenchMember(tenant.id);
			const { id, url } = await createEndpoint(tenant.key);
			expect((await visitor.open(`${path}/${id}/disable`)).text).toContain("Disable");
			await visitor.submit(`${path}/${id}/disable`);
			expect(pageTextOf((await visitor.open(`${path}/${id}`)).text)).toContain("because somebody disabled it");
			await createClient(tenant.key);
			await visitor.submit(`${path}/${id}/activate`, { replay_missed });
			expect(await deliveriesOf(tenant.key, id)).toHaveLength(count);
			await receiver.until(url, count);
			expect((await entriesOf(id, tenant.id)).filter(({ actor_type }) => actor_type === "user")).toHaveLength(2);
		}
	});

	it("gets a test of the chosen type, and the page of its delivery follows", async () => {
		const { id, url } = await createEndpoint(world.key);
		const answer = await owner.submit(`${path}/${id}/test`, { type: "lead.created" });
		const { pathname } = new URL(answer.headers.get("Location") ?? "", "https://api.test");
		const deliveryId = pathname.split("/").at(-1) ?? "";
		stepOf(`/dashboard/deliveries/${deliveryId}`, answer.headers.get("Location"));
		const [sent] = await receiver.until(url, 1);
		expect(sent?.event).toMatchObject({ type: "lead.created", test: true });
		await waitForAttempts(world.key, deliveryId, 1);
		expect(pageTextOf((await owner.open(pathname)).text)).toContain("a sample that is not in the event log");
	});

	it("is deleted after a page that asks, and its page is gone", async () => {
		const { id } = await create();
		expect((await owner.open(`${path}/${id}/delete`)).text).toContain("It cannot be restored");
		expect((await endpointsOf()).some((row) => row.id === id)).toBe(true);
		await owner.submit(`${path}/${id}/delete`);
		expect((await owner.open(`${path}/${id}`)).status).toBe(404);
	});
});

describe("recovery", () => {
	it("counts before it sends, sends what it counted, and refuses a time that is none", async () => {
		const tenant = await newWorld();
		const visitor = await newWorkbenchMember(tenant.id);
		const { id, url } = await createEndpoint(tenant.key);
		receiver.answersStatus(url, 400);
		await createClient(tenant.key);
		await receiver.until(url, 1);
		const [delivery] = await deliveriesOf(tenant.key, id);
		await waitForAttempts(tenant.key, delivery.id, 1);
		const since = "2020-01-01T00:00";
		const page = await visitor.open(`${path}/${id}/recover`, { since });
		expect(pageTextOf(page.text)).toContain("1 to send");
		expect(receiver.at(url)).toHaveLength(1);
		receiver.answersStatus(url, 200);
		const { text } = await visitor.submit(`${path}/${id}/recover`, hiddenFields(page.text));
		expect(pageTextOf(text)).toContain("One delivery is being sent again");
		await receiver.until(url, 2);
		await waitForAttempts(tenant.key, delivery.id, 2);
		expect(pageTextOf((await visitor.open(`${path}/${id}/recover`, { since })).text)).toContain("Nothing to recover");
		const wrong = await visitor.open(`${path}/${id}/recover`, { since: "yesterday" });
		expect(wrong.status).toBe(422);
		expect(wrong.text).toContain('value="yesterday"');
	});

	it("that is sent twice sends each delivery once", async () => {
		const tenant = await newWorld();
		const visitor = await newWorkbenchMember(tenant.id);
		const { id, url } = await createEndpoint(tenant.key);
		receiver.answersStatus(url, 400);
		await createClient(tenant.key);
		await receiver.until(url, 1);
		const [delivery] = await deliveriesOf(tenant.key, id);
		await waitForAttempts(tenant.key, delivery.id, 1);
		receiver.answersStatus(url, 200);
		const fields = { since: "2020-01-01T00:00" };
		await Promise.all([1, 2].map(() => visitor.submit(`${path}/${id}/recover`, fields)));
		await waitForAttempts(tenant.key, delivery.id, 2);
		await visitor.submit(`${path}/${id}/recover`, fields);
		expect(receiver.at(url)).toHaveLength(2);
	});

	it("counts missed events only when it is asked to", async () => {
		const tenant = await newWorld();
		const visitor = await newWorkbenchMember(tenant.id);
		await createClient(tenant.key);
		const { id } = await createEndpoint(tenant.key);
		const since = "2020-01-01T00:00";
		expect(pageTextOf((await visitor.open(`${path}/${id}/recover`, { since })).text)).toContain("Nothing to recover");
		const asked = await visitor.open(`${path}/${id}/recover`, { since, include_missed: "true" });
		expect(pageTextOf(asked.text)).toContain("1 to send");
	});
});

describe("the health of an endpoint", () => {
	/** Adds the attempts of an hour that began so many hours ago. */
	const hoursAgo = ({ id }: CreatedEndpoint, ago: number, succeeded: number, failed: number, ms: number) => {
		const hour = hourOf(clock.now()) - ago;
		const slot = hour % keptHours;
		const duration_ms = ms * (succeeded + failed);
		const row = { tenant_id: world.id, endpoint_id: id, slot, hour, succeeded, failed, duration_ms, slowest_ms: ms };
		return addRows(["endpoint_hours", row]);
	};

	it("is drawn for seven days, with the same numbers in a table", async () => {
		const endpoint = await createEndpoint(world.key);
		await hoursAgo(endpoint, 48, 30, 10, 120);
		await hoursAgo(endpoint, 72, 60, 0, 80);
		await hoursAgo(endpoint, 24 * 8, 999, 0, 9000);
		for (const page of [path, `${path}/${endpoint.id}`]) {
			const { text } = await owner.open(page);
			expect(pageTextOf(text)).toContain("90 % of 100 succeeded");
			expect(pageTextOf(text)).not.toMatch(/\b999\b/);
		}
		const { text } = await owner.open(`${path}/${endpoint.id}`);
		expect(text.match(/<rect class="good"/g)).toHaveLength(2);
		expect(text.match(/<rect class="bad"/g)).toHaveLength(1);
		expect(text).toContain("<td>30</td><td>10</td>");
		expect(text).toContain("<td>120 ms</td>");
	});

	it("of an endpoint that was never tried says so", async () => {
		const { id } = await createEndpoint(world.key);
		expect(pageTextOf((await owner.open(`${path}/${id}`)).text)).toContain("No attempts in seven days");
	});
});

describe("the deliveries of an endpoint", () => {
	it("are filtered by state and by type, and by both", async () => {
		const tenant = await newWorld();
		const visitor = await newWorkbenchMember(tenant.id);
		const { id, url } = await createEndpoint(tenant.key);
		receiver.answers(url, ({ event }) => new Response(null, { status: event.type === "client.created" ? 400 : 200 }));
		const { id: clientId } = await createClient(tenant.key);
		await call(200, `/v1/clients/${clientId}`, { method: "PATCH", key: tenant.key, body: { notes: "x" } });
		await receiver.until(url, 2);
		for (const delivery of await deliveriesOf(tenant.key, id)) await waitForAttempts(tenant.key, delivery.id, 1);
		const typesIn = (text: string) => [...text.matchAll(/<code>(client\.\w+)<\/code>/g)].map(([, type]) => type);
		const shown = async (query: Record<string, string>) => typesIn((await visitor.open(`${path}/${id}`, query)).text);
		expect(await shown({})).toEqual(["client.updated", "client.created"]);
		expect(await shown({ status: "DEAD" })).toEqual(["client.created"]);
		expect(await shown({ type: "client.updated" })).toEqual(["client.updated"]);
		expect(await shown({ type: "client.updated", status: "DEAD" })).toEqual([]);
		expect(await shown({ type: "client.created", status: "DEAD" })).toEqual(["client.created"]);
		expect(await shown({ status: "nonsense" })).toHaveLength(2);
	});

	it("are listed page by page, each once", async () => {
		const { id } = await createEndpoint(world.key);
		const now = clock.now();
		await addRows(
			...Array.from({ length: 60 }, (_, n): [string, Record<string, unknown>] => [
				"deliveries",
				{
					id: newId("delivery", now + n),
					tenant_id: world.id,
					endpoint_id: id,
					event_id: newId("event", now + n),
					event_type: "lead.created",
					status: n % 2 ? "DEAD" : "SUCCEEDED",
					created_at: now,
					updated_at: now,
				},
			]),
		);
		for (const [query, count] of [
			["", 60],
			["&status=DEAD", 30],
			["&status=DEAD&type=lead.created", 30],
		] as const) {
			const seen: string[] = [];
			for (let next: string | undefined = `${inStudio(world.id, `${path}/${id}`)}${query}`; next; ) {
				const { text } = await send(next, { headers: { Cookie: owner.cookie } });
				seen.push(...pathsIn(text).filter((one) => /deliveries\/wbd_/.test(one)));
				next = /href="([^"]*after=[^"]*)"/.exec(text)?.[1]?.replaceAll("&amp;", "&");
			}
			expect(new Set(seen).size).toBe(count);
			expect(seen).toHaveLength(count);
		}
	});
});

describe("nobody else", () => {
	it("finds an endpoint by its id, whichever page or form it is", async () => {
		const { id } = await createEndpoint(world.key);
		const stranger = await newWorkbenchMember(await newTenant());
		for (const step of ["", "/edit", "/rotate", "/disable", "/activate", "/test", "/recover", "/verify", "/delete"])
			expect((await stranger.open(`${path}/${id}${step}`)).status, step).toBe(404);
		const before = await entriesOf(id);
		for (const step of ["/rotate", "/disable", "/activate", "/test", "/delete"])
			expect((await stranger.submit(`${path}/${id}${step}`, { type: "lead.created" })).status, step).toBe(404);
		const body = { url: "https://x.example", which: "all" };
		expect((await stranger.submit(`${path}/${id}/edit`, body)).status).toBe(404);
		expect((await stranger.submit(`${path}/${id}/recover`, { since: "2020-01-01T00:00" })).status).toBe(404);
		const pasted = { headers: "Service-Signature: t=1,v1=a", body: "{}" };
		expect((await stranger.submit(`${path}/${id}/verify`, pasted)).status).toBe(404);
		expect(await entriesOf(id)).toEqual(before);
	});

	it("of the staff opens the pages or sends the forms", async () => {
		const { id } = await createEndpoint(world.key);
		const staff = await newWorkbenchMember(world.id, "STAFF");
		for (const page of [path, `${path}/new`, `${path}/${id}`, `${path}/${id}/verify`])
			expect((await staff.open(page)).status).toBe(403);
		expect((await staff.submit(`${path}/${id}/delete`)).status).toBe(403);
		expect((await owner.open(`${path}/${id}`)).status).toBe(200);
	});
});

it("a failing endpoint is shown as such before the service disables it", async () => {
	const tenant = await newWorld();
	const visitor = await newWorkbenchMember(tenant.id);
	const { id, url } = await createEndpoint(tenant.key);
	receiver.answersStatus(url, 500);
	await createClient(tenant.key);
	await receiver.until(url, 1);
	const [delivery] = await deliveriesOf(tenant.key, id);
	await waitForAttempts(tenant.key, delivery.id, 1);
	expect(pageTextOf((await visitor.open(path)).text)).toContain("Failing");
	expect(pageTextOf((await visitor.open(`${path}/${id}`)).text)).toContain("The last attempt failed");
	await letPass(1);
});
