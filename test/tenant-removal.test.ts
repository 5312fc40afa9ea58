import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { credentialCache } from "../src/platform/gate/credentials/credential-cache.ts";
import { requestsOf } from "../src/platform/gate/gates.ts";
import { call, send } from "./support/api.ts";
import { advance } from "./support/clock.ts";
import { rows, settledDatabase, wholeDatabase } from "./support/database.ts";
import { deleteTenant, letDaysPass, removeIn, restoreTenant } from "./support/deletion.ts";
import { expectProblem } from "./support/expect.ts";
import { newFullStudio } from "./support/full-studio.ts";
import { databaseOf } from "./support/local.ts";
import { dataDatabase, hookedWriter, rowsOfTenant } from "./support/moves.ts";
import {
	approve,
	createApp,
	exchange,
	isSignedIn,
	me,
	newConnection,
	newPerson,
	newSession,
	newTokens,
	refresh,
} from "./support/oauth.ts";
import { joinStudio } from "./support/people.ts";
import { scheduledWork } from "./support/scheduled.ts";
import { newKey, newTenant, newWorld, operate } from "./support/world.ts";

beforeEach(() => advance(60));

/** The tables in which something of the tenant is left, each with the number of places. */
async function traces(...texts: string[]): Promise<Record<string, number>> {
	const found = Object.entries(await wholeDatabase()).map(
		([table, content]) => [table, texts.reduce((sum, text) => sum + content.split(text).length - 1, 0)] as const,
	);
	// The count of bytes remembers the key of the last row that it has seen, until its next step.
	return Object.fromEntries(found.filter(([table, count]) => count > 0 && !table.endsWith(".stored_bytes_counts")));
}

/** The audit entries, the row of the studio, and the objects of its picture and its import, which are removed twelve hours later. */
const leftIn = (home: string): Record<string, number> => ({
	[`${home}.audit_entries`]: 2,
	[`${home}.object_removals`]: 3,
	[`${home}.studios`]: 1,
});

/** Every table of both kinds of databases has rows. */
async function newStudioWithPeople() {
	const studio = await newFullStudio();
	const [person, invited] = [await newPerson(studio.id), `${crypto.randomUUID()}@example.com`];
	await newSession(person);
	await operate(201, `/admin/tenants/${studio.id}/users`, { body: { email: invited } });
	const app = await createApp();
	return { ...studio, person, invited, app };
}

it("after the day every row of the tenant is gone, but for one entry of the audit log, and its ids are 404", async () => {
	const { id, key, person, invited } = await newStudioWithPeople();
	const home = await databaseOf(id);
	await call(200, "/v1/me", { key });
	await deleteTenant(id);
	letDaysPass(29);
	await scheduledWork();
	expect((await rowsOfTenant(home, id)).clients).toHaveLength(3);
	letDaysPass(1);
	await scheduledWork();
	await settledDatabase();
	expect(await traces(id, person.id, person.email, invited)).toEqual({
		...leftIn(home),
		// The schedule has removed the object of the import before.
		[`${home}.object_removals`]: 2,
	});
	for (const path of [`/admin/tenants/${id}`, `/admin/tenants/${id}/users`, `/admin/tenants/${id}/api_keys`])
		expectProblem(await operate(404, path), path, "resource_not_found");
	await deleteTenant(id, 404);
	await restoreTenant(id, 404);
	expect((await operate(200, "/admin/tenants?limit=100")).text).not.toContain(id);
});

it("the audit log of the operator says that the service removed it, for two years", async () => {
	const id = await newTenant();
	await deleteTenant(id);
	letDaysPass(30);
	await scheduledWork();
	const entries = async () => (await operate(200, `/admin/audit_log?tenant_id=${id}`)).body.data;
	const [entry, ...others] = await entries();
	expect([entry, others]).toEqual([
		expect.objectContaining({
			action: "tenant.deleted",
			resource_id: id,
			tenant_id: id,
			actor: { type: "system", id: null },
		}),
		[],
	]);
	expect((await operate(200, "/admin/audit_log?limit=100")).body.data).toContainEqual(entry);
	letDaysPass(729);
	await scheduledWork();
	expect(await entries()).toEqual([entry]);
	letDaysPass(2);
	await scheduledWork();
	expect([await entries(), await traces(id)]).toEqual([[], {}]);
});

it("the rows of another tenant in the same database stay as they are", async () => {
	const gone = await newFullStudio();
	const home = await databaseOf(gone.id);
	const other = await newFullStudio({ database: home });
	await settledDatabase();
	const before = await rowsOfTenant(home, other.id);
	await deleteTenant(gone.id);
	letDaysPass(30);
	await removeIn(home);
	expect(await traces(gone.id)).toEqual(leftIn(home));
	expect(await rowsOfTenant(home, other.id)).toEqual(before);
	await call(200, "/v1/clients", { key: other.key });
});

it("a key of a removed tenant is unknown, also where an isolate remembers it", async () => {
	const { id, key } = await newWorld();
	await call(200, "/v1/me", { key });
	await deleteTenant(id);
	await call(403, "/v1/me", { key });
	letDaysPass(30);
	await scheduledWork();
	expectProblem(await call(401, "/v1/me", { key }), "/v1/me", "invalid_api_key");
	credentialCache.clear();
	expectProblem(await call(401, "/v1/me", { key }), "/v1/me", "invalid_api_key");
});

it("a tenant is not restored any more from that day on", async () => {
	const id = await newTenant();
	await deleteTenant(id);
	letDaysPass(30);
	await restoreTenant(id, 409);
	await deleteTenant(id);
	await scheduledWork();
	await restoreTenant(id, 404);
});

it("a tenant that is restored on the last day loses nothing, whenever the removal looks at it", async () => {
	const { id } = await newFullStudio();
	const home = await databaseOf(id);
	await deleteTenant(id);
	const before = await rowsOfTenant(home, id);
	letDaysPass(29.9);
	await restoreTenant(id);
	letDaysPass(30);
	await removeIn(home);
	const after = await rowsOfTenant(home, id);
	expect({ ...after, audit_entries: [], stored_bytes: [] }).toEqual({ ...before, audit_entries: [], stored_bytes: [] });
});

it("a restore that was decided before the day and commits just before the removal begins loses nothing", async () => {
	const { id } = await newFullStudio();
	const home = await databaseOf(id);
	await deleteTenant(id);
	const before = await rowsOfTenant(home, id);
	letDaysPass(30);
	const restoring = async (_: string, sql: string) => {
		if (sql.includes("removal_began_at")) await rows("UPDATE tenants SET delete_at = NULL WHERE id = ?", id);
	};
	await removeIn(home, { wrap: (writer) => hookedWriter({ before: restoring }, writer) });
	expect(await rowsOfTenant(home, id)).toEqual(before);
	await operate(200, `/admin/tenants/${id}`);
});

it("a restore that was decided before the day is refused once the removal has begun", async () => {
	const id = await newTenant();
	await deleteTenant(id);
	const [{ revision }] = (await rows("SELECT revision FROM tenants WHERE id = ?", id)) as [{ revision: number }];
	letDaysPass(30);
	const crashing = (binding: string) => {
		if (binding !== "DB") throw new Error("Network connection lost.");
	};
	const home = await databaseOf(id);
	await removeIn(home, { wrap: (writer) => hookedWriter({ before: crashing }, writer) }).catch(() => {});
	const [after] = await rows("SELECT revision, removal_began_at FROM tenants WHERE id = ?", id);
	expect(after).toEqual({ revision: revision + 1, removal_began_at: expect.any(Number) });
});

it("rows that a late effect writes at the end of the removal are removed, too", async () => {
	const { id } = await newFullStudio();
	const home = await databaseOf(id);
	await deleteTenant(id);
	letDaysPass(30);
	let isLate = false;
	const writeLate = async (_: string, sql: string) => {
		if (isLate || !sql.includes("'DELETED'") || !sql.includes("audit_entries")) return;
		isLate = true;
		await rows(
			`INSERT INTO audit_entries (id, tenant_id, action, resource_id, actor_type, request_id, created_at)
				VALUES ('aud_late', ?, 'oauth_grant.revoked', 'none', 'oauth_app', 'none', 1)`,
			id,
		);
	};
	await removeIn(home, { wrap: (writer) => hookedWriter({ before: writeLate }, writer) });
	expect([isLate, await traces(id)]).toEqual([true, leftIn(home)]);
});

it.each(["before", "after"] as const)("a crash %s any step goes on later, to the same end", async (when) => {
	const { id, person, invited } = await newStudioWithPeople();
	const home = await databaseOf(id);
	await deleteTenant(id);
	letDaysPass(30);
	let crashes = 0;
	for (let last = -1; ; last++) {
		let n = 0;
		const crashing = () => {
			if (n++ > last) throw new Error("Network connection lost.");
		};
		const run = removeIn(home, { wrap: (writer) => hookedWriter({ [when]: crashing }, writer) });
		if (
			await run.then(
				() => true,
				() => false,
			)
		)
			break;
		crashes++;
	}
	expect(crashes).toBeGreaterThan(3);
	expect(await traces(id, person.id, invited)).toEqual(leftIn(home));
});

it("two runs at once end like one", async () => {
	const { id, person, invited } = await newStudioWithPeople();
	const home = await databaseOf(id);
	await deleteTenant(id);
	letDaysPass(30);
	await Promise.allSettled(Array.from({ length: 3 }, () => removeIn(home)));
	await removeIn(home);
	expect(await traces(id, person.id, invited)).toEqual(leftIn(home));
});

it("a large tenant delays no other: each has a step in turn", async () => {
	const large = await newWorld({ database: "DATA_2" });
	await dataDatabase("DATA_2")
		.prepare(
			`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
			INSERT INTO audit_entries (id, tenant_id, action, resource_id, actor_type, request_id, created_at)
			SELECT 'aud_' || i, ?, 'client.created', 'none', 'system', 'none', 1 FROM n`,
		)
		.bind(large.id)
		.run();
	const small = await newWorld({ database: "DATA_2" });
	for (const { id } of [large, small]) await deleteTenant(id);
	letDaysPass(30);
	const order: string[] = [];
	const watch = (_: string, sql: string) => {
		if (sql.includes('DELETE FROM "tenants"')) order.push("removed");
		else if (sql.includes("DELETE FROM clients")) order.push("step");
	};
	await removeIn("DATA_2", { wrap: (writer) => hookedWriter({ after: watch }, writer) });
	const stepsIn = (part: string[]) => part.filter((each) => each === "step").length;
	const smallRemoved = order.indexOf("removed");
	expect(stepsIn(order.slice(0, smallRemoved))).toBeGreaterThan(1);
	expect(stepsIn(order.slice(smallRemoved))).toBeGreaterThan(2);
	expect(await traces(large.id)).toEqual({ "DATA_2.audit_entries": 2, "DATA_2.studios": 1 });
});

it("a run ends when its time is over, and the next one goes on", async () => {
	const { id } = await newFullStudio();
	const home = await databaseOf(id);
	await deleteTenant(id);
	letDaysPass(30);
	await removeIn(home, { forMs: 0 });
	expect((await rowsOfTenant(home, id)).clients).toHaveLength(3);
	await removeIn(home);
	expect((await rowsOfTenant(home, id)).clients).toEqual([]);
});

it("a database that is away delays its own tenants alone", async () => {
	const [away, here] = [await newTenant({ database: "DATA_1" }), await newTenant({ database: "DATA_2" })];
	for (const id of [away, here]) await deleteTenant(id);
	letDaysPass(30);
	const wrap: Parameters<typeof removeIn>[1] = {
		wrap: (writer) =>
			hookedWriter(
				{
					before: (binding) => {
						if (binding === "DATA_1") throw new Error("Network connection lost.");
					},
				},
				writer,
			),
	};
	await expect(removeIn("DATA_1", wrap)).rejects.toThrow("lost");
	await removeIn("DATA_2", wrap);
	await operate(200, `/admin/tenants/${away}`);
	await operate(404, `/admin/tenants/${here}`);
	await removeIn("DATA_1");
	await operate(404, `/admin/tenants/${away}`);
});

it("people who belong to no other studio lose their account, and others keep it with their sessions", async () => {
	const [gone, staying] = [await newTenant(), await newTenant()];
	const [only, both] = [await newPerson(gone), await newPerson(gone)];
	const sessions = [await newSession(only), await newSession(both)];
	await joinStudio(both, staying);
	await deleteTenant(gone);
	letDaysPass(30);
	const fresh = [await newSession(only), await newSession(both)];
	await scheduledWork();
	expect(await Promise.all(fresh.map(isSignedIn))).toEqual([false, true]);
	expect(await traces(only.id, only.email)).toEqual({});
	expect(sessions).toHaveLength(2);
	await operate(201, `/admin/tenants/${staying}/users`, { body: { email: only.email } });
});

it("people of no other studio lose their account although they connected an app to one that stays", async () => {
	const gone = await newTenant();
	const connection = await newConnection();
	const { person, tenantId, cookie } = connection;
	const tokens = await newTokens(connection);
	const owner = await newPerson(tenantId);
	await joinStudio(person, gone);
	await operate(200, `/admin/tenants/${tenantId}/users/${person.id}`, { method: "DELETE" });
	await deleteTenant(gone);
	letDaysPass(29.99);
	const renewed = (await refresh(connection.app, tokens.refresh_token)).body;
	letDaysPass(0.01);
	await scheduledWork();
	expect([await isSignedIn(cookie), await traces(person.id, person.email)]).toEqual([
		false,
		// The audit log of the studio that stays.
		{ [`${await databaseOf(tenantId)}.audit_entries`]: expect.any(Number) },
	]);
	await me(200, renewed.access_token);
	const page = await call(200, `/dashboard/connected_apps?studio=${tenantId}`, {
		headers: { Cookie: await newSession(owner) },
	});
	expect(page.text).toContain("Connected by somebody whose account was removed on");
	await operate(201, `/admin/tenants/${tenantId}/users`, { body: { email: person.email } });
});

it("the apps that it registered end: each connected studio finds that in its audit log", async () => {
	const owner = await newTenant({ plan: "studio" });
	const app = await createApp({ tenant_id: owner });
	const connection = await newConnection({ app });
	const tokens = await newTokens(connection);
	const { key } = await newKey(connection.tenantId);
	await deleteTenant(owner);
	await me(200, tokens.access_token);
	letDaysPass(29);
	const approval = await approve({ ...connection, cookie: await newSession(connection.person) });
	const late = (await exchange(app, approval)).body;
	letDaysPass(1);
	for (let run = 0; run < 3; run++) await scheduledWork();
	expect([401, 403]).toContain((await send("/v1/me", { key: late.access_token })).status);
	const entries = (await call(200, "/v1/audit_log", { key })).body.data;
	const revoked = entries.filter(({ action }: { action: string }) => action === "oauth_grant.revoked");
	expect(revoked.length).toBeGreaterThanOrEqual(2);
	expect(revoked[0].actor).toEqual({ type: "system", id: null });
	await operate(404, `/admin/oauth_apps/${app.id}`);
	await operate(404, `/admin/tenants/${owner}`);
	expect(await rows("SELECT id FROM oauth_apps WHERE id = ?", app.id)).toEqual([]);
	await call(200, "/v1/me", { key });
});

it("nothing of it stays at its gates: neither its requests nor the last uses of its keys", async () => {
	const { id, key } = await newWorld();
	await call(200, "/v1/me", { key });
	await deleteTenant(id);
	await call(403, "/v1/me", { key });
	const log = requestsOf(env, { id, region: "any" });
	letDaysPass(30);
	await call(403, "/v1/me", { key });
	await expect.poll(async () => (await log.lastUses()).length).toBe(1);
	await scheduledWork();
	expect([await log.lastUses(), await log.listRequests({}, { take: 10 })]).toEqual([[], []]);
});

it("no row of the control database that others refer to is removed by looking through a whole table of theirs", async () => {
	const { results: tables } = await env.DB.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all<{
		name: string;
	}>();
	const withoutIndex: string[] = [];
	let references = 0;
	for (const { name } of tables.filter((table) => !/^(sqlite_|_cf_|d1_)/.test(table.name))) {
		const { results: keys } = await env.DB.prepare(`PRAGMA foreign_key_list("${name}")`).all<{ from: string }>();
		const { results: indexes } = await env.DB.prepare(`PRAGMA index_list("${name}")`).all<{
			name: string;
			partial: number;
		}>();
		const first = await Promise.all(
			indexes
				.filter(({ partial }) => partial === 0)
				.map(
					async (index) => (await env.DB.prepare(`PRAGMA index_info("${index.name}")`).first<{ name: string }>())?.name,
				),
		);
		references += keys.length;
		for (const { from } of keys) if (!first.includes(from)) withoutIndex.push(`${name}.${from}`);
	}
	expect(references).toBeGreaterThan(10);
	// Its rows are there for moments alone, and each index would be written for each of them.
	expect(withoutIndex).toEqual(["gate_notices.tenant_id"]);
});
