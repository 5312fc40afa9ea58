import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { app } from "../../src/entry/app.ts";
import { publicEventTypes } from "../../src/platform/db/tables/data/events.ts";
import { newId } from "../../src/platform/lib/ids.ts";
import { call, send } from "../support/api.ts";
import { database, overtaken, wholeDatabase } from "../support/database.ts";
import { endPendingDeliveries } from "../support/deliveries.ts";
import {
	deliveriesOf,
	type EndpointOfTenant,
	endpointOf,
	newEndpoint,
	patchEndpoint,
	publish,
	settled,
} from "../support/endpoints.ts";
import { expectProblem } from "../support/expect.ts";
import { actionsOn, entriesOn } from "../support/history.ts";
import { MailService } from "../support/mail-service.ts";
import { readAllPages } from "../support/read-all-pages.ts";
import { Receiver } from "../support/receiver.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { changePlan, letPass, newKey, newWorld, operate, type Tenant } from "../support/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: records as JSON
type Json = any;

const path = "/v1/webhook_endpoints";
const url = "https://hooks.example/in";
const given = { url, events: ["client.created"] };
const twoDays = 48 * 3600;

let world: Tenant;
const service = new MailService();
let receiver: Receiver;

afterEach(async () => void (await endPendingDeliveries()));
beforeAll(() => {
	receiver = new Receiver();
});
beforeEach(async () => {
	world = await newWorld({ plan: "empire" });
	await letPass(1);
});

const create = (body: object, key = world.key) => send(path, { key, body });
const patch = ({ id, key }: EndpointOfTenant, body: object) => send(`${path}/${id}`, { method: "PATCH", key, body });
const post = ({ id, key }: EndpointOfTenant, verb: string, status = 200) =>
	call(status, `${path}/${id}/${verb}`, { method: "POST", key });
const statuses = async (key: string): Promise<string[]> =>
	(await readAllPages(`${path}?limit=100`, key)).flat().map(({ status }) => status);
const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
/** Makes the endpoint fail, but only when the test opens the gate. */
function heldBack({ url }: EndpointOfTenant): { open: boolean } {
	const gate = { open: false };
	receiver.answers(url, async () => {
		while (!gate.open) await pause();
		return new Response("later", { status: 500 });
	});
	return gate;
}
const once = () => ({ "Idempotency-Key": crypto.randomUUID() });

describe("creating", () => {
	it("answers 201 with the endpoint, its secret and where it is", async () => {
		const body = { ...given, description: "CRM", metadata: { crm_id: "7" } };
		const answer = await call(201, path, { key: world.key, body });
		expect(answer.body).toEqual({
			endpoint: {
				object: "webhook_endpoint",
				id: expect.stringMatching(/^whe_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
				url,
				status: "ACTIVE",
				events: ["client.created"],
				description: "CRM",
				exclude_own: false,
				filter: null,
				ordered: false,
				asymmetric: false,
				created_by: { type: "api_key", id: world.keyId },
				consecutive_failures: 0,
				disabled_at: null,
				disabled_reason: null,
				previous_secret_expires_at: null,
				metadata: { crm_id: "7" },
				created_at: answer.body.endpoint.updated_at,
				updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
			},
			secret: expect.any(String),
		});
		expect(answer.headers.get("Location")).toBe(`${path}/${answer.body.endpoint.id}`);
		const { body: read } = await call(200, answer.headers.get("Location") ?? "", { key: world.key });
		expect(read).toEqual(answer.body.endpoint);
	});

	it("gives a secret of whsec_ and 32 random bytes in base64", async () => {
		const hooks = [await newEndpoint(world), await newEndpoint(world)];
		for (const { secret } of hooks) {
			expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
			expect(Buffer.from(secret.slice("whsec_".length), "base64")).toHaveLength(32);
		}
		expect(new Set(hooks.map(({ secret }) => secret)).size).toBe(2);
	});

	it("takes description null or left out, and metadata left out", async () => {
		for (const more of [{}, { description: null }])
			expect((await create({ ...given, ...more })).body.endpoint).toMatchObject({ description: null, metadata: {} });
	});

	it("starts ACTIVE whatever is sent, and names what it dropped", async () => {
		const answer = await create({ ...given, status: "DISABLED", secret: "whsec_mine", colour: "red" });
		expect(answer.body.endpoint.status).toBe("ACTIVE");
		expect(answer.body.secret).not.toBe("whsec_mine");
		expect(answer.headers.get("Service-Ignored-Fields")?.split(/, ?/).sort()).toEqual(["colour", "secret", "status"]);
	});
});

describe("the types an endpoint listens to", () => {
	const refusals: [string, unknown, RegExp][] = [
		["an unknown type", ["client.exploded"], /^events\.0$/],
		["an unknown type among known ones", ["client.created", "Client.Created"], /^events\.1$/],
		["none", [], /^events$/],
		["* with others", ["*", "client.created"], /^events$/],
		["a pattern", ["client.*"], /^events\.0$/],
		["text instead of a list", "client.created", /^events$/],
		["null", null, /^events$/],
		["nothing", undefined, /^events$/],
	];
	it.each(refusals)("refuses %s", async (_, events, at) => {
		const answer = await create({ url, events });
		expectProblem(answer, path, "validation_failed");
		expect(answer.body.errors).toEqual([
			{ location: "body", path: expect.stringMatching(at), message: expect.stringMatching(/./) },
		]);
		if (events === undefined) return;
		const hook = await newEndpoint(world);
		expectProblem(await patch(hook, { events }), `${path}/${hook.id}`, "validation_failed");
	});

	it("keeps a repeated type once", async () => {
		const events = ["lead.created", "client.created", "lead.created"];
		expect((await create({ url, events })).body.endpoint.events).toEqual(["lead.created", "client.created"]);
		expect((await create({ url, events: ["*", "*"] })).body.endpoint.events).toEqual(["*"]);
	});

	it("takes every public type by name", async () => {
		expect((await create({ url, events: publicEventTypes })).body.endpoint.events).toEqual(publicEventTypes);
	});
});

describe("reading", () => {
	it("lists the newest first, each as it is read alone and without its secret", async () => {
		const hooks = [];
		for (let n = 0; n < 3; n++) hooks.push(await newEndpoint(world));
		const pages = await readAllPages(`${path}?limit=2`, world.key);
		expect(pages.map((page) => page.map(({ id }) => id))).toEqual([[hooks[2]?.id, hooks[1]?.id], [hooks[0]?.id]]);
		for (const endpoint of pages.flat()) {
			expect((await call(200, `${path}/${endpoint.id}`, { key: world.key })).body).toEqual(endpoint);
			expect(JSON.stringify(endpoint)).not.toContain("whsec_");
		}
	});

	it("shows no other tenant's endpoints", async () => {
		const hook = await newEndpoint(await newWorld());
		expect((await readAllPages(path, world.key)).flat()).toEqual([]);
		for (const method of ["GET", "DELETE"]) await call(404, `${path}/${hook.id}`, { method, key: world.key });
		await call(404, `${path}/${hook.id}`, { method: "PATCH", key: world.key, body: { description: "mine" } });
		for (const verb of ["rotate_secret", "test"])
			await call(404, `${path}/${hook.id}/${verb}`, { method: "POST", key: world.key });
		expect((await endpointOf(hook)).description).toBe(null);
	});

	it("updated_since shows what was changed since, disabled by the plan included", async () => {
		const hooks = [];
		for (let n = 0; n < 4; n++) hooks.push(await newEndpoint(world));
		await letPass(60);
		await patchEndpoint(hooks[1] as EndpointOfTenant, { description: "changed" });
		const { updated_at: since } = await endpointOf(hooks[1] as EndpointOfTenant);
		const changed = async () =>
			(await readAllPages(`${path}?updated_since=${since}`, world.key)).flat().map(({ id }) => id);
		expect(await changed()).toEqual([hooks[1]?.id]);
		await changePlan(world.id, "solo");
		expect(await changed()).toEqual([hooks[3]?.id, hooks[1]?.id]);
	});
});

describe("changing", () => {
	it("changes what is sent and answers the bare endpoint", async () => {
		const hook = await newEndpoint(world, { description: "old", metadata: { a: "1" } });
		await letPass(1);
		const before = await endpointOf(hook);
		const body = { url: "https://hooks.example/new", events: ["*"], description: null, metadata: { a: null, b: "2" } };
		const after = await patchEndpoint(hook, body);
		expect(after).toEqual({ ...before, ...body, metadata: { b: "2" }, updated_at: after.updated_at });
		expect(after.updated_at > before.updated_at).toBe(true);
		expect(await endpointOf(hook)).toEqual(after);
	});

	it("sends to the new URL and the new types from then on", async () => {
		const hook = await newEndpoint(world, { events: ["client.created"] });
		await patchEndpoint(hook, { url: `${hook.url}/moved`, events: ["lead.created"] });
		await publish(world.id, { type: "client.created" });
		const event = await publish(world.id, { type: "lead.created" });
		const sent = await receiver.until(`${hook.url}/moved`, 1);
		expect(sent.map((one) => one.event.id)).toEqual([event.id]);
		expect(receiver.at(hook.url)).toEqual([]);
	});

	it.each([
		[{}],
		[{ status: "ACTIVE" }],
		[{ status: "ACTIVE", replay_missed: true }],
		[{ description: "as it was", events: ["*"], metadata: { a: "1" } }],
	])("%j changes nothing and leaves updated_at", async (body) => {
		const hook = await newEndpoint(world, { description: "as it was", metadata: { a: "1" } });
		const before = await endpointOf(hook);
		await letPass(1);
		expect(await patchEndpoint(hook, body)).toEqual(before);
		expect(await endpointOf(hook)).toEqual(before);
	});

	it.each([
		{ status: "PAUSED" },
		{ status: null },
		{ replay_missed: "yes" },
		{ url: null },
		{ metadata: { a: 1 } },
		{ replay_missed: true },
		{ replay_missed: true, status: "DISABLED" },
	])("refuses %j", async (body) => {
		const hook = await newEndpoint(world);
		expectProblem(await patch(hook, body), `${path}/${hook.id}`, "validation_failed");
	});

	it("DISABLED is manual and has its time; ACTIVE takes both back", async () => {
		const hook = await newEndpoint(world);
		await letPass(10);
		const disabled = await patchEndpoint(hook, { status: "DISABLED" });
		expect(disabled).toMatchObject({ status: "DISABLED", disabled_reason: "manual", disabled_at: disabled.updated_at });
		await letPass(10);
		expect(await patchEndpoint(hook, { status: "DISABLED" })).toEqual(disabled);
		const active = await patchEndpoint(hook, { status: "ACTIVE" });
		expect(active).toMatchObject({ status: "ACTIVE", disabled_reason: null, disabled_at: null });
	});

	it("of two changes at the same time one may be refused, but none is lost", async () => {
		const hook = await newEndpoint(world);
		const bodies = [{ description: "one" }, { metadata: { two: "2" } }];
		const answers = await Promise.all(bodies.map((body) => patch(hook, body)));
		const after = await endpointOf(hook);
		for (const [n, { status }] of answers.entries()) {
			expect([200, 409]).toContain(status);
			if (status === 200) expect(after).toMatchObject(bodies[n] ?? {});
		}
		expect(answers.some(({ status }) => status === 200)).toBe(true);
	});

	it("is not refused while attempts fail, and both the change and the count of failures stand", async () => {
		const hook = await newEndpoint(world);
		// The answers take a moment, so that several changes come in between.
		receiver.answers(hook.url, async () => {
			await pause();
			await pause();
			return new Response("no", { status: 400 });
		});
		const failures = 30;
		const failing = Promise.all(Array.from({ length: failures }, () => publish(world.id)));
		let done = false;
		const patching = (async () => {
			let n = 0;
			for (; !done; await pause()) await patchEndpoint(hook, { description: `change ${++n}` });
			return n;
		})();
		await failing;
		await receiver.until(hook.url, failures);
		await settled(hook);
		done = true;
		const n = await patching;
		expect(n).toBeGreaterThan(3);
		expect(await endpointOf(hook)).toMatchObject({ consecutive_failures: failures, description: `change ${n}` });
	});

	it("to be disabled does not hide that failures have disabled it at the same moment", async () => {
		const hook = await newEndpoint(world);
		receiver.answers(hook.url, () => new Response("no", { status: 400 }));
		await database.prepare("UPDATE webhook_endpoints SET consecutive_failures = 49 WHERE id = ?").bind(hook.id).run();
		const failLast = async () => {
			await publish(world.id);
			await receiver.until(hook.url, 1);
			await settled(hook);
		};
		const answer = await overtaken(failLast, `${path}/${hook.id}`, {
			method: "PATCH",
			headers: { Authorization: `Bearer ${world.key}`, "Content-Type": "application/json" },
			body: JSON.stringify({ status: "DISABLED" }),
		});
		expect(answer).toMatchObject({ status: 409, body: { code: "conflict" } });
		expect(await endpointOf(hook)).toMatchObject({ status: "DISABLED", disabled_reason: "failures" });
	});
});

describe("deleting", () => {
	it("answers what was deleted, and it is gone", async () => {
		const hook = await newEndpoint(world);
		const { body } = await call(200, `${path}/${hook.id}`, { method: "DELETE", key: world.key });
		expect(body).toEqual({ object: "webhook_endpoint", id: hook.id, deleted: true });
		await call(404, `${path}/${hook.id}`, { key: world.key });
		await call(404, `${path}/${hook.id}`, { method: "DELETE", key: world.key });
		expect((await readAllPages(path, world.key)).flat()).toEqual([]);
		await publish(world.id);
		await scheduledWork();
		expect(receiver.at(hook.url)).toEqual([]);
	});

	it("drops what was pending, and its event stays in the log", async () => {
		const hook = await newEndpoint(world);
		receiver.answers(hook.url, () => new Response("later", { status: 500 }));
		const event = await publish(world.id);
		await receiver.until(hook.url, 1);
		await settled(hook);
		const [delivery] = await deliveriesOf(hook);
		expect(delivery).toMatchObject({ status: "PENDING", event_id: event.id });
		await call(200, `${path}/${hook.id}`, { method: "DELETE", key: world.key });
		await call(404, `/v1/deliveries/${delivery.id}`, { key: world.key });
		await letPass(60);
		await scheduledWork();
		expect(receiver.at(hook.url)).toHaveLength(1);
		await call(200, `/v1/events/${event.id}`, { key: world.key });
	});

	it("while an attempt is under way ends well for everyone", async () => {
		const hook = await newEndpoint(world);
		const gate = heldBack(hook);
		await publish(world.id);
		await receiver.until(hook.url, 1);
		await call(200, `${path}/${hook.id}`, { method: "DELETE", key: world.key });
		gate.open = true;
		await letPass(60);
		await scheduledWork();
		expect(receiver.at(hook.url)).toHaveLength(1);
		const left = await database
			.prepare("SELECT count(*) AS n FROM deliveries WHERE endpoint_id = ?")
			.bind(hook.id)
			.first<{ n: number }>();
		expect(left?.n).toBe(0);
	});

	it("frees its place in the plan", async () => {
		const solo = await newWorld();
		const hooks = [await newEndpoint(solo), await newEndpoint(solo), await newEndpoint(solo)];
		expect((await create(given, solo.key)).status).toBe(403);
		await call(200, `${path}/${hooks[0]?.id}`, { method: "DELETE", key: solo.key });
		expect((await create(given, solo.key)).status).toBe(201);
	});
});

describe("routes without a body", () => {
	const bodies: [string, { raw?: BodyInit; headers?: Record<string, string> }][] = [
		["nothing", {}],
		["an empty JSON body", { raw: "", headers: { "Content-Type": "application/json" } }],
		["broken JSON", { raw: "{", headers: { "Content-Type": "application/json" } }],
		["another content type", { raw: "<x/>", headers: { "Content-Type": "text/xml" } }],
	];
	it.each(bodies)("rotate_secret and DELETE do not read %s", async (_, options) => {
		const { id } = await newEndpoint(world);
		await call(200, `${path}/${id}/rotate_secret`, { method: "POST", key: world.key, ...options });
		await call(200, `${path}/${id}`, { method: "DELETE", key: world.key, ...options });
	});

	it.each(bodies.slice(0, 2))("test takes %s", async (_, options) => {
		const hook = await newEndpoint(world);
		await call(200, `${path}/${hook.id}/test`, { method: "POST", key: world.key, ...options });
		const [sent] = await receiver.until(hook.url, 1);
		expect(sent?.event).toMatchObject({ test: true });
		expect(sent?.event).not.toHaveProperty("sequence");
	});
});

describe("secrets", () => {
	/** The tables that hold one of these texts. */
	const tablesWith = async (needles: string[]): Promise<string[]> =>
		Object.entries(await wholeDatabase())
			.filter(([, stored]) => needles.some((needle) => stored.includes(needle)))
			.map(([name]) => name.replace(/^DATA_\d+\./, ""));
	const formsOf = (secret: string) => {
		const value = secret.slice("whsec_".length);
		const bytes = Buffer.from(value, "base64");
		return [
			value,
			bytes.toString("hex"),
			bytes.toString("base64url"),
			Buffer.from(secret).toString("base64").slice(0, 40),
		];
	};

	it("are in no table in any plain form, keyed or not, also when replaced", async () => {
		const hook = await newEndpoint(world);
		const headers = once();
		const keyed = (await call(201, path, { key: world.key, body: given, headers })).body;
		const rotated = (
			await call(200, `${path}/${hook.id}/rotate_secret`, { method: "POST", key: world.key, headers: once() })
		).body;
		const secrets = [hook.secret, keyed.secret, rotated.secret];
		expect(await tablesWith(secrets.flatMap(formsOf))).toEqual([]);
		// The search does find texts that are stored in plain form.
		expect(await tablesWith([hook.id])).toEqual(expect.arrayContaining(["webhook_endpoints", "audit_entries"]));
		expect(await tablesWith([headers["Idempotency-Key"]])).toEqual(["idempotency_records"]);
	});

	it("are shown at creation and rotation and nowhere else", async () => {
		const hook = await newEndpoint(world);
		const rotated = (await post(hook, "rotate_secret")).body;
		const answers = [
			await call(200, path, { key: world.key }),
			await call(200, `${path}/${hook.id}`, { key: world.key }),
			await patch(hook, { description: "new" }),
			await post(hook, "test"),
			await call(200, "/v1/audit_log", { key: world.key }),
		];
		for (const { text } of answers)
			for (const secret of [hook.secret, rotated.secret]) expect(text).not.toContain(secret.slice("whsec_".length));
	});

	it("a keyed creation replays with the same secret, and its record is sealed", async () => {
		const options = { key: world.key, body: given, headers: once() };
		const first = await call(201, path, options);
		const again = await call(201, path, options);
		expect(again.headers.get("Idempotent-Replayed")).toBe("true");
		expect(again.text).toBe(first.text);
		expect(again.headers.get("Location")).toBe(first.headers.get("Location"));
		expect(await statuses(world.key)).toEqual(["ACTIVE"]);
		const record = await database
			.prepare("SELECT body, sealed FROM idempotency_records WHERE key = ?")
			.bind(options.headers["Idempotency-Key"])
			.first<{ body: string; sealed: number }>();
		expect(record?.sealed).toBe(1);
		expect(record?.body).not.toMatch(/whsec_|hooks\.example/);
	});

	it("a keyed rotation replays with the same secret, and rotates once", async () => {
		const hook = await newEndpoint(world);
		const options = { method: "POST", key: world.key, headers: once() };
		const first = await call(200, `${path}/${hook.id}/rotate_secret`, options);
		const again = await call(200, `${path}/${hook.id}/rotate_secret`, options);
		expect(again.headers.get("Idempotent-Replayed")).toBe("true");
		expect(again.text).toBe(first.text);
		const { results } = await database
			.prepare("SELECT body FROM idempotency_records WHERE sealed = 1 AND key = ?")
			.bind(options.headers["Idempotency-Key"])
			.all<{ body: string }>();
		expect(results).toHaveLength(1);
		// After two rotations the original secret would no longer sign.
		await publish(world.id);
		const [sent] = await receiver.until(hook.url, 1);
		expect(await signers(sent?.headers, sent?.body, { first: first.body.secret, original: hook.secret })).toEqual([
			"first",
			"original",
		]);
	});

	it("rotation answers the endpoint with the time until which the old secret signs too", async () => {
		const hook = await newEndpoint(world);
		await letPass(5);
		const { body } = await post(hook, "rotate_secret");
		expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
		expect(body.secret).not.toBe(hook.secret);
		const { endpoint } = body;
		expect(Date.parse(endpoint.previous_secret_expires_at)).toBe(Date.parse(endpoint.updated_at) + twoDays * 1000);
		expect(await endpointOf(hook)).toEqual(endpoint);
		await letPass(twoDays);
		expect((await endpointOf(hook)).previous_secret_expires_at).toBe(null);
	});

	it("that leaked end at once: a replaced one signs no more, and the new one does", async () => {
		const hook = await newEndpoint(world);
		const end = async () => (await post(hook, "end_replaced_value")).body;
		const untouched = await endpointOf(hook);
		expect(await end()).toEqual(untouched);
		const { secret } = (await post(hook, "rotate_secret")).body;
		const ended = await end();
		expect(ended.previous_secret_expires_at).toBe(null);
		expect(await endpointOf(hook)).toEqual(ended);
		await publish(world.id);
		const [sent] = await receiver.until(hook.url, 1);
		expect(await signers(sent?.headers, sent?.body, { leaked: hook.secret, present: secret })).toEqual(["present"]);
		const actions = await actionsOn(world.key, hook.id);
		expect(actions.filter((action) => action === "webhook_endpoint.replaced_value_ended")).toHaveLength(1);
	});

	it("of two rotations at the same time each answered secret signs", async () => {
		const hook = await newEndpoint(world);
		const answers = await Promise.all(
			[1, 2].map(() => send(`${path}/${hook.id}/rotate_secret`, { method: "POST", key: world.key })),
		);
		const known = Object.fromEntries(
			answers.flatMap(({ status, body }, n) => (status === 200 ? [[`answer ${n}`, body.secret]] : [])),
		);
		await publish(world.id);
		const [sent] = await receiver.until(hook.url, 1);
		const signed = await signers(sent?.headers, sent?.body, known);
		expect(signed.sort()).toEqual(Object.keys(known).sort());
		expect(signed.length).toBeGreaterThan(0);
	});

	/** The names of the secrets that signed. */
	async function signers(
		headers: Headers | undefined,
		body = "",
		known: Record<string, string> = {},
	): Promise<string[]> {
		const [t, ...signatures] = (headers?.get("Service-Signature") ?? "").split(",");
		const found = [];
		for (const [name, secret] of Object.entries(known)) {
			const text = new TextEncoder();
			const key = await crypto.subtle.importKey("raw", text.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
				"sign",
			]);
			const mac = await crypto.subtle.sign("HMAC", key, text.encode(`${t?.slice(2)}.${body}`));
			if (signatures.includes(`v1=${Buffer.from(mac).toString("hex")}`)) found.push(name);
		}
		return found;
	}
});

describe("URLs", () => {
	const unsafe = [
		"ftp://example.com/",
		"https://user:pass@example.com/",
		"https://user@example.com/",
		"https://example.com:22/",
		"https://example.com:80/",
		"https://10.0.0.1/",
		"https://0x0a000001/",
		"https://167772161/",
		"https://172.16.9.9/",
		"https://192.168.1.1:8443/",
		"https://169.254.169.254/latest/meta-data",
		"https://100.64.0.1/",
		"https://0.0.0.0/",
		"https://224.0.0.1/",
		"https://[::]/",
		"https://[fd00::1]/",
		"https://[fe80::1]/",
		"https://[::ffff:10.0.0.1]/",
		"https://[64:ff9b::a00:1]/",
		"https://[2002:a00:1::]/",
		"https://intranet/",
		"https://intranet./",
		"https://metadata.google.internal/",
		"https://printer.local/",
		"https://nas.home.arpa./",
		"http://example.com/",
	];
	const onlyInDevelopment = [
		"http://127.0.0.1:9999",
		"http://localhost:9999/",
		"https://localhost/",
		"https://127.0.0.1:8443/",
		"https://[::1]:8443/",
		"https://[::ffff:127.0.0.1]/",
	];

	const expectUnsafe = (answer: { status: number; body: Json }, of: string) => {
		expect(answer.status, of).toBe(400);
		expect(answer.body, of).toMatchObject({
			code: "validation_error",
			errors: [{ location: "body", path: "url", message: expect.stringMatching(/./) }],
		});
	};

	it.each(["not a url", "/relative", "", "//example.com/", "https://"])(
		"%j is no URL and fails validation, at creation and later",
		async (target) => {
			const hook = await newEndpoint(world);
			for (const answer of [await create({ ...given, url: target }), await patch(hook, { url: target })]) {
				expect(answer.status).toBe(400);
				expect(answer.body).toMatchObject({ code: "validation_failed", errors: [{ location: "body", path: "url" }] });
			}
		},
	);

	it.each(unsafe)("%s is refused, at creation and later", async (target) => {
		expectUnsafe(await create({ ...given, url: target }), target);
		const hook = await newEndpoint(world);
		expectUnsafe(await patch(hook, { url: target }), target);
		expect((await endpointOf(hook)).url).toBe(hook.url);
	});

	it("loopback is fine in development, by http too", async () => {
		for (const target of onlyInDevelopment.slice(0, -1))
			expect((await create({ ...given, url: target })).body.endpoint?.url, target).toBe(target);
		const hook = await newEndpoint(world);
		expect((await patchEndpoint(hook, { url: "http://127.0.0.1:9999" })).url).toBe("http://127.0.0.1:9999");
	});

	it("in production it is refused, like anything else unsafe", async () => {
		const hook = await newEndpoint(world);
		const inProduction = async (method: string, at: string, body: object) => {
			const ctx = createExecutionContext();
			const headers = { Authorization: `Bearer ${world.key}`, "Content-Type": "application/json" };
			const request = new Request(`https://api.test${at}`, { method, headers, body: JSON.stringify(body) });
			const response = await app.fetch(request, { ...env, ENVIRONMENT: "production" }, ctx);
			const answer = { status: response.status, body: (await response.json()) as Json };
			await waitOnExecutionContext(ctx);
			return answer;
		};
		await Promise.all(
			[...onlyInDevelopment, ...unsafe].map(async (target) => {
				expectUnsafe(await inProduction("POST", path, { ...given, url: target }), target);
				expectUnsafe(await inProduction("PATCH", `${path}/${hook.id}`, { url: target }), target);
			}),
		);
		expect((await inProduction("POST", path, given)).status).toBe(201);
		expect(await statuses(world.key)).toHaveLength(2);
	});

	it("a URL may be up to 2000 characters long", async () => {
		const long = `https://example.com/${"a".repeat(1980)}`;
		expect((await create({ ...given, url: long })).body.endpoint.url).toBe(long);
		expectProblem(await create({ ...given, url: `${long}a` }), path, "validation_failed");
	});
});

describe("the plan's cap", () => {
	it.each([
		["solo", 3],
		["duo", 5],
		["crew", 10],
		["studio", 20],
	])("%s has %i active endpoints, and no more", async (plan, cap) => {
		const { key } = await newWorld({ plan });
		for (let n = 0; n < cap; n++) await call(201, path, { key, body: given });
		const answer = await create(given, key);
		expectProblem(answer, path, "plan_limit_reached");
		expect(await statuses(key)).toHaveLength(cap);
	});

	it("empire has any number", async () => {
		await Promise.all(Array.from({ length: 40 }, () => call(201, path, { key: world.key, body: given })));
		expect(await statuses(world.key)).toHaveLength(40);
	});

	it("counts active endpoints only", async () => {
		const solo = await newWorld();
		const hooks = [await newEndpoint(solo), await newEndpoint(solo), await newEndpoint(solo)];
		await patchEndpoint(hooks[0] as EndpointOfTenant, { status: "DISABLED" });
		await newEndpoint(solo);
		expectProblem(await create(given, solo.key), path, "plan_limit_reached");
	});

	it("is each tenant's own", async () => {
		const [a, b] = await Promise.all([newWorld(), newWorld()]);
		for (let n = 0; n < 3; n++) await newEndpoint(a);
		await newEndpoint(b);
	});

	it("of creations at the same time exactly as many succeed as there are places", async () => {
		const solo = await newWorld();
		await newEndpoint(solo);
		await newEndpoint(solo);
		const two = await Promise.all([create(given, solo.key), create(given, solo.key)]);
		expect(two.map(({ status }) => status).sort()).toEqual([201, 403]);
		const other = await newWorld();
		const ten = await Promise.all(Array.from({ length: 10 }, () => create(given, other.key)));
		expect(ten.map(({ status }) => status).sort()).toEqual([...Array(3).fill(201), ...Array(7).fill(403)]);
		expect(await statuses(other.key)).toHaveLength(3);
	});

	it("holds for re-activation, also of two at the same time", async () => {
		const solo = await newWorld();
		const [a, b] = [await newEndpoint(solo), await newEndpoint(solo)];
		for (const hook of [a, b]) await patchEndpoint(hook, { status: "DISABLED" });
		await newEndpoint(solo);
		const last = await newEndpoint(solo);
		const both = await Promise.all([a, b].map((hook) => patch(hook, { status: "ACTIVE" })));
		expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
		const refused = both[0]?.status === 403 ? a : b;
		const before = await endpointOf(refused);
		const answer = await patch(refused, { status: "ACTIVE", description: "not this either" });
		expectProblem(answer, `${path}/${refused.id}`, "plan_limit_reached");
		expect(await endpointOf(refused)).toEqual(before);
		await call(200, `${path}/${last.id}`, { method: "DELETE", key: solo.key });
		await patchEndpoint(refused, { status: "ACTIVE" });
	});

	it("a refused re-activation resumes and replays nothing", async () => {
		const solo = await newWorld();
		const hook = await newEndpoint(solo);
		receiver.answers(hook.url, () => new Response("later", { status: 500 }));
		await publish(solo.id);
		await receiver.until(hook.url, 1);
		await settled(hook);
		await patchEndpoint(hook, { status: "DISABLED" });
		await publish(solo.id);
		for (let n = 0; n < 3; n++) await newEndpoint(solo);
		expect((await patch(hook, { status: "ACTIVE", replay_missed: true })).status).toBe(403);
		await scheduledWork();
		expect(await deliveriesOf(hook)).toMatchObject([{ status: "PENDING", next_attempt_at: null }]);
		expect(receiver.at(hook.url)).toHaveLength(1);
	});

	it("other changes of an active endpoint are free at the cap", async () => {
		const solo = await newWorld();
		const hooks = [await newEndpoint(solo), await newEndpoint(solo), await newEndpoint(solo)];
		await patchEndpoint(hooks[1] as EndpointOfTenant, { status: "ACTIVE", description: "fine" });
	});

	it("a keyed refusal is replayed, also when there is a place by then", async () => {
		const solo = await newWorld();
		const hooks = [await newEndpoint(solo), await newEndpoint(solo), await newEndpoint(solo)];
		const options = { key: solo.key, body: given, headers: once() };
		const first = await call(403, path, options);
		await call(200, `${path}/${hooks[0]?.id}`, { method: "DELETE", key: solo.key });
		const again = await call(403, path, options);
		expect(again.headers.get("Idempotent-Replayed")).toBe("true");
		expect(again.text).toBe(first.text);
		expect(await statuses(solo.key)).toHaveLength(2);
		await call(201, path, { ...options, headers: once() });
	});
});

const statusesOf = async (tenantId: string) =>
	(await database.prepare("SELECT status FROM webhook_endpoints WHERE tenant_id = ?").bind(tenantId).all()).results.map(
		({ status }) => status,
	);

describe("a change of plan", () => {
	it("to a smaller one keeps the oldest active endpoints up to the new cap", async () => {
		const tenant = await newWorld({ plan: "crew" });
		const hooks: EndpointOfTenant[] = [];
		for (let n = 0; n < 7; n++) hooks.push(await newEndpoint(tenant));
		await patchEndpoint(hooks[1] as EndpointOfTenant, { status: "DISABLED" });
		await letPass(10);
		await changePlan(tenant.id, "solo");
		const after = await Promise.all(hooks.map(endpointOf));
		expect(after.map(({ status, disabled_reason }) => disabled_reason ?? status)).toEqual([
			"ACTIVE",
			"manual",
			"ACTIVE",
			"ACTIVE",
			"plan_limit",
			"plan_limit",
			"plan_limit",
		]);
		const { updated_at: changedAt } = (await operate(200, `/admin/tenants/${tenant.id}`)).body;
		for (const endpoint of after.slice(4)) {
			expect(endpoint).toMatchObject({ disabled_at: changedAt });
			// The tenant's data learns of the plan after the change.
			expect(endpoint.updated_at >= changedAt).toBe(true);
		}
		expect((await patch(hooks[5] as EndpointOfTenant, { status: "ACTIVE" })).status).toBe(403);
	});

	it("to a larger one does not bring back what somebody disabled after the limit had", async () => {
		const tenant = await newWorld({ plan: "crew" });
		const hooks: EndpointOfTenant[] = [];
		for (let n = 0; n < 5; n++) hooks.push(await newEndpoint(tenant));
		await changePlan(tenant.id, "solo");
		const limited = hooks[4] as EndpointOfTenant;
		const before = await endpointOf(limited);
		expect(before.disabled_reason).toBe("plan_limit");
		await patchEndpoint(limited, { status: "DISABLED" });
		expect(await endpointOf(limited)).toMatchObject({ disabled_reason: "manual", disabled_at: before.disabled_at });
		await changePlan(tenant.id, "crew");
		expect((await Promise.all(hooks.map(endpointOf))).map(({ status }) => status)).toEqual([
			...["ACTIVE", "ACTIVE", "ACTIVE", "ACTIVE", "DISABLED"],
		]);
	});

	it("to a larger one brings back what the limit disabled, the oldest first, and nothing else", async () => {
		const tenant = await newWorld({ plan: "crew" });
		const hooks: EndpointOfTenant[] = [];
		for (let n = 0; n < 9; n++) hooks.push(await newEndpoint(tenant));
		await patchEndpoint(hooks[1] as EndpointOfTenant, { status: "DISABLED" });
		const reasons = async () =>
			(await Promise.all(hooks.map(endpointOf))).map(({ status, disabled_reason }) => disabled_reason ?? status);
		await changePlan(tenant.id, "solo");
		await changePlan(tenant.id, "duo");
		const [active, limited] = ["ACTIVE", "plan_limit"];
		expect(await reasons()).toEqual([active, "manual", ...Array(4).fill(active), ...Array(3).fill(limited)]);
		await changePlan(tenant.id, "light");
		expect((await statusesOf(tenant.id)).filter((status) => status === active)).toHaveLength(5);
		await changePlan(tenant.id, "empire");
		expect(await reasons()).toEqual([active, "manual", ...Array(7).fill(active)]);
		expect(await endpointOf(hooks[8] as EndpointOfTenant)).toMatchObject({
			disabled_at: null,
			consecutive_failures: 0,
		});
		const audited = async (hook: EndpointOfTenant | undefined) =>
			(await entriesOn(tenant.key, hook?.id ?? "")).slice(1);
		const [off, on] = ["webhook_endpoint.disabled", "webhook_endpoint.enabled"];
		expect((await audited(hooks[0])).map(({ action }) => action)).toEqual([]);
		const last = await audited(hooks[8]);
		expect(last.map(({ action }) => action)).toEqual([off, on]);
		for (const entry of last) expect(entry).toMatchObject({ actor: { type: "system", id: null }, test_mode: false });
		expect(new Set(last.map(({ request_id }) => request_id)).size).toBe(2);
	});

	it("that the endpoints fit into disables none", async () => {
		const tenant = await newWorld({ plan: "empire" });
		for (let n = 0; n < 5; n++) await newEndpoint(tenant);
		for (const plan of ["studio", "crew", "duo"]) await changePlan(tenant.id, plan);
		expect(await statuses(tenant.key)).toEqual(Array(5).fill("ACTIVE"));
	});

	it("and creations at the same time leave no more than the cap", async () => {
		const tenant = await newWorld({ plan: "duo" });
		for (let n = 0; n < 4; n++) await newEndpoint(tenant);
		await Promise.all([changePlan(tenant.id, "solo"), ...Array.from({ length: 6 }, () => create(given, tenant.key))]);
		expect((await statuses(tenant.key)).filter((status) => status === "ACTIVE")).toHaveLength(3);
	});

	it("lets what a disabled endpoint has and misses wait, until a larger plan brings it back", async () => {
		const tenant = await newWorld({ plan: "duo" });
		for (let n = 0; n < 3; n++) await newEndpoint(tenant, { events: ["client.merged"] });
		const hook = await newEndpoint(tenant, { events: ["message.created"] });
		receiver.answers(hook.url, () => new Response("later", { status: 500 }));
		const first = await publish(tenant.id);
		await receiver.until(hook.url, 1);
		await settled(hook);
		await changePlan(tenant.id, "solo");
		const missed = await publish(tenant.id);
		await letPass(3600);
		await scheduledWork();
		expect(receiver.at(hook.url)).toHaveLength(1);
		receiver.answers(hook.url, () => new Response("thanks"));
		await changePlan(tenant.id, "crew");
		await receiver.until(hook.url, 2);
		const after = await publish(tenant.id);
		await scheduledWork();
		await receiver.until(hook.url, 4);
		await settled(hook);
		expect(
			receiver
				.at(hook.url)
				.map(({ event }) => event.id)
				.sort(),
		).toEqual([first.id, first.id, missed.id, after.id].sort());
	});

	describe("with a time on Light in between", () => {
		/** An endpoint that is disabled on Solo, and three that fill the plan. */
		async function limited() {
			const tenant = await newWorld({ plan: "duo" });
			for (let n = 0; n < 3; n++) await newEndpoint(tenant, { events: ["client.merged"] });
			const hook = await newEndpoint(tenant, { events: ["message.created"] });
			const to = async (plan: string) => {
				await changePlan(tenant.id, plan);
				await letPass(1);
			};
			await to("solo");
			return { hook, to, emit: async () => (await publish(tenant.id)).id as string };
		}
		const sentTo = async (hook: EndpointOfTenant, count: number) => {
			await scheduledWork();
			if (count > 0) await receiver.until(hook.url, count);
			await settled(hook);
			return receiver
				.at(hook.url)
				.map(({ event }) => event.id)
				.sort();
		};

		it("sends what a disabled endpoint missed on the smaller plan, and nothing of Light", async () => {
			const { hook, to, emit } = await limited();
			const onSolo = [await emit(), await emit()];
			await to("light");
			await emit();
			expect(await sentTo(hook, 0)).toEqual([]);
			await to("duo");
			const after = await emit();
			expect(await sentTo(hook, 3)).toEqual([...onSolo, after].sort());
		});

		it("also comes back by way of the smaller plan, with what was missed there before and after Light", async () => {
			const { hook, to, emit } = await limited();
			const before = await emit();
			await to("light");
			await emit();
			await to("solo");
			const between = await emit();
			expect(await sentTo(hook, 0)).toEqual([]);
			await to("duo");
			const after = await emit();
			expect(await sentTo(hook, 3)).toEqual([before, between, after].sort());
		});

		it("an endpoint that the return to a smaller plan disables misses nothing since Light either", async () => {
			const { hook, to, emit } = await limited();
			await to("duo");
			await emit();
			await sentTo(hook, 1);
			await to("light");
			await emit();
			await to("solo");
			expect((await endpointOf(hook)).disabled_reason).toBe("plan_limit");
			const between = await emit();
			await to("duo");
			expect(await sentTo(hook, 2)).toContain(between);
			expect(receiver.at(hook.url)).toHaveLength(2);
			expect((await endpointOf(hook)).status).toBe("ACTIVE");
		});
	});

	it("tells the studio by one mail which endpoints a smaller plan disabled, and one that disables none sends none", async () => {
		const tenant = await newWorld({ plan: "crew" });
		const hooks: EndpointOfTenant[] = [];
		for (let n = 0; n < 5; n++) hooks.push(await newEndpoint(tenant));
		await changePlan(tenant.id, "duo");
		const mailed = async () =>
			await database
				.prepare("SELECT kind, data FROM mails WHERE tenant_id = ?")
				.bind(tenant.id)
				.all<{ kind: string; data: string }>();
		expect((await mailed()).results).toEqual([]);
		await changePlan(tenant.id, "solo");
		const { results } = await mailed();
		expect(results.map(({ kind, data }) => [kind, JSON.parse(data)])).toEqual([
			[
				"endpoints_over_plan",
				{
					plan: "solo",
					cap: 3,
					count: 2,
					urls: hooks.slice(3).map(({ url }) => url),
					ids: hooks.slice(3).map(({ id }) => id),
				},
			],
		]);
		await scheduledWork();
		const [mail] = service.sent.filter(({ text }: { text: string }) => text.includes(hooks[3]?.url ?? ""));
		expect(mail.text).toContain(
			"The Solo plan allows 3 active webhook endpoints, and you had more. The newest 2 were disabled:",
		);
		for (const { url, id } of hooks.slice(3)) expect(mail.text).toContain(`\n\n${url}\n(${id})\n`);
		for (const { url } of hooks.slice(0, 3)) expect(mail.text).not.toContain(url);
		expect(mail.text).toContain("/dashboard/webhooks");
		expect(mail.text).toContain('{"status": "ACTIVE", "replay_missed": true}');
	});
});

describe("Light", () => {
	it("delivers nothing and keeps the endpoints as they are; coming back resumes what was pending", async () => {
		const tenant = await newWorld();
		const [hook, off] = [await newEndpoint(tenant), await newEndpoint(tenant)];
		await patchEndpoint(off, { status: "DISABLED" });
		receiver.answers(hook.url, () => new Response("later", { status: 500 }));
		const pending = await publish(tenant.id);
		await receiver.until(hook.url, 1);
		await settled(hook);
		await changePlan(tenant.id, "light");
		expectProblem(await send(path, { key: tenant.key }), path, "feature_not_available");
		await publish(tenant.id);
		await letPass(3600);
		await scheduledWork();
		expect(receiver.at(hook.url)).toHaveLength(1);
		receiver.answers(hook.url, () => new Response("thanks"));
		await changePlan(tenant.id, "solo");
		await receiver.until(hook.url, 3);
		await settled(hook);
		const sent = receiver.at(hook.url).map(({ event }) => event);
		expect(sent.map(({ type }) => type).sort()).toEqual([
			"message.created",
			"message.created",
			"subscription.activated",
		]);
		expect(sent.filter(({ id }) => id === pending.id)).toHaveLength(2);
		expect(receiver.at(off.url)).toEqual([]);
		const [after, stillOff] = [await endpointOf(hook), await endpointOf(off)];
		expect(after).toMatchObject({ status: "ACTIVE", disabled_reason: null });
		expect(stillOff).toMatchObject({ status: "DISABLED", disabled_reason: "manual" });
	});

	it("an attempt that fails after the fall to Light waits too", async () => {
		const tenant = await newWorld();
		const hook = await newEndpoint(tenant, { events: ["message.created"] });
		const gate = heldBack(hook);
		await publish(tenant.id);
		await receiver.until(hook.url, 1);
		await changePlan(tenant.id, "light");
		gate.open = true;
		await settled(hook);
		await letPass(3600);
		await scheduledWork();
		expect(receiver.at(hook.url)).toHaveLength(1);
		receiver.answers(hook.url, () => new Response("thanks"));
		await changePlan(tenant.id, "solo");
		await receiver.until(hook.url, 2);
	});

	it("coming back to a smaller plan keeps the oldest", async () => {
		const tenant = await newWorld({ plan: "duo" });
		for (let n = 0; n < 5; n++) await newEndpoint(tenant);
		await changePlan(tenant.id, "light");
		await changePlan(tenant.id, "solo");
		expect(await statuses(tenant.key)).toEqual(["DISABLED", "DISABLED", "ACTIVE", "ACTIVE", "ACTIVE"]);
	});
});

describe("the audit log", () => {
	it("names every change and who made it", async () => {
		const tenant = await newWorld();
		const second = await newKey(tenant.id);
		const hook = await newEndpoint(tenant);
		await patchEndpoint(hook, { description: "x" });
		await patchEndpoint(hook, { description: "x" });
		await post(hook, "rotate_secret");
		await post(hook, "test");
		await call(200, `${path}/${hook.id}`, { method: "DELETE", key: second.key });
		const entries = (await readAllPages("/v1/audit_log?limit=100", tenant.key))
			.flat()
			.filter(({ resource_id }) => resource_id === hook.id);
		expect(entries.map(({ action, actor }) => [action, actor.id])).toEqual([
			["webhook_endpoint.deleted", second.id],
			["webhook_endpoint.tested", tenant.keyId],
			["webhook_endpoint.secret_rotated", tenant.keyId],
			["webhook_endpoint.updated", tenant.keyId],
			["webhook_endpoint.created", tenant.keyId],
		]);
	});
});

it("an id that is none is refused, one that is nobody's is not found", async () => {
	expectProblem(await send(`${path}/whe_1`, { key: world.key }), `${path}/whe_1`, "invalid_id");
	const nobody = `${path}/${newId("webhook_endpoint", Date.now())}`;
	expectProblem(await send(nobody, { key: world.key }), nobody, "resource_not_found");
});
