import { beforeEach, describe, expect, it } from "vitest";
import { triggerNames } from "../../src/domain/events/attempts/request/triggers.ts";
import { clock } from "../../src/platform/lib/clock.ts";
import { newId } from "../../src/platform/lib/ids.ts";
import { call, send } from "../support/api.ts";
import { columnsOf, database } from "../support/database.ts";
import { newEndpoint } from "../support/endpoints.ts";
import { expectProblem } from "../support/expect.ts";
import { readAllPages } from "../support/read-all-pages.ts";
import { Receiver } from "../support/receiver.ts";
import { accepts } from "../support/signed.ts";
import { letPass, newKey, newWorld, operate, type Tenant } from "../support/world.ts";
import { createClient, hooksPath, type Json, newTarget, rowOf, subscribe } from "./automation.ts";

const receiver = new Receiver();

let world: Tenant;
beforeEach(async () => {
	world = await newWorld();
});

const post = (body: object, key = world.key, headers: Record<string, string> = {}) =>
	send(hooksPath, { key, body, headers });
const remove = (id: string, key = world.key) => send(`${hooksPath}/${id}`, { method: "DELETE", key });

const hooksOf = (tenantId: string) =>
	database.prepare("SELECT count(*) AS n FROM webhook_endpoints WHERE tenant_id = ?").bind(tenantId).first("n");

async function copies(id: string, count: number): Promise<void> {
	const others = (await columnsOf("webhook_endpoints")).filter(
		(name) => name !== "id" && name !== "url" && name !== "number",
	);
	await database
		.prepare(
			`WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?2)
			INSERT INTO webhook_endpoints (id, url, number, ${others})
			SELECT substr(id, 1, 20) || lower(hex(randomblob(8))), url || '/' || n, 1000 + n, ${others} FROM webhook_endpoints, n WHERE id = ?1 AND tenant_id = ?3`,
		)
		.bind(id, count, world.id)
		.run();
}

describe("subscribing", () => {
	it("makes a hook: 201, and a Location where it can be read", async () => {
		const body = { target_url: newTarget(), trigger: "new_lead" };
		const answer = await post(body);
		expect(answer.status).toBe(201);
		expect(answer.body).toEqual({
			object: "automation_hook",
			id: expect.stringMatching(/^hok_[0-9a-f]{32}$/),
			...body,
			status: "ACTIVE",
			consecutive_failures: 0,
			disabled_at: null,
			disabled_reason: null,
			created_at: expect.stringMatching(/^\d{4}-.+\.\d{3}Z$/),
			updated_at: answer.body.created_at,
			secret: expect.stringMatching(/^whsec_/),
		});
		const location = answer.headers.get("Location") ?? "";
		const { secret: _, ...hook } = answer.body;
		expect((await call(200, location, { key: world.key })).body).toEqual(hook);
	});

	it("again is 200 with the same hook and no Location", async () => {
		const hook = await subscribe(world.key);
		const answer = await post(hook);
		expect(answer.status).toBe(200);
		expect(answer.headers.has("Location")).toBe(false);
		expect(answer.body).toEqual(hook);
	});

	it("tells triggers, addresses and tenants apart", async () => {
		const other = await newWorld();
		const url = newTarget();
		const hooks = [
			await subscribe(world.key, "new_client", url),
			await subscribe(world.key, "new_lead", url),
			await subscribe(world.key, "new_client", `${url}/`),
			await subscribe(other.key, "new_client", url),
		];
		expect(new Set(hooks.map(({ id }) => id)).size).toBe(4);
	});

	it("tells tenants of one database apart", async () => {
		const [one, other] = [await newWorld({ database: "DATA_1" }), await newWorld({ database: "DATA_1" })];
		const target = newTarget();
		const hooks = [await subscribe(one.key, "new_lead", target), await subscribe(other.key, "new_lead", target)];
		expect(new Set(hooks.map(({ id }) => id)).size).toBe(2);
		expect(await Promise.all([hooksOf(one.id), hooksOf(other.id)])).toEqual([1, 1]);
	});

	it("30 times at once makes one hook: one 201, the others 200 with its id", async () => {
		const body = { target_url: newTarget(), trigger: "new_client" };
		const answers = await Promise.all(Array.from({ length: 30 }, () => post(body)));
		expect(answers.map(({ status }) => status).sort()).toEqual([...Array(29).fill(200), 201]);
		expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
		expect((await call(200, hooksPath, { key: world.key })).body.data).toHaveLength(1);
	});

	it("with an Idempotency-Key repeats its 201, and its 200", async () => {
		const body = { target_url: newTarget(), trigger: "new_client" };
		for (const status of [201, 200]) {
			const key = { "Idempotency-Key": crypto.randomUUID() };
			const [first, second] = [await post(body, world.key, key), await post(body, world.key, key)];
			expect([first.status, second.status]).toEqual([status, status]);
			expect(second.headers.get("Idempotent-Replayed")).toBe("true");
			expect(second.headers.get("Location")).toBe(first.headers.get("Location"));
			expect(second.text).toBe(first.text);
		}
	});

	it("at once with different Idempotency-Keys makes one hook", async () => {
		const body = { target_url: newTarget(), trigger: "new_client" };
		const answers = await Promise.all(
			Array.from({ length: 20 }, () => post(body, world.key, { "Idempotency-Key": crypto.randomUUID() })),
		);
		expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
	});

	it.each(["https://10.0.0.1/x", "https://printer.local/x", "https://a:b@hooks.example/x", "ftp://hooks.example/x"])(
		"to %s is refused",
		async (target_url) => {
			const answer = await post({ target_url, trigger: "new_client" });
			expectProblem(answer, hooksPath, "validation_error");
			expect(answer.body.errors).toEqual([
				{ location: "body", path: "target_url", message: expect.stringMatching(/./) },
			]);
		},
	);

	it.each([
		{},
		{ trigger: "new_client" },
		{ target_url: newTarget() },
		{ target_url: newTarget(), trigger: "new_thing" },
		{ target_url: "x", trigger: "new_client" },
	])("with %j fails", async (body) => expectProblem(await post(body), hooksPath, "validation_failed"));

	it("is outside the plan's cap: Solo has 3 endpoints and 10 hooks", async () => {
		for (let n = 0; n < 3; n++) await newEndpoint(world);
		for (let n = 0; n < 10; n++) await subscribe(world.key, triggerNames[n % 5]);
		const body = { url: newTarget(), events: ["*"] };
		expect((await send("/v1/webhook_endpoints", { key: world.key, body })).body.code).toBe("plan_limit_reached");
		expect((await call(200, hooksPath, { key: world.key })).body.data).toHaveLength(10);
	});

	it("has an end of its own: a tenant has 100 hooks, and what it has already is answered 200", async () => {
		const first = await subscribe(world.key);
		await copies(first.id, 96);
		const bodies = Array.from({ length: 10 }, () => ({ target_url: newTarget(), trigger: "new_lead" }));
		const answers = await Promise.all(bodies.map((body) => post(body)));
		expect(answers.map(({ status }) => status).sort()).toEqual([...Array(3).fill(201), ...Array(7).fill(403)]);
		expectProblem(await post({ target_url: newTarget(), trigger: "new_lead" }), hooksPath, "plan_limit_reached");
		expect(await hooksOf(world.id)).toBe(100);
		expect((await post(first)).status).toBe(200);
		await remove(first.id);
		await subscribe(world.key);
	});

	it("with a key past the end repeats its refusal", async () => {
		await copies((await subscribe(world.key)).id, 99);
		const key = { "Idempotency-Key": crypto.randomUUID() };
		const body = { target_url: newTarget(), trigger: "new_lead" };
		for (let n = 0; n < 2; n++) expect((await post(body, world.key, key)).body.code).toBe("plan_limit_reached");
		expect(await hooksOf(world.id)).toBe(100);
	});

	it("leaves the cap to the endpoints, whatever the order, and after a downgrade", async () => {
		const crew = await newWorld({ plan: "crew" });
		for (let n = 0; n < 5; n++) await subscribe(crew.key);
		for (let n = 0; n < 10; n++) await newEndpoint(crew);
		await operate(200, `/admin/tenants/${crew.id}`, { method: "PATCH", body: { plan: "solo" } });
		const statuses = async (path: string): Promise<string[]> =>
			(await call(200, path, { key: crew.key })).body.data.map(({ status }: Json) => status);
		expect((await statuses("/v1/webhook_endpoints")).sort()).toEqual([
			...Array(3).fill("ACTIVE"),
			...Array(7).fill("DISABLED"),
		]);
		expect(await statuses(hooksPath)).toEqual(Array(5).fill("ACTIVE"));
	});

	it("needs the scope", async () => {
		const { key } = await newKey(world.id, { scopes: ["read:automation"] });
		const answer = await post({ target_url: newTarget(), trigger: "new_client" }, key);
		expectProblem(answer, hooksPath, "insufficient_scope");
	});

	it("keeps its secret sealed and shows it nowhere", async () => {
		const hook = await subscribe(world.key);
		expect((await rowOf(hook.id)).secret).not.toContain("whsec_");
		expect(JSON.stringify(hook)).not.toContain("secret");
	});
});

describe("the list", () => {
	it("has pages, newest first, and hooks alone", async () => {
		await newEndpoint(world);
		const ids = [];
		for (let n = 0; n < 5; n++) ids.unshift((await subscribe(world.key)).id);
		const pages = await readAllPages(`${hooksPath}?limit=2`, world.key);
		expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
		expect(pages.flat().map(({ id }) => id)).toEqual(ids);
	});

	it("shows what changed since a time", async () => {
		await subscribe(world.key);
		await letPass(2);
		const { id, created_at } = await subscribe(world.key);
		const { body } = await call(200, `${hooksPath}?updated_since=${created_at}`, { key: world.key });
		expect(body.data.map((hook: Json) => hook.id)).toEqual([id]);
	});

	it("and everything else of another tenant's hooks is closed", async () => {
		const other = await newWorld();
		const { id } = await subscribe(other.key);
		expect((await call(200, hooksPath, { key: world.key })).body.data).toEqual([]);
		expectProblem(await remove(id), `${hooksPath}/${id}`, "resource_not_found");
		expect(await rowOf(id)).not.toBeNull();
	});
});

describe("webhook endpoints", () => {
	it("do not show hooks, in lists or one by one", async () => {
		const { id: endpointId } = await newEndpoint(world);
		await subscribe(world.key);
		for (const query of ["", "?updated_since=2020-01-01T00:00:00Z"]) {
			const { body } = await call(200, `/v1/webhook_endpoints${query}`, { key: world.key });
			expect(body.data.map(({ id }: Json) => id)).toEqual([endpointId]);
		}
	});

	it("are not shown or removed as hooks", async () => {
		const { id } = await newEndpoint(world);
		expectProblem(await remove(id), `${hooksPath}/${id}`, "invalid_id");
		expect((await call(200, hooksPath, { key: world.key })).body.data).toEqual([]);
	});
});

describe("unsubscribing", () => {
	it("deletes the hook; a second time there is none", async () => {
		const { id, target_url } = await subscribe(world.key);
		const answer = await remove(id);
		expect(answer.status).toBe(200);
		expect(answer.body).toEqual({ object: "automation_hook", id, deleted: true });
		expectProblem(await remove(id), `${hooksPath}/${id}`, "resource_not_found");
		expect((await subscribe(world.key, "new_client", target_url)).id).not.toBe(id);
	});

	it("while the same is subscribed leaves one hook or none, and every 20x is true", async () => {
		const body = { target_url: newTarget(), trigger: "new_client" };
		const { id } = (await post(body)).body;
		const [removed, ...made] = await Promise.all([remove(id), ...Array.from({ length: 10 }, () => post(body))]);
		expect(removed.status).toBe(200);
		for (const { status } of made) expect([200, 201]).toContain(status);
		const { data } = (await call(200, hooksPath, { key: world.key })).body;
		expect(data.length).toBeLessThanOrEqual(1);
		for (const { status, body: hook } of made) if (status === 201) expect(data[0].id).toBe(hook.id);
	});

	it("is audited, like subscribing", async () => {
		const { id } = await subscribe(world.key);
		await remove(id);
		const { data } = (await call(200, "/v1/audit_log", { key: world.key })).body;
		const about = data.filter(({ resource_id }: Json) => resource_id === id).map(({ action }: Json) => action);
		expect(about).toEqual(["automation_hook.deleted", "automation_hook.created"]);
	});

	it("from what is unknown is told as for another tenant's", async () => {
		const id = newId("automation_hook", Date.now());
		expectProblem(await remove(id), `${hooksPath}/${id}`, "resource_not_found");
		expect(await database.prepare("SELECT 1 FROM webhook_endpoints WHERE id = ?").bind(id).first()).toBeNull();
	});
});

describe("the secret of a hook", () => {
	it("is told by the creation and its repetition under the same key, and not by a later subscription", async () => {
		const body = { target_url: newTarget(), trigger: "new_client" };
		const headers = { "Idempotency-Key": crypto.randomUUID() };
		const created = await call(201, hooksPath, { key: world.key, body, headers });
		const { secret, ...hook } = created.body;
		expect((await call(201, hooksPath, { key: world.key, body, headers })).body).toEqual(created.body);
		expect((await call(200, hooksPath, { key: world.key, body })).body).toEqual(hook);
		await createClient(world.key);
		const [sent] = await receiver.until(body.target_url, 1);
		const signature = sent?.headers.get("Service-Signature") ?? "";
		expect(await accepts(signature, sent?.body ?? "", secret, clock.now())).toBe(true);
	});

	it("is told by a rotation, signs the next deliveries, and is no other studio's to ask for", async () => {
		const hook = await subscribe(world.key, "new_client");
		const path = `${hooksPath}/${hook.id}/rotate_secret`;
		await call(404, path, { method: "POST", key: (await newWorld()).key });
		const { body } = await call(200, path, { method: "POST", key: world.key });
		expect(body.hook).toEqual({ ...hook, updated_at: body.hook.updated_at });
		await createClient(world.key);
		const [sent] = await receiver.until(hook.target_url, 1);
		const signature = sent?.headers.get("Service-Signature") ?? "";
		expect(await accepts(signature, sent?.body ?? "", body.secret, clock.now())).toBe(true);
		expect(await accepts(signature, sent?.body ?? "", `${body.secret}x`, clock.now())).toBe(false);
		expect((await call(200, `${hooksPath}/${hook.id}`, { key: world.key })).text).not.toContain("whsec_");
	});
});
