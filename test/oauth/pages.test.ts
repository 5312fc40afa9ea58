import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../src/platform/lib/ids.ts";
import { dashboardScripts, icon, style } from "../../src/web/ui/assets.ts";
import { type Answer, type Call, send } from "../support/api.ts";
import { newMember } from "../support/dashboard.ts";
import {
	type App,
	authorizationOf,
	createApp,
	hiddenFields,
	isSignedIn,
	newApp,
	newConnection,
	newPerson,
	newPkce,
	newSession,
	newTokens,
	type Person,
	post,
	redirected,
	redirectUri,
} from "../support/oauth.ts";
import { linkTo } from "../support/people.ts";
import { newKey, newTenant, operate } from "../support/world.ts";

const { challenge } = newPkce();
/** Text that would run, or look like something else, if a page did not escape it. */
const markup = `</title><script>alert(1)</script><img src=x onerror='alert(2)'>" autofocus onfocus="alert(3)&lt;&amp;`;
const logo = "https://cdn.inkflow.example:8443/logo.png?size=64";

let app: App;
let cookie: string;
let tenantId: string;
let person: Person;
let staff: string;
let invitation: string;
beforeAll(async () => {
	app = await newApp({
		name: `A ${markup}`.slice(0, 100),
		description: markup,
		homepage_url: `https://inkflow.example/?a="><script>alert(1)</script>&b='`.replaceAll(" ", ""),
		logo_url: logo,
		redirect_uris: [redirectUri, "https://app.example/plain"],
	});
	tenantId = await newTenant({ name: markup });
	person = await newPerson(tenantId);
	cookie = await newSession(person);
	const connection = { ...(await newConnection({ app })), cookie, tenantId };
	await newTokens(connection);
	staff = (await newMember({ tenantId, role: "STAFF" })).cookie;
	await newKey(tenantId, { name: markup });
	await operate(201, `/admin/tenants/${tenantId}/users`, { body: { email: "invited@example.com", name: markup } });
	invitation = await linkTo("invited@example.com");
});

const queryOf = (given: Record<string, string> = {}): string =>
	new URLSearchParams(authorizationOf(app, challenge, { state: markup, ...given })).toString();
const ofStudio = (path: string): string => `/dashboard${path}?studio=${tenantId}`;
const nobodys = newId("oauth_grant", Date.now());
/** Pages of the dashboard have a script. */
const hasScript = (page: Answer): boolean => page.text.includes("<script");
const signedIn = (headers: Record<string, string> = {}): Call => ({ headers: { Cookie: cookie, ...headers } });

const asStaff = (headers: Record<string, string> = {}): Call => ({ headers: { Cookie: staff, ...headers } });

type Ask = (headers?: Record<string, string>) => Promise<Answer>;
/** Every page that a person can see. */
const pages: [string, number, Ask][] = [
	[
		"sign-in",
		200,
		(headers = {}) => send(`/sign_in?${new URLSearchParams({ continue: `/dashboard/${markup}` })}`, { headers }),
	],
	[
		"sign-in, on the way to consent",
		200,
		(headers = {}) => send(`/sign_in?continue=${encodeURIComponent(`/oauth/authorize?${queryOf()}`)}`, { headers }),
	],
	[
		"sign-in, refused",
		422,
		(headers = {}) => post("/sign_in", { email: markup, password: markup, continue: markup }, { headers }),
	],
	["sign-in, left empty", 422, (headers = {}) => post("/sign_in", { email: markup }, { headers })],
	["consent", 200, (headers) => send(`/oauth/authorize?${queryOf()}`, signedIn(headers))],
	[
		"consent, asked again",
		422,
		(headers) =>
			post("/oauth/consent", { request: queryOf(), tenant_id: markup, decision: "approve" }, signedIn(headers)),
	],
	[
		"a link that is not trusted",
		400,
		(headers) => send(`/oauth/authorize?${queryOf({ redirect_uri: markup })}`, signedIn(headers)),
	],
	["a link to no app", 400, (headers) => send(`/oauth/authorize?${queryOf({ client_id: markup })}`, signedIn(headers))],
	[
		"a form that is not trusted",
		400,
		(headers) => post("/oauth/consent", { request: markup, decision: markup }, signedIn(headers)),
	],
	["a form in another form", 400, (headers) => send("/sign_in", { body: { email: markup }, headers: headers ?? {} })],
	[
		"a form from elsewhere",
		403,
		(headers) => post("/sign_out", { continue: markup }, signedIn({ ...headers, "Sec-Fetch-Site": "cross-site" })),
	],
	[
		"a connection that is not there",
		404,
		(headers) => post(ofStudio(`/connected_apps/${nobodys}/disconnect`), { grant_id: markup }, signedIn(headers)),
	],
	["the connected apps", 200, (headers) => send(ofStudio("/connected_apps"), signedIn(headers))],
	[
		"the connected apps, with one gone",
		200,
		(headers) => send(`${ofStudio("/connected_apps")}&done=${encodeURIComponent(markup)}`, signedIn(headers)),
	],
	[
		"a page of a studio that is not the person's",
		404,
		(headers) => send(`/dashboard?studio=${encodeURIComponent(markup)}`, signedIn(headers)),
	],
	["a page for owners, to STAFF", 403, (headers) => send(ofStudio("/team"), asStaff(headers))],
	["the team", 200, (headers) => send(ofStudio("/team"), signedIn(headers))],
	["an invitation to write", 200, (headers) => send(ofStudio("/team/invite"), signedIn(headers))],
	[
		"an invitation to write, refused",
		422,
		(headers) => post(ofStudio("/team/invite"), { email: markup, name: markup, role: markup }, signedIn(headers)),
	],
	["a removal to confirm", 200, (headers) => send(ofStudio(`/team/${person.id}/remove`), signedIn(headers))],
	["an invitation", 200, (headers = {}) => send(invitation, { headers })],
	["an invitation, refused", 422, (headers = {}) => post(invitation, { password: "<b>" }, { headers })],
	["a link that works no longer", 410, (headers = {}) => send("/invitations/x", { headers })],
	["a forgotten password", 200, (headers = {}) => send("/forgot_password", { headers })],
	["the API keys", 200, (headers) => send(ofStudio("/api_keys"), signedIn(headers))],
	["a key to make", 200, (headers) => send(ofStudio("/api_keys/new"), signedIn(headers))],
	[
		"a key to make, refused",
		422,
		(headers) =>
			post(ofStudio("/api_keys/new"), { name: markup, ip_allowlist: markup, mode: markup }, signedIn(headers)),
	],
	["the account", 200, (headers) => send("/dashboard/account", signedIn({ "User-Agent": markup, ...headers }))],
	[
		"the account, with something done",
		200,
		(headers) => send(`/dashboard/account?${new URLSearchParams({ done: "password" })}`, signedIn(headers)),
	],
	[
		"the account, with a wrong password",
		422,
		(headers) =>
			post(
				"/dashboard/account/password",
				{ password: markup, new_password: `${markup} ${markup}`.slice(0, 200) },
				signedIn(headers),
			),
	],
	[
		"the account, with a password that is too short",
		422,
		(headers) => post("/dashboard/account/password", { password: markup, new_password: "<b>" }, signedIn(headers)),
	],
	[
		"a session that is not there",
		404,
		(headers) => post("/dashboard/account/sessions/end", { session_id: markup }, signedIn(headers)),
	],
];
const bigForm: Ask = (headers) => post("/oauth/consent", { request: "x".repeat(1024 * 1024) }, signedIn(headers));
pages.push(["a form that is too large", 413, bigForm]);

/** The directives of the content security policy. The answer has one policy only. */
function policyOf({ headers }: Answer): Record<string, string> {
	const policy = headers.get("Content-Security-Policy") ?? "";
	expect(policy).not.toContain(",");
	const directives = policy.split("; ").map((directive) => {
		const [name = "", ...sources] = directive.split(" ");
		return [name, sources.join(" ")] as const;
	});
	expect(new Set(directives.map(([name]) => name)).size).toBe(directives.length);
	return Object.fromEntries(directives);
}

describe.each(pages)("the page %s", (name, status, ask) => {
	let page: Answer;
	beforeAll(async () => {
		page = await ask();
	});

	test(`is a page, with ${status}, that says what it is in what language`, () => {
		expect(page.status, page.text).toBe(status);
		expect(page.headers.get("Content-Type")).toBe("text/html; charset=UTF-8");
		expect(page.headers.get("X-Content-Type-Options")).toBe("nosniff");
		expect(page.text).toMatch(/^<!doctype html><html lang="en" dir="ltr"><head><meta charset="utf-8"\/>/);
		expect(page.text).toMatch(/<title>[^<]+<\/title>/);
		expect(page.text).toMatch(/<h1>[^<]+/);
	});

	test("is kept by no cache and told to no other site", () => {
		expect(page.headers.get("Cache-Control")).toBe("no-store");
		expect(page.headers.get("Referrer-Policy")).toBe("same-origin");
	});

	test("stands in no frame", () => {
		expect(page.headers.get("X-Frame-Options")).toBe("DENY");
		expect(policyOf(page)["frame-ancestors"]).toBe("'none'");
	});

	test("may run nothing and load nothing but its own style and script and the logo that it shows", () => {
		const { "form-action": _, ...policy } = policyOf(page);
		const [, nonce = ""] = /<script [^>]*nonce="(\w{22})"/.exec(page.text) ?? [];
		expect(policy).toEqual({
			"default-src": "'none'",
			"style-src": "'self'",
			...(hasScript(page) ? { "script-src": `'nonce-${nonce}'`, "connect-src": "'self'" } : {}),
			"img-src": name.startsWith("consent") ? `'self' ${new URL(logo).origin}` : "'self'",
			"frame-ancestors": "'none'",
			"base-uri": "'none'",
		});
		expect(page.text.match(/<link[^>]*>/g)).toEqual([
			`<link rel="stylesheet" href="${style.path}"/>`,
			`<link rel="icon" href="${icon.path}" type="image/svg+xml"/>`,
		]);
		expect(page.text.match(/<script[^>]*>/g) ?? []).toEqual(
			hasScript(page)
				? dashboardScripts.map(({ path }) => `<script type="module" src="${path}" nonce="${nonce}">`)
				: [],
		);
	});

	test("sends its forms to this site alone, which leads on to the app from the consent page and on the way to it", () => {
		const leadsOn = name.startsWith("consent") || name.endsWith("on the way to consent");
		expect(policyOf(page)["form-action"]).toBe(leadsOn ? undefined : "'self'");
		const actions = [...page.text.matchAll(/<form[^>]*>/g)].map(([form]) => form);
		for (const form of actions) expect(form).toMatch(/^<form method="post" action="\/(?!\/)[\w/]+(\?studio=ten_\w+)?"/);
		expect(page.text).not.toMatch(/formaction|<base/i);
	});

	test("works without script: none stands in the page, and every form has a button", () => {
		// The escaped text is still there, so the patterns look for real elements only.
		expect(page.text).not.toMatch(/<script[^>]*>[^<]|<iframe|<object|<embed|javascript:|http-equiv/i);
		for (const tag of page.text.match(/<[a-z][^>]*>/g) ?? [])
			expect(tag.replace(/"[^"]*"/g, '""')).not.toMatch(/\s(on\w+|style|srcdoc)\s*=/i);
		for (const form of page.text.match(/<form.*?<\/form>/gs) ?? []) expect(form).toMatch(/<button[^>]* type="submit"/);
	});

	test("holds nothing but text of what it was given", () => {
		const tags = page.text.match(/<[^>]*>/g) ?? [];
		for (const tag of tags)
			expect(tag, "each attribute is quoted").toMatch(/^<(!doctype html|\/?[a-z]\w*( [a-zA-Z-]+(="[^"]*")?)*\/?)>$/);
		expect(page.text.replace(/<[^>]*>/g, "")).not.toMatch(/[<>"]|&(?!(lt|gt|amp|quot|#39);)/);
		expect(page.text.match(/<title>/g)).toHaveLength(1);
		const pictures = page.text.match(/<img[^>]*/g) ?? [];
		expect(pictures.filter((tag) => !tag.includes(`src="${icon.path}"`))).toHaveLength(
			name.startsWith("consent") ? 1 : 0,
		);
	});

	test("is open to no script of another origin", async () => {
		const answer = await ask({ Origin: "https://api.test" });
		const foreign = await ask({ Origin: "https://evil.example" });
		for (const { headers } of [page, answer, foreign])
			expect([...headers.keys()].filter((header) => header.startsWith("access-control"))).toEqual([]);
	});
});

test("a page shows what it was given, as it was given", async () => {
	const consent = await send(`/oauth/authorize?${queryOf()}`, signedIn());
	const escaped = (text: string) =>
		text.replace(
			/[&<>"']/g,
			(letter) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[letter] ?? "",
		);
	expect(consent.text).toContain(`<p>${escaped(markup)}</p>`);
	expect(consent.text).toContain(`wants to connect to ${escaped(markup)}</h1>`);
	expect(hiddenFields(consent.text).request).toBe(queryOf());
	const refused = await post("/sign_in", { email: markup, password: "x" });
	expect(refused.text).toContain(`value="${escaped(markup)}"`);
	const apps = await send(ofStudio("/connected_apps"), signedIn());
	expect(apps.text).toContain(`<title>Connected apps · ${escaped(markup)}</title>`);
});

test("a link that goes elsewhere tells it neither where it comes from nor hands it the window", async () => {
	for (const path of [`/oauth/authorize?${queryOf()}`, ofStudio("/connected_apps")]) {
		const { text } = await send(path, signedIn());
		const [link = ""] = text.match(/<a [^>]*target=[^>]*>/) ?? [];
		expect(link).toMatch(/^<a href="https:\/\/inkflow\.example\/[^"]*" target="_blank" rel="noopener noreferrer">$/);
	}
});

test("a homepage or a logo that is more than a link cannot be registered", async () => {
	for (const url of [
		"javascript:alert(1)",
		"data:text/html,<script>alert(1)</script>",
		"vbscript:x",
		"//evil.example/x",
	])
		for (const field of ["homepage_url", "logo_url"])
			await expect(createApp({ [field]: url })).rejects.toThrow(/400|validation/);
});

test("no script of another origin is invited by a preflight either", async () => {
	const headers = { Origin: "https://evil.example", "Access-Control-Request-Method": "POST" };
	for (const path of [
		"/sign_in",
		"/sign_out",
		"/oauth/authorize",
		"/oauth/consent",
		ofStudio("/team/invite"),
		"/dashboard/account/password",
	]) {
		const answer = await send(path, { method: "OPTIONS", headers });
		expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
	}
});

test("nor by a redirect, which no cache keeps", async () => {
	const headers = { Origin: "https://api.test" };
	const form = { request: queryOf(), tenant_id: tenantId, decision: "approve" };
	for (const answer of [
		await send("/dashboard", { headers }),
		await send(`/oauth/authorize?${queryOf()}`, { headers }),
		await send(`/oauth/authorize?${queryOf({ scope: "x" })}`, { headers }),
		await post("/oauth/consent", form, signedIn(headers)),
		await post("/oauth/consent", { ...form, decision: "deny" }, signedIn(headers)),
		await post("/sign_out", {}, { headers }),
	]) {
		expect([302, 303]).toContain(answer.status);
		expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
		expect(answer.headers.get("Cache-Control")).toBe("no-store");
	}
});

describe("a form is taken from this site's own pages alone", () => {
	interface Form {
		path: string;
		fields(): Record<string, string>;
		/** The address to which the answer to an accepted form redirects. */
		leads: RegExp;
	}
	const forms: Form[] = [
		{
			path: "/oauth/consent",
			fields: () => ({ request: queryOf(), tenant_id: tenantId, decision: "approve" }),
			leads: /^https:\/\/app\.example\/callback\?code=/,
		},
		{
			path: "/oauth/consent",
			fields: () => ({ request: queryOf(), decision: "deny" }),
			leads: /^https:\/\/app\.example\/callback\?error=access_denied/,
		},
		{
			path: "/dashboard/account/sessions/end_others",
			fields: () => ({}),
			leads: /^\/dashboard\/account\?done=sessions$/,
		},
		{ path: "/sign_out", fields: () => ({}), leads: /^\/sign_in/ },
	];
	const elsewhere: Record<string, string>[] = [
		{ Origin: "https://evil.example" },
		{ Origin: "null" },
		{ Origin: "https://api.test.evil.example" },
		{ Origin: "https://sub.api.test" },
		{ Origin: "http://api.test" },
		{ Origin: "https://api.test:8443" },
		{ Origin: "https://api.test/" },
		{ Origin: "https://api.test, https://evil.example" },
		{ "Sec-Fetch-Site": "cross-site" },
		{ "Sec-Fetch-Site": "same-site" },
		{ "Sec-Fetch-Site": "none" },
		{ "Sec-Fetch-Site": "" },
		{ "Sec-Fetch-Site": "cross-site", Origin: "https://api.test" },
		{ "Sec-Fetch-Site": "same-origin", Origin: "https://evil.example" },
		{ "Sec-Fetch-Site": "same-origin", Origin: "null" },
	];
	const own: Record<string, string>[] = [
		{},
		{ Origin: "https://api.test" },
		{ "Sec-Fetch-Site": "same-origin" },
		{ "Sec-Fetch-Site": "same-origin", Origin: "https://api.test" },
	];

	test.each(elsewhere)("one with %j is refused with 403, and does nothing", async (headers) => {
		const signedInForms = forms.map(({ path, fields }) => post(path, fields(), signedIn(headers)));
		const attempt = post("/sign_in", { email: person.email, password: person.password }, { headers });
		for (const answer of await Promise.all([...signedInForms, attempt])) {
			expect(answer.status).toBe(403);
			expect(answer.headers.has("Location")).toBe(false);
			expect(answer.headers.has("Set-Cookie")).toBe(false);
			expect(answer.text).toContain("This form came from another site");
		}
		expect(await isSignedIn(cookie)).toBe(true);
	});

	test.each(own)("one with %j is taken", async (headers) => {
		const attempt = await post("/sign_in", { email: person.email, password: person.password }, { headers });
		expect(attempt.status).toBe(303);
		const Cookie = attempt.headers.get("Set-Cookie")?.split(";")[0] ?? "";
		for (const { path, fields, leads } of forms) {
			const answer = await post(path, fields(), { headers: { Cookie, ...headers } });
			expect(answer.headers.get("Location"), answer.text).toMatch(leads);
			expect(redirected(answer)).toBeDefined();
		}
	});
});
