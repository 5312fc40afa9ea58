import { env } from "cloudflare:workers";
import { databasesIn, listableTablesOf } from "../../lab/harness/placement.ts";
import { clock } from "../../src/platform/lib/clock.ts";
import { type IdKind, idPattern } from "../../src/platform/lib/ids.ts";
import { dayMs } from "../../src/platform/lib/time.ts";
import { areas } from "../../src/web/dashboard/routes.tsx";
import { agreed, preview, use } from "../mcp/mcp.ts";
import { call, send } from "./api.ts";
import { advance } from "./clock.ts";
import { formsOn, linksOn, type Member, memberOf, newMember, type ShownForm } from "./dashboard.ts";
import { database } from "./database.ts";
import { createEndpoint } from "./deliveries.ts";
import { addExport } from "./exports.ts";
import { newFullStudio } from "./full-studio.ts";
import { newImport } from "./imports.ts";
import { multipart } from "./multipart.ts";
import { newApp, newConnection, newTokens, signIn } from "./oauth.ts";
import { addPicture, newPicture } from "./pictures.ts";
import { keptOf } from "./request-log.ts";
import type { Studio } from "./studio.ts";
import { newKey, operate } from "./world.ts";

export interface DashboardRoute {
	method: "GET" | "POST";
	/** The declared path, such as `/dashboard/team/:id/edit`. */
	path: string;
	kinds: Record<string, IdKind>;
	/** A studio may open few files and previews in a minute. */
	counted: "page" | "file";
	who: "owner" | "everyone";
	formKind?: string;
}

/** The account belongs to no studio, so it is in no area. */
export const accountRoutes = [
	"GET ",
	"POST /name",
	"POST /email",
	"POST /password",
	"POST /sessions/end",
	"POST /sessions/end_others",
].map((one): DashboardRoute => {
	const [method, path = ""] = one.split(" ");
	const counted = { counted: "page", who: "everyone" } as const;
	return { method: method === "GET" ? "GET" : "POST", path: `/dashboard/account${path}`, kinds: {}, ...counted };
});

/** Every route of the dashboard. A new area is included as soon as it is mounted. */
export const dashboardRoutes: DashboardRoute[] = [
	...areas.flatMap(({ addresses, audience: who }) => addresses.map((address) => ({ ...address, who }))),
	...accountRoutes,
];

/** Lets the clock go on until the studio may open the next page of this kind. */
export const waitForShare = ({ counted }: Pick<DashboardRoute, "counted">): string =>
	advance(counted === "file" ? 6 : 1);

/** The route of an address, such as `/dashboard/team/usr_…/edit`. A route without an id takes precedence. */
const routeOf = (method: string, pathname: string): DashboardRoute | undefined =>
	byPrecedence.find(({ route, pattern }) => route.method === method && pattern.test(pathname))?.route;

const byPrecedence = dashboardRoutes
	.toSorted((a, b) => a.path.split(":").length - b.path.split(":").length)
	.map((route) => ({ route, pattern: new RegExp(`^${route.path.replace(/:\w+/g, "[^/]+")}$`) }));

export interface WalkedStudio {
	id: string;
	owner: Member;
	staff: Member;
}

const eachData = (sql: string, ...params: unknown[]): Promise<unknown> =>
	Promise.all(
		databasesIn(env)
			.filter(([binding]) => binding !== "DB")
			.map(([, d1]) =>
				d1
					.prepare(sql)
					.bind(...params)
					.run(),
			),
	);

/** It has records of every kind, people, and their connected apps. */
export async function newFullDashboard(): Promise<WalkedStudio> {
	const studio = await newFullStudio();
	const { id } = studio;
	await addStates(studio);
	const { person } = await newMember({ tenantId: id });
	// A second session, which the person can end.
	await signIn(person);
	const owner = memberOf(id, person, await signIn(person));
	await addLogo(owner);
	await leaveImports(studio, owner);
	await leaveExports(studio);
	await leaveSecret(studio.key);
	const staff = await newMember({ tenantId: id, role: "STAFF" });
	await newMember({ tenantId: id });
	await operate(201, `/admin/tenants/${id}/users`, { body: { email: `${crypto.randomUUID()}@example.com` } });
	await newTokens({ ...(await newConnection({ app: await newApp() })), ...owner });
	const paused = await newKey(id, { name: "Paused" });
	await operate(200, `/admin/api_keys/${paused.id}`, { method: "PATCH", body: { status: "INACTIVE" } });
	const rotated = await newKey(id, { name: "Rotated" });
	await operate(200, `/admin/api_keys/${rotated.id}/rotate`, { body: { overlap_seconds: dayMs / 1000 } });
	// No retry of a delivery may run while a test compares the databases.
	const later = clock.now() + 7 * dayMs;
	await eachData("UPDATE deliveries SET next_attempt_at = ?1, queued_until = ?1 WHERE next_attempt_at > 0", later);
	// The first page notes the use of a session.
	await staff.open(200, "/account");
	return { id, owner, staff };
}

async function addLogo(owner: Member): Promise<void> {
	const { raw, headers } = multipart({}, [{ field: "logo", name: "logo.png", bytes: newPicture() }]);
	await call(303, owner.at("/brand"), { method: "POST", raw, headers: { ...headers, Cookie: owner.cookie } });
}

/** A file that waits, and an import under way. */
async function leaveImports({ key }: Studio, owner: Member): Promise<void> {
	await newImport(key, "email,first_name\nlater@example.com,Later\n");
	const file = Buffer.from("email,first_name\nwaits@example.com,Waits\n");
	const { raw, headers } = multipart({}, [{ field: "file", name: "clients.csv", bytes: new Uint8Array(file) }]);
	await call(303, owner.at("/import"), { method: "POST", raw, headers: { ...headers, Cookie: owner.cookie } });
	// No step may run while a test compares the databases.
	await eachData(
		"UPDATE jobs SET due_at = ?, status = 'PENDING', finished_at = NULL WHERE kind = 'import' AND total = 1",
		clock.now() + 7 * dayMs,
	);
}

/** One with a file, and one under way. */
async function leaveExports({ key }: Studio): Promise<void> {
	const later = clock.now() + 7 * dayMs;
	await addExport(key, { status: "DONE", result: JSON.stringify({ sizeBytes: 1, expiresAt: later }) });
	await addExport(key, { status: "PENDING", finished_at: null, due_at: later });
}

/** An agent creates an endpoint, whose secret waits for the owner. */
async function leaveSecret(key: string): Promise<void> {
	const body = { url: "https://agent.example/in", events: ["payout.paid"] };
	await use(key, "apply_change", agreed(await preview(key, "createWebhookEndpoint", { body })));
}

/** The pages have special forms for records in these states. */
async function addStates({ id, key, artistId, clientId }: Studio): Promise<void> {
	const ask = async (status: number, method: string, path: string, body: object = {}) =>
		(await call(status, path, { key, method, body })).body;
	const booking = { artist_id: artistId, client_id: clientId };
	const today = (minutes: number) => new Date(clock.now() - minutes * 60_000).toISOString();
	await addDeposits(id, { ask, booking, at: (n) => today(-60 - n * 30) });
	await ask(201, "POST", "/v1/appointments", { ...booking, start_at: today(20), end_at: today(10) });
	const off = await ask(201, "POST", "/v1/appointments", { ...booking, start_at: today(40), end_at: today(30) });
	await ask(200, "PATCH", `/v1/appointments/${off.id}`, { status: "CANCELLED" });
	await ask(201, "POST", `/v1/appointments/${off.id}/cancellation_fee`, { amount: 5000, currency: "EUR" });
	await ask(201, "POST", "/v1/clients", { first_name: "Blocked", email: "blocked@example.com", is_blocked: true });
	const idea = await ask(201, "POST", "/v1/ideas", { client_id: clientId, subject: "Archived" });
	await ask(200, "POST", `/v1/ideas/${idea.id}/archive`);
	await ask(201, "POST", "/v1/leads", { first_name: "Asks only", email: "asks.only@example.com" });
	const lead = await ask(201, "POST", "/v1/leads", { first_name: "Archived" });
	await ask(200, "POST", `/v1/leads/${lead.id}/archive`);
	const [submission] = (await call(200, "/v1/form_submissions", { key })).body.data;
	for (const path of [
		...[`/v1/ideas/${idea.id}`, `/v1/leads/${lead.id}`, `/v1/artists/${artistId}`],
		`/v1/form_submissions/${submission.id}`,
	])
		for (let n = 0; n < 2; n++) await addPicture(key, path);
	// Somebody to whom appointments can be handed over.
	await ask(201, "POST", "/v1/artists", { name: "Also here" });
	const artist = await ask(201, "POST", "/v1/artists", { name: "Away" });
	const type = { artist_id: artist.id, name: "Over", slug: "over", kind: "OTHER", duration_minutes: 30 };
	await operate(201, `/admin/tenants/${id}/event_types`, { body: { ...type, is_active: false } });
	await ask(200, "PATCH", `/v1/artists/${artist.id}`, { status: "DEACTIVATED" });
	const [shop] = (await call(200, "/v1/shops", { key })).body.data;
	for (const path of [`/v1/artists/${artistId}`, `/v1/shops/${shop.id}`])
		await ask(200, "PUT", `${path}/calendar_feed`);
	const fields = [{ key: "a", label: "A", type: "text" }];
	await ask(201, "POST", "/v1/forms", { name: "Over", kind: "CONSENT", is_active: false, fields });
	const endpoint = await createEndpoint(key);
	await ask(200, "PATCH", `/v1/webhook_endpoints/${endpoint.id}`, { status: "DISABLED" });
	// The walk opens the newest deliveries alone. One under way would soon be something else again.
	await eachData(
		`UPDATE deliveries SET status = 'DEAD', next_attempt_at = NULL, leased_until = 0 WHERE id = (
			SELECT max(d.id) FROM deliveries d JOIN webhook_endpoints e ON e.tenant_id = d.tenant_id AND e.id = d.endpoint_id
			WHERE d.tenant_id = ? AND e.trigger IS NULL)`,
		id,
	);
}

interface Depositing {
	ask: (status: number, method: string, path: string, body?: object) => Promise<{ id: string }>;
	booking: object;
	at: (n: number) => string;
}

/** A deposit in each status that offers something. */
async function addDeposits(tenantId: string, { ask, booking, at }: Depositing): Promise<void> {
	const artist = await ask(201, "POST", "/v1/artists", { name: "Asks for deposits" });
	const hours = Array.from({ length: 7 }, (_, weekday) => ({ weekday, start: "00:00", end: "24:00" }));
	await operate(200, `/admin/artists/${artist.id}/working_hours`, { method: "PUT", body: { hours } });
	const type = { artist_id: artist.id, name: "Deposit", slug: "deposit", kind: "OTHER", duration_minutes: 15 };
	const terms = { deposit_required: true, deposit_amount: 5000, currency: "EUR" };
	const { id: event_type_id } = (
		await operate(201, `/admin/tenants/${tenantId}/event_types`, { body: { ...type, ...terms } })
	).body;
	const paid = { status: "HELD", method: "CASH" };
	for (const [n, notes] of [[], [paid], [{ status: "WAIVED" }], [paid, { status: "REFUNDING" }]].entries()) {
		const body = { ...booking, artist_id: artist.id, event_type_id, start_at: at(n) };
		const { id } = await ask(201, "POST", "/v1/appointments", body);
		for (const note of notes) await ask(200, "PATCH", `/v1/appointments/${id}/deposit`, note);
	}
}

/** Adds a unique word to all texts of a studio, so that a page that shows one of them is found. */
export async function mark(tenantId: string, word: string): Promise<void> {
	for (const [, d1] of databasesIn(env))
		for (const table of await listableTablesOf(d1)) {
			const { results } = await d1.prepare("SELECT name FROM pragma_table_info(?)").bind(table).all<{ name: string }>();
			const columns = results.map(({ name }) => name);
			for (const column of ["name", "first_name", "last_name", "title", "subject", "message", "notes", "reason"])
				if (columns.includes(column) && columns.includes("tenant_id"))
					await d1.prepare(`UPDATE "${table}" SET ${column} = ? WHERE tenant_id = ?`).bind(word, tenantId).run();
		}
	await database.prepare("UPDATE tenants SET name = ? WHERE id = ?").bind(word, tenantId).run();
}

const kindsOf = (value: unknown): IdKind[] =>
	typeof value === "string" ? allKinds.filter((kind) => idPattern(kind).test(value)) : [];
const allKinds = [
	...new Set(dashboardRoutes.flatMap(({ kinds }) => Object.values(kinds)).filter((kind) => kind !== "request")),
] as IdKind[];

export async function idsOf(tenantId: string): Promise<Map<IdKind, string[]>> {
	const found = new Map<IdKind, Set<string>>();
	for (const [, d1] of databasesIn(env))
		for (const table of await listableTablesOf(d1)) {
			const { results: columns } = await d1
				.prepare("SELECT 1 FROM pragma_table_info(?) WHERE name = 'tenant_id'")
				.bind(table)
				.all();
			if (columns.length === 0) continue;
			const { results } = await d1.prepare(`SELECT * FROM "${table}" WHERE tenant_id = ?`).bind(tenantId).all();
			for (const value of results.flatMap((row) => Object.values(row)))
				for (const kind of kindsOf(value)) found.set(kind, (found.get(kind) ?? new Set()).add(String(value)));
		}
	found.set("request", new Set((await keptOf(tenantId, 5)).map(({ requestId }) => requestId)));
	return new Map([...found].map(([kind, ids]) => [kind, [...ids]]));
}

/** The addresses of a route for these records: one for each record of its first id, at most a few. */
export function addressesOf({ path, kinds }: DashboardRoute, ids: Map<IdKind, string[]>): string[] {
	const names = Object.entries(kinds);
	const [first] = names;
	if (!first) return [path];
	return (ids.get(first[1]) ?? [])
		.slice(0, 3)
		.map((one) =>
			names.reduce(
				(address, [name, kind]) =>
					address.replace(`:${name}`, name === first[0] ? one : (ids.get(kind)?.[0] ?? "none")),
				path,
			),
		);
}

export interface Walk {
	/** The routes that links and forms lead to, such as `GET /dashboard`. */
	seen: Set<string>;
	forms: (ShownForm & { route: DashboardRoute })[];
	/** The largest number of database calls in sequence of each page that is no file and no preview, by its path. */
	calls: Record<string, number>;
	/** The faults that the walk has found. */
	faults: string[];
}

/** From the overview on, to so many addresses of one route at most. */
export async function walk({ at, cookie, tenantId }: Member, mostOfKind = 4): Promise<Walk> {
	const result: Walk = { seen: new Set(), forms: [], calls: {}, faults: [] };
	const opened = new Map<string, Set<string>>();
	const waiting = [at("")];
	for (let href = waiting.shift(); href !== undefined; href = waiting.shift()) {
		const { pathname, search, searchParams } = new URL(href, "https://api.test");
		if (!pathname.startsWith("/dashboard")) continue;
		const route = routeOf("GET", pathname);
		const kind = `${route?.path} ${[...new Set(searchParams.keys())].sort()}`;
		const ofKind = opened.get(kind) ?? new Set();
		opened.set(kind, ofKind);
		// The forms of an appointment depend on its status and on that of its deposit.
		const most = route?.path === "/dashboard/calendar/:id" ? 3 * mostOfKind : mostOfKind;
		if (ofKind.size >= most || ofKind.has(pathname + search)) continue;
		ofKind.add(pathname + search);
		if (searchParams.get("studio") !== tenantId) result.faults.push(`${href} is not about the studio`);
		if (!route || route.path.endsWith("*")) {
			result.faults.push(`${pathname} leads nowhere`);
			continue;
		}
		result.seen.add(`GET ${route.path}`);
		if (route.counted === "file") waitForShare(route);
		const { status, text, headers } = await send(href, { headers: { Cookie: cookie } });
		const calls = Number(/db;dur=[\d.]+;desc="(\d+)/.exec(headers.get("Server-Timing") ?? "")?.[1]);
		if (route.counted === "page") result.calls[route.path] = Math.max(result.calls[route.path] ?? 0, calls);
		// Some GET forms redirect to the address of the result.
		const onward = headers.get("Location");
		if (status === 303 && onward) waiting.push(onward);
		else if (status !== 200) result.faults.push(`${href} is ${status}`);
		if (!headers.get("Content-Type")?.includes("text/html")) continue;
		waiting.push(...linksOn(text));
		for (const form of formsOn(text)) {
			const action = form.action === "" ? href : form.action;
			const [path = ""] = action.split("?");
			if (path === "/sign_out") continue;
			const leads = routeOf(form.method.toUpperCase(), path);
			if (!leads) result.faults.push(`a form of ${href} leads nowhere: ${action}`);
			else if (form.method === "get") waiting.push(`${path}?${new URLSearchParams(form.fields)}`);
			else {
				result.seen.add(`POST ${leads.path}`);
				result.forms.push({ ...form, action, route: leads });
			}
		}
	}
	return result;
}
