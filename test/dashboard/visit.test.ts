import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../src/platform/lib/ids.ts";
import { call, send } from "../support/api.ts";
import { auditOf, type Member, memberOf, newMember, textOf } from "../support/dashboard.ts";
import { wholeDatabase } from "../support/database.ts";
import { newSession, post } from "../support/oauth.ts";
import { joinStudio } from "../support/people.ts";
import { newKey, newTenant } from "../support/world.ts";

/** A member of two studios: Aviary and Zebra Ink. */
let person: Member;
let zebra: string;
let stranger: Member;
let staff: Member;
const secret = "Secret Studio";
beforeAll(async () => {
	person = await newMember({ tenantId: await newTenant({ name: "Aviary" }) });
	zebra = await newTenant({ name: "Zebra Ink" });
	await joinStudio(person.person, zebra);
	stranger = await newMember({ tenantId: await newTenant({ name: secret }) });
	staff = await newMember({ tenantId: person.tenantId, role: "STAFF" });
});

const get = (path: string, cookie: string) => send(path, { headers: { Cookie: cookie } });
const location = async (path: string, cookie: string) => (await get(path, cookie)).headers.get("Location");
const form = { name: "Website", mode: "live", scopes: "read:clients", ip_allowlist: "", expires_at: "" };
const keysOf = async (visitor: Member) =>
	(await auditOf(visitor.tenantId)).filter(({ action }) => action === "api_key.created");

describe("the menu", () => {
	it.each([
		["Overview", 200, ""],
		["Clients", 200, "/clients"],
		["Clients", 404, `/clients/${newId("client", Date.now())}`],
		["Webhooks", 200, "/webhooks"],
		["Webhooks", 404, `/deliveries/${newId("delivery", Date.now())}`],
		["Account", 200, "/account"],
	])("marks the area of the page alone: %s, of a %i", async (area, status, path) => {
		const { text } = await person.open(status, path);
		const marked = [...text.matchAll(/<a [^>]*data-key="\w" aria-current="page"[^>]*>(.*?)<\/a>/gs)];
		expect(new Set(marked.map(([, inner = ""]) => inner.replace(/<svg.*<\/svg>/s, "")))).toEqual(new Set([area]));
	});
});

describe("the studio of a page", () => {
	it("stands in its address, and in that of every link to the dashboard and of every form", async () => {
		const there = memberOf(zebra, person.person, person.cookie);
		const { text } = await there.open(200, "/api_keys");
		expect(text).toContain("<title>API keys · Zebra Ink</title>");
		const links = [...text.matchAll(/(?:href|action)="(\/dashboard[^"]*)"/g)].map(([, href = ""]) => href);
		expect(links.length).toBeGreaterThan(15);
		const [toOther, others] = [links.filter((href) => href.includes(person.tenantId)), links.length];
		expect(toOther.every((href) => href === `/dashboard/api_keys?studio=${person.tenantId}`)).toBe(true);
		expect(links.filter((href) => href.includes(`studio=${zebra}`))).toHaveLength(others - toOther.length);
	});

	it("is the first by name where the address names none, and then the one that was opened last", async () => {
		expect(await location("/dashboard", person.cookie)).toBe(`/dashboard?studio=${person.tenantId}`);
		const opened = await get(`/dashboard?studio=${zebra}`, person.cookie);
		const kept = opened.headers.get("Set-Cookie") ?? "";
		expect(kept).toMatch(/^studio=ten_\w+; Max-Age=\d+; Path=\/dashboard; HttpOnly; Secure; SameSite=Lax$/);
		const cookie = `${person.cookie}; ${kept.split(";")[0]}`;
		expect(await location("/dashboard/api_keys?after=key_x", cookie)).toBe(
			`/dashboard/api_keys?studio=${zebra}&after=key_x`,
		);
	});

	it("is never another's, whatever the cookie or the address says", async () => {
		const cookie = `${person.cookie}; studio=${stranger.tenantId}`;
		expect(await location("/dashboard", cookie)).toBe(`/dashboard?studio=${person.tenantId}`);
		for (const studio of [stranger.tenantId, newId("tenant", Date.now()), "x", "", "%00", `${person.tenantId}%20`]) {
			const { status, text } = await get(`/dashboard?studio=${studio}`, cookie);
			expect(status, studio).toBe(404);
			expect(text).not.toContain(secret);
		}
		await call(404, `/dashboard?studio=${stranger.tenantId}&studio=${person.tenantId}`, {
			headers: { Cookie: cookie },
		});
	});

	it("is named by every form: one without it, or with another's, changes nothing", async () => {
		const headers = { Cookie: person.cookie };
		for (const query of ["", `?studio=${stranger.tenantId}`, "?studio="])
			expect((await post(`/dashboard/api_keys/new${query}`, form, { headers })).status).toBe(404);
		expect(await keysOf(person)).toEqual([]);
		expect(await keysOf(stranger)).toEqual([]);
	});

	it("is answered to a stranger like one that does not exist", async () => {
		const words = async (studio: string) =>
			textOf((await get(`/dashboard?studio=${studio}`, person.cookie)).text.replace(/<code>[^<]*<\/code>/, ""));
		expect(await words(stranger.tenantId)).toBe(await words(newId("tenant", Date.now())));
	});

	it("is none for who belongs to none, which the page explains", async () => {
		const { person: lonely } = await newMember();
		const { tenantId } = await newMember();
		const cookie = await newSession(lonely);
		expect((await get(`/dashboard?studio=${tenantId}`, cookie)).status).toBe(404);
	});
});

describe("STAFF", () => {
	it("opens the daily work and the account, and finds no link to the rest", async () => {
		const { text } = await staff.open(200, "");
		await staff.open(200, "/account");
		for (const area of ["api_keys", "webhooks", "events", "requests", "connected_apps", "audit_log", "team"])
			expect(text).not.toContain(`/dashboard/${area}`);
		for (const area of ["calendar", "clients", "artists", "shops", "event_types", "account"])
			expect(text).toContain(`/dashboard/${area}`);
	});

	it("gets 403 for the rest, on pages and from forms, and is told whom to ask", async () => {
		const { id } = await newKey(staff.tenantId, { name: "Till" });
		for (const path of ["/api_keys", "/api_keys/new", `/api_keys/${id}`, "/connected_apps", "/team", "/team/invite"]) {
			const { text } = await staff.open(403, path);
			expect(textOf(text)).toContain("Ask an owner");
			expect(text).not.toContain("Till");
		}
		for (const path of ["/api_keys/new", `/api_keys/${id}/revoke`, "/team/invite"]) await staff.submit(403, path, form);
		expect(await keysOf(staff)).toEqual([]);
	});
});

describe("who is not signed in", () => {
	it.each(["", `__Host-studio_session=${"x".repeat(43)}`])(
		"goes to the sign-in and back to the page: %j",
		async (cookie) => {
			const path = `/dashboard/api_keys?studio=${person.tenantId}&after=key_x`;
			expect(await location(path, cookie)).toBe(`/sign_in?continue=${encodeURIComponent(path)}`);
			const { email, password } = person.person;
			const signedIn = await post("/sign_in", { email, password, continue: path });
			expect(signedIn.headers.get("Location")).toBe(path);
		},
	);

	it("changes nothing by a form, and comes back to its page without its fields", async () => {
		const answer = await post(person.at("/api_keys/new"), form);
		expect([answer.status, answer.headers.get("Location")]).toEqual([
			303,
			`/sign_in?continue=${encodeURIComponent("/dashboard/api_keys/new")}`,
		]);
		expect(await keysOf(person)).toEqual([]);
	});
});

describe("a form", () => {
	it.each<Record<string, string>>([
		{ Origin: "https://evil.example" },
		{ Origin: "null" },
		{ "Sec-Fetch-Site": "cross-site" },
		{ "Sec-Fetch-Site": "same-site" },
	])("from another origin, with %j, is 403 and changes nothing", async (headers) => {
		expect((await person.submit(403, "/api_keys/new", form, headers)).text).toContain(
			"This form came from another site",
		);
		expect(await keysOf(person)).toEqual([]);
	});

	it.each<[string, number, BodyInit, string]>([
		["as JSON", 400, JSON.stringify(form), "application/json"],
		[
			"as multipart",
			400,
			'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\na\r\n--x--',
			"multipart/form-data; boundary=x",
		],
		["as text", 400, "name=a", "text/plain"],
		["with nothing in it", 422, "", "application/x-www-form-urlencoded"],
		["larger than a megabyte", 413, `name=${"x".repeat(1024 * 1024)}`, "application/x-www-form-urlencoded"],
	])("%s is answered with %i, and changes nothing", async (_, status, raw, type) => {
		const before = (await wholeDatabase()).api_keys;
		const headers = { Cookie: person.cookie, "Content-Type": type };
		const answer = await send(person.at("/api_keys/new"), { method: "POST", raw, headers });
		expect(answer.status, textOf(answer.text)).toBe(status);
		expect(answer.headers.get("Content-Type")).toContain("text/html");
		expect((await wholeDatabase()).api_keys).toBe(before);
	});
});

it("a GET changes nothing, also of a page that asks for something", async () => {
	const visitor = await newMember();
	const { id } = await newKey(visitor.tenantId);
	await visitor.open(200, "");
	for (const step of ["edit", "rotate", "revoke"]) await visitor.open(200, `/api_keys/${id}/${step}`);
	for (const step of ["pause", "resume"]) await visitor.open(404, `/api_keys/${id}/${step}`);
	expect(await auditOf(visitor.tenantId)).toEqual([]);
});

it("an address of the dashboard that does not exist is a page that says so", async () => {
	for (const { text, headers } of [
		await person.open(404, "/nothing/here"),
		await person.submit(404, "/nothing/here"),
	]) {
		expect(headers.get("Content-Type")).toContain("text/html");
		expect(text).toContain("<h1>Not found");
	}
});

it("a page that does not exist leads to its area, to the calendar and to the search of clients", async () => {
	const waysOn = async (path: string) => {
		const { text } = await person.open(404, path);
		const [, ways = ""] = /<p class="actions">(.*?)<\/p>/s.exec(text) ?? [];
		return [...ways.matchAll(/href="([^?"]+)\?studio=/g)].map(([, href]) => href);
	};
	const always = ["/dashboard/calendar", "/dashboard/clients"];
	expect(await waysOn("/leads/led_nothing")).toEqual(["/dashboard/leads", ...always]);
	expect(await waysOn("/nothing/here")).toEqual(["/dashboard", ...always]);
	expect(await waysOn("/clients/cli_nothing")).toEqual(always);
});
