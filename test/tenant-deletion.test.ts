import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Publisher } from "../src/entry/publisher.ts";
import { event, ics } from "./calendars/ics.ts";
import { readDue } from "./calendars/queue.ts";
import { call, send } from "./support/api.ts";
import { bookedLink, newBookableStudio, sendWaiting, Visitor } from "./support/booking-page.ts";
import { advance, now } from "./support/clock.ts";
import { memberOf, newMember, textOf } from "./support/dashboard.ts";
import { overtaken, rows, settledDatabase } from "./support/database.ts";
import { deleteTenant, letDaysPass, restoreTenant } from "./support/deletion.ts";
import { createClient, createEndpoint, deliveriesOf } from "./support/deliveries.ts";
import { expectProblem } from "./support/expect.ts";
import { newFullStudio } from "./support/full-studio.ts";
import { databaseOf } from "./support/local.ts";
import { MailService } from "./support/mail-service.ts";
import { orderMove, otherDatabase, rowsOfTenant } from "./support/moves.ts";
import { basic, createApp, me, newCodeForm, newConnection, newTokens, post, refresh, token } from "./support/oauth.ts";
import { joinStudio, linkTo } from "./support/people.ts";
import { Receiver } from "./support/receiver.ts";
import { scheduledWork } from "./support/scheduled.ts";
import { Sites } from "./support/sites.ts";
import { at, newStudio } from "./support/studio.ts";
import { takesEffectAtOnce } from "./support/takes-effect-at-once.ts";
import { createKey, letPass, newKey, newTenant, newWorld, operate } from "./support/world.ts";

const service = new MailService();
beforeEach(() => {
	service.reset();
	advance(60);
});
afterEach(() => vi.restoreAllMocks());

const day = 86_400_000;
const isRefused = ({ status, body }: { status: number; body: { code?: string } }) =>
	status === 403 && body.code === "feature_not_available";

it("a deletion answers 202 with a day thirty days ahead, which a repetition and the tenant show too", async () => {
	const id = await newTenant({ plan: "crew" });
	const before = Date.parse(now());
	const deleted = await deleteTenant(id);
	expect(deleted).toMatchObject({ object: "tenant", id, plan: "crew" });
	expect(Date.parse(deleted.delete_at)).toBeGreaterThanOrEqual(before + 30 * day);
	expect(Date.parse(deleted.delete_at)).toBeLessThan(before + 30 * day + 60_000);
	letDaysPass(3);
	expect((await deleteTenant(id)).delete_at).toBe(deleted.delete_at);
	expect((await operate(200, `/admin/tenants/${id}`)).body).toEqual({ ...deleted, stored_bytes: expect.any(Number) });
	expect((await restoreTenant(id)).delete_at).toBeNull();
});

it("a repetition with the same Idempotency-Key gets the stored 202, and of many deletions at once all answer one day", async () => {
	const [id, other] = [await newTenant(), await newTenant()];
	const request = () =>
		operate(202, `/admin/tenants/${id}`, { method: "DELETE", headers: { "Idempotency-Key": `deletion ${id}` } });
	const first = await request();
	await restoreTenant(id);
	expect((await request()).text).toBe(first.text);
	expect((await operate(200, `/admin/tenants/${id}`)).body.delete_at).toBeNull();
	const answers = await Promise.all(Array.from({ length: 5 }, () => deleteTenant(other)));
	expect(new Set(answers.map(({ delete_at }) => delete_at)).size).toBe(1);
});

it("a tenant that does not exist is 404, for the deletion and the restore", async () => {
	const unknown = `ten_${"0".repeat(32)}`;
	await deleteTenant(unknown, 404);
	await restoreTenant(unknown, 404);
});

it.each(["live", "test"] as const)("every %s key is refused from the next request on", async (mode) => {
	const id = await newTenant({ plan: "solo" });
	const { key } = await newKey(id, { mode, rate_limit_tier: "custom", rate_limit_per_minute: 100_000 });
	const { key: another } = await createKey(id, { mode });
	await takesEffectAtOnce(key, isRefused, () => deleteTenant(id));
	const refused = await call(403, "/v1/clients", { key: another });
	expectProblem(refused, "/v1/clients", "feature_not_available");
	expect(refused.body.detail).toBe("The studio is being deleted.");
	expectProblem(
		await call(403, "/v1/clients", { key: another, body: { email: "a@example.com" } }),
		"/v1/clients",
		"feature_not_available",
	);
	await restoreTenant(id);
	for (const one of [key, another]) expect((await call(200, "/v1/me", { key: one })).body.tenant_id).toBe(id);
});

it("a restored key works from the next request on, also where its refusal is remembered", async () => {
	const { id, key } = await newWorld();
	await deleteTenant(id);
	await takesEffectAtOnceAgain(key, () => restoreTenant(id));
});

async function takesEffectAtOnceAgain(key: string, restore: () => Promise<unknown>): Promise<void> {
	await Promise.all(Array.from({ length: 5 }, () => call(403, "/v1/me", { key })));
	await restore();
	await Promise.all(Array.from({ length: 5 }, () => call(200, "/v1/me", { key })));
}

it("access tokens, refresh tokens and codes are refused, and work again after the restore", async () => {
	const connection = await newConnection();
	const { app, tenantId } = connection;
	const { access_token, refresh_token } = await newTokens(connection);
	const firstParty = await createApp({ first_party: true });
	const introspected = async (token: string) =>
		(await post("/oauth/introspect", { token }, { headers: basic(firstParty) })).body.active;
	await takesEffectAtOnce(access_token, isRefused, () => deleteTenant(tenantId));
	const refused = await refresh(app, refresh_token);
	expect([refused.status, refused.body.error]).toEqual([400, "unauthorized_client"]);
	expect([await introspected(access_token), await introspected(refresh_token)]).toEqual([false, false]);
	await restoreTenant(tenantId);
	await me(200, access_token);
	expect([await introspected(access_token), await introspected(refresh_token)]).toEqual([true, true]);
	await me(200, (await refresh(app, refresh_token)).body.access_token);
});

it("no code can be redeemed, and the studio cannot be chosen at the consent", async () => {
	const connection = await newConnection();
	const form = await newCodeForm(connection);
	await deleteTenant(connection.tenantId);
	const refused = await token(connection.app, form);
	expect([refused.status, refused.body.error]).toEqual([400, "unauthorized_client"]);
	await restoreTenant(connection.tenantId);
	expect((await token(connection.app, form)).status).toBe(200);
});

it("the dashboard says in words that a person's only studio is being deleted, and opens it again afterwards", async () => {
	const member = await newMember();
	await member.open(200, "/clients");
	const { delete_at } = await deleteTenant(member.tenantId);
	for (const path of ["", "/clients"]) {
		const page = textOf((await member.open(404, path)).text);
		expect(page).toContain("Your studio is being deleted");
		expect(page).toContain("Black Lotus is being deleted.");
		expect(page).toContain(
			`will be removed on ${new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Berlin", day: "numeric", month: "short", year: "numeric" }).format(Date.parse(delete_at))}`,
		);
	}
	const start = await send("/dashboard", { headers: { Cookie: member.cookie } });
	expect([start.status, textOf(start.text)]).toEqual([404, expect.stringContaining("Your studio is being deleted")]);
	expect((await send("/dashboard/account", { headers: { Cookie: member.cookie } })).status).toBe(200);
	await restoreTenant(member.tenantId);
	await member.open(200, "/clients");
});

it("a person of two studios goes on with the other one", async () => {
	const gone = await newMember();
	const staying = await newTenant({ name: "White Lily" });
	await joinStudio(gone.person, staying);
	await deleteTenant(gone.tenantId);
	const other = memberOf(staying, gone.person, gone.cookie);
	expect((await other.open(200, "")).text).not.toContain("Black Lotus");
	expect(textOf((await gone.open(404, "/clients")).text)).toContain("Black Lotus is being deleted");
	const account = await send("/dashboard/account", { headers: { Cookie: gone.cookie } });
	expect(account.text).not.toContain("Black Lotus");
});

it("the booking page and manage links are gone meanwhile, and mails wait", async () => {
	const place = await newBookableStudio();
	const email = `${crypto.randomUUID()}@example.com`;
	const link = await bookedLink(service, place, at("10:00"), email);
	const visitor = new Visitor();
	expect((await visitor.get(place.path)).status).toBe(200);
	await deleteTenant(place.id);
	for (const path of [`/${place.artistSlug}`, place.path]) expect((await visitor.get(path)).status).toBe(404);
	for (const path of [link, `${link}/move`]) expect((await visitor.get(path)).status).toBe(410);
	expect((await visitor.post(`${link}/cancel`, { email })).status).toBe(410);
	await restoreTenant(place.id);
	expect((await visitor.get(place.path)).status).toBe(200);
	expect((await visitor.get(link)).status).toBe(200);
});

it("the operator and the product's other Workers change nothing of its data", async () => {
	const { id, key } = await newWorld({ plan: "empire" });
	const artist = (await call(201, "/v1/artists", { key, body: { name: "Mia" } })).body.id;
	await deleteTenant(id);
	const before = await rowsOfTenant(await databaseOf(id), id);
	const data = { type: "payment.succeeded", data: {} };
	const hours = { hours: [{ weekday: 1, start: "10:00", end: "18:00" }] };
	for (const [path, method, body] of [
		[`/admin/tenants/${id}/events`, "POST", data],
		[`/admin/artists/${artist}/working_hours`, "PUT", hours],
	] as const)
		expectProblem(await operate(409, path, { method, body }), path, "conflict");
	// Through `exports` a rejected call is reported a second time, as unhandled.
	const publisher = new Publisher(createExecutionContext(), env);
	await expect(publisher.publish(id, data)).rejects.toThrow("being deleted");
	expect(await rowsOfTenant(await databaseOf(id), id)).toEqual(before);
});

it("webhooks and hooks are not sent meanwhile, and after the restore what waits is sent", async () => {
	const receiver = new Receiver();
	const { id, key } = await newWorld({ plan: "empire" });
	const endpoint = await createEndpoint(key);
	const hook = { target_url: "https://hook.example/one", trigger: "new_client" };
	await call(201, "/v1/automation/hooks", { key, body: hook });
	for (const url of [endpoint.url, hook.target_url]) receiver.answersStatus(url, 500);
	await createClient(key);
	for (const url of [endpoint.url, hook.target_url]) await receiver.until(url, 1);
	await settledDatabase();
	await deleteTenant(id);
	const before = receiver.received.length;
	for (let hour = 0; hour < 3; hour++) {
		await letPass(3600);
		await scheduledWork();
	}
	await settledDatabase();
	expect(receiver.received).toHaveLength(before);
	for (const url of [endpoint.url, hook.target_url]) receiver.answersStatus(url, 200);
	await restoreTenant(id);
	await scheduledWork();
	for (const url of [endpoint.url, hook.target_url]) await receiver.until(url, 2);
	await settledDatabase();
	expect((await deliveriesOf(key, endpoint.id))[0].status).toBe("SUCCEEDED");
});

it("reminders and other mails wait meanwhile", async () => {
	const place = await newBookableStudio({ type: { reminder_hours: [24] } });
	const email = `${crypto.randomUUID()}@example.com`;
	const start = new Date(Math.ceil(Date.parse(now()) / day) * day + 2 * day + 10 * 3_600_000);
	await bookedLink(service, place, start.toISOString(), email);
	await rows(
		"INSERT INTO mails (id, tenant_id, kind, data, created_at) VALUES (?, ?, 'endpoints_over_plan', ?, 1)",
		...[`mal_${place.id}`, place.id, '{"plan":"solo","urls":[]}'],
	);
	await deleteTenant(place.id);
	const sent = service.sent.length;
	advance((start.getTime() - Date.parse(now())) / 1000 - 20 * 3600);
	await scheduledWork();
	await sendWaiting(place.id);
	expect(service.sent).toHaveLength(sent);
	await restoreTenant(place.id);
	await scheduledWork();
	await sendWaiting(place.id);
	const subjects = service.sent.slice(sent).map(({ subject }) => subject);
	expect(subjects.sort()).toEqual([
		expect.stringMatching("^Webhook endpoints were disabled"),
		expect.stringMatching(/is coming up$/),
	]);
});

it("external calendars are not fetched meanwhile", async () => {
	const server = new Sites();
	const url = "https://calendar.example/one.ics";
	server.answers(url, () => new Response(ics(...event("DTSTART:20270302T120000Z", "DURATION:PT1H"))));
	const { id, artistId, key } = await newStudio();
	await call(200, `/v1/artists/${artistId}/external_calendar`, { key, method: "PUT", body: { ics_url: url } });
	expect(server.at(url)).toHaveLength(1);
	await deleteTenant(id);
	advance(3600);
	await readDue();
	expect(server.at(url)).toHaveLength(1);
	await restoreTenant(id);
	await readDue();
	expect(server.at(url)).toHaveLength(2);
});

it("nobody and nothing is added to it, and nobody is invited to it", async () => {
	const id = await newTenant({ plan: "studio" });
	const { body: invited } = await operate(201, `/admin/tenants/${id}/users`, { body: { email: "ida@example.com" } });
	const link = await linkTo("ida@example.com");
	await deleteTenant(id);
	const app = {
		tenant_id: id,
		name: "Inkflow",
		redirect_uris: ["https://app.example/callback"],
		scopes: ["read:clients"],
	};
	for (const [path, body] of [
		[`/admin/tenants/${id}/users`, { email: "bo@example.com" }],
		[`/admin/tenants/${id}/users/${invited.id}/resend_invitation`, undefined],
		[`/admin/tenants/${id}/api_keys`, { name: "New" }],
		["/admin/oauth_apps", app],
	] as const)
		expectProblem(await operate(409, path, { method: "POST", ...(body ? { body } : {}) }), path, "conflict");
	expect((await send(link)).status).not.toBe(200);
	await restoreTenant(id);
	expect((await send(link)).status).toBe(200);
});

it("a restore brings everything back as it was: rows, plan, keys and endpoints", async () => {
	const { id, key } = await newFullStudio();
	const home = await databaseOf(id);
	const [before, tenant] = [await rowsOfTenant(home, id), (await operate(200, `/admin/tenants/${id}`)).body];
	const keys = (await operate(200, `/admin/tenants/${id}/api_keys`)).body.data;
	const endpoints = (await call(200, "/v1/webhook_endpoints", { key })).body.data;
	await deleteTenant(id);
	letDaysPass(2);
	await restoreTenant(id);
	const after = await rowsOfTenant(home, id);
	// The two changes are in the audit log, and are counted.
	const isOther = (name: string) => !["audit_entries", "stored_bytes"].includes(name);
	const others = (rows: object) => Object.fromEntries(Object.entries(rows).filter(([name]) => isOther(name)));
	expect(others(after)).toEqual(others(before));
	expect(after.audit_entries).toHaveLength((before.audit_entries?.length ?? 0) + 2);
	const restored = (await operate(200, `/admin/tenants/${id}`)).body;
	expect(restored).toEqual({ ...tenant, updated_at: restored.updated_at, stored_bytes: restored.stored_bytes });
	expect((await operate(200, `/admin/tenants/${id}/api_keys`)).body.data).toEqual(keys);
	expect((await call(200, "/v1/webhook_endpoints", { key })).body.data).toEqual(endpoints);
});

it("the audit log names the operator for both", async () => {
	const { id, key } = await newWorld();
	const { delete_at } = await deleteTenant(id);
	const [ordered] = (await operate(200, `/admin/audit_log?tenant_id=${id}`)).body.data;
	expect(ordered).toMatchObject({
		action: "tenant.deletion_ordered",
		actor: { type: "operator" },
		details: { delete_at },
	});
	const all = (await operate(200, "/admin/audit_log?limit=5")).body.data;
	expect(all.map((entry: { id: string }) => entry.id)).toContain(ordered.id);
	await restoreTenant(id);
	const actions = (await call(200, "/v1/audit_log", { key })).body.data.map(({ action }: { action: string }) => action);
	expect(actions).toEqual(["tenant.restored", "tenant.deletion_ordered"]);
});

it("a tenant that is not being deleted is restored without a change", async () => {
	const id = await newTenant();
	const before = (await operate(200, `/admin/tenants/${id}`)).body;
	expect(await restoreTenant(id)).toEqual(before);
	expect((await operate(200, `/admin/audit_log?tenant_id=${id}`)).body.data).toEqual([]);
});

it("a tenant is not deleted while it moves, and does not move while it is being deleted", async () => {
	const id = await newTenant();
	const to = await otherDatabase(id);
	await deleteTenant(id);
	const move = () => operate(409, `/admin/tenants/${id}/move`, { body: { database: to } });
	expectProblem(await move(), `/admin/tenants/${id}/move`, "conflict");
	await restoreTenant(id);
	await orderMove(id, to);
	await deleteTenant(id, 409);
	expect((await operate(200, `/admin/tenants/${id}`)).body.delete_at).toBeNull();
});

it("of a deletion and a move at the same time the later one is refused", async () => {
	const asOperator = { Authorization: `Bearer ${env.OPERATOR_TOKEN}`, "Content-Type": "application/json" };
	const [one, other] = [await newTenant(), await newTenant()];
	const deletion = await overtaken(
		async () => await orderMove(one, await otherDatabase(one)),
		`/admin/tenants/${one}`,
		{
			method: "DELETE",
			headers: asOperator,
		},
	);
	expect([deletion.status, deletion.body.detail]).toEqual([409, "The tenant is being moved already."]);
	const to = await otherDatabase(other);
	const move = await overtaken(() => deleteTenant(other), `/admin/tenants/${other}/move`, {
		method: "POST",
		headers: asOperator,
		body: JSON.stringify({ database: to }),
	});
	expect([move.status, move.body.detail]).toEqual([409, "The tenant is being deleted. Restore it first."]);
});

it("a change of the tenant is refused until it is restored, because nobody would get its events", async () => {
	const { id, key } = await newWorld({ plan: "solo" });
	await deleteTenant(id);
	const path = `/admin/tenants/${id}`;
	expectProblem(await operate(409, path, { method: "PATCH", body: { plan: "crew" } }), path, "conflict");
	await operate(200, path, { method: "PATCH", body: { plan: "solo" } });
	await restoreTenant(id);
	await operate(200, path, { method: "PATCH", body: { plan: "crew" } });
	expect((await call(200, "/v1/me", { key })).body.plan_slug).toBe("crew");
});
