import fc from "fast-check";
import { beforeAll, expect, it, test } from "vitest";
import { mintClientId } from "../../src/domain/access/oauth-apps/apps.ts";
import { newId } from "../../src/platform/lib/ids.ts";
import { anyCharacter } from "../support/any-character.ts";
import { type Answer, send } from "../support/api.ts";
import {
	type App,
	type Connection,
	isSignedIn,
	newApp,
	newConnection,
	newPkce,
	redirectUri,
} from "../support/oauth.ts";
import { newTenant, operate } from "../support/world.ts";

const withQuery = "https://app.example/callback?x=%2F&y=a+b";
const registered = {
	ours: [redirectUri, withQuery],
	others: ["https://other.example/cb"],
	stopped: ["https://stop.example/"],
};
type Name = keyof typeof registered;

const { challenge } = newPkce();
const apps = {} as Record<Name, App>;
let connection: Connection;
let foreignTenant: string;

beforeAll(async () => {
	for (const name of ["ours", "others", "stopped"] as const)
		apps[name] = await newApp({ redirect_uris: registered[name] });
	const suspended = { method: "PATCH", body: { status: "SUSPENDED" } };
	await operate(200, `/admin/oauth_apps/${apps.stopped.id}`, suspended);
	connection = await newConnection({ app: apps.ours });
	foreignTenant = await newTenant();
});

const evil = "https://evil.example";
/** Texts that try to look like something else. */
const lures = [
	...[evil, `${evil}/`, "//evil.example", "///evil.example", "/\\evil.example", "\\\\evil.example", "/\t/evil.example"],
	...["https:evil.example", "javascript:alert(1)", "data:text/html,<script>alert(1)</script>", "app.example:/callback"],
	...["https://app.example.evil.com/callback", "https://app.example@evil.example/callback", "https://app.example"],
	...[
		"https://evil.example\\@app.example/callback",
		"https://user:pw@app.example/callback",
		"HTTPS://APP.EXAMPLE/callback",
	],
	...["https://app.example/callback/../x", "https://app.example/x/../callback", "https://app.example/%63allback"],
	...[
		`${redirectUri}#`,
		`${redirectUri}#x`,
		`${redirectUri}?`,
		`${redirectUri}/`,
		`${redirectUri}%00`,
		`${redirectUri}\0`,
	],
	...[`${redirectUri}\r\nX-Injected: 1`, `${redirectUri} ${evil}`, `${redirectUri},${evil}`, ` ${redirectUri}`],
	...[
		"http://app.example/callback",
		"https://аpp.example/callback",
		"https://app.example:443/callback",
		"https://[",
		"http://",
	],
	...[
		"%2F%2Fevil.example",
		"%5Cevil.example",
		"/%09/evil.example",
		"%00",
		"%0d%0aX-Injected:%201",
		"\r\nX-Injected: 1",
		"\0",
	],
	...[
		"\ud800",
		"\udc00\ud800",
		"\u202e",
		"\ufeff",
		"%FF",
		"%E0%A4%A",
		"%",
		"%zz",
		"[]",
		"{}",
		"null",
		"undefined",
		"NaN",
	],
	...[
		"__proto__",
		"constructor",
		"toString",
		"<script>alert(1)</script>",
		`"><img src=x onerror=alert(1)>`,
		"' OR 1=1 --",
	],
	...[
		"/dashboard/..//evil.example",
		"/dashboard/%2e%2e//evil.example",
		"/oauth/authorize/../../x",
		"/dashboard//evil.example",
	],
	...[
		"/oauth/authorize?redirect_uri=//evil.example",
		"/sign_in?continue=//evil.example",
		"/dashboard",
		"/dashboard/x#//y",
	],
	...["x".repeat(3000), "%".repeat(5000), "é".repeat(7990), "&=".repeat(4500), "a".repeat(70_000), "", " ", "+"],
];
const odd = fc.oneof(
	{ weight: 5, arbitrary: fc.constantFrom(...lures) },
	{ weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 40 }) },
	// These include lone surrogates.
	{ weight: 1, arbitrary: fc.array(fc.nat(0xffff), { maxLength: 12 }).map((units) => String.fromCharCode(...units)) },
);

/** Ways to write a name or a value into a query. */
const writings: ((text: string) => string)[] = [
	(text) => encodeURIComponent(text.toWellFormed()),
	(text) => encodeURIComponent(text.toWellFormed()),
	(text) => encodeURIComponent(text.toWellFormed()).replaceAll("%20", "+"),
	(text) => encodeURIComponent(encodeURIComponent(text.toWellFormed())),
	(text) => [...new TextEncoder().encode(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
	(text) => text,
];
const writing = fc.constantFrom(...writings);

type Pair = [name: string, value: string];
const goodPairs = (name: Name, uri: string, scope: string): Pair[] => [
	["response_type", "code"],
	["client_id", apps[name].clientId],
	["redirect_uri", uri],
	["scope", scope],
	["state", "st4te"],
	["code_challenge", challenge],
	["code_challenge_method", "S256"],
];
const names = [
	"response_type",
	"client_id",
	"redirect_uri",
	"scope",
	"state",
	"code_challenge",
	"code_challenge_method",
];
const oddName = fc.oneof(
	fc.constantFrom(
		...names.flatMap((name) => [name, `${name}[]`, `${name}[0]`, name.toUpperCase(), ` ${name}`, `${name}\0`]),
	),
	odd,
);

interface Damage {
	at: number;
	how: "replace" | "repeat" | "double" | "drop" | "add" | "first";
	name: string;
	value: string;
}
const damage: fc.Arbitrary<Damage> = fc.record({
	at: fc.nat(6),
	how: fc.constantFrom("replace", "replace", "repeat", "double", "drop", "add", "first"),
	name: oddName,
	value: odd,
});

function damaged(pairs: Pair[], { at, how, name, value }: Damage): Pair[] {
	const [own = "", was = ""] = pairs[at] ?? [];
	switch (how) {
		case "replace":
			return pairs.with(at % pairs.length, [own, value]);
		case "repeat":
			return [...pairs, [own, value]];
		case "double":
			return [...pairs, [own, was]];
		case "drop":
			return pairs.length > 1 ? pairs.toSpliced(at % pairs.length, 1) : pairs;
		case "add":
			return [...pairs, [name, value]];
		case "first":
			return [[name, value], ...pairs];
	}
}

/** Right authorization requests after some damage. */
const queries = fc
	.record({
		of: fc.constantFrom<Name>("ours", "ours", "others", "stopped"),
		uri: fc.constantFrom(redirectUri, redirectUri, withQuery, registered.others[0] ?? "", registered.stopped[0] ?? ""),
		scope: fc.constantFrom("read:clients", "read:clients write:clients", "read:audit_log"),
		damages: fc.array(damage, { maxLength: 3 }),
		write: fc.array(writing, { minLength: 10, maxLength: 10 }),
		joint: fc.constantFrom("&", "&", "&", "&&", ";"),
		prefix: fc.constantFrom("", "", "", "?", "&", "#"),
	})
	.map(({ of, uri, scope, damages, write, joint, prefix }) => {
		const pairs = damages.reduce(damaged, goodPairs(of, uri, scope));
		const text = pairs.map(([name, value], n) => `${name}=${write[n % write.length]?.(value) ?? value}`).join(joint);
		// The network cannot carry a lone surrogate.
		return prefix + text.toWellFormed();
	});

/** Requests that the signed-in person may allow. */
const rightQueries = fc
	.constantFrom(redirectUri, withQuery)
	.map((uri) => new URLSearchParams(goodPairs("ours", uri, "read:clients")).toString());

/** The draws must reach each outcome. About 25 of 1500 reach the rarest, so chance misses none. */
function expectReached(outcomes: ReadonlyMap<string, number>, expected: string[]): void {
	const missed = expected.filter((outcome) => !outcomes.has(outcome));
	expect(missed, JSON.stringify([...outcomes])).toEqual([]);
}

const ascii = (text: string) => text.replace(/[^\x20-\x7e]/g, "~").slice(0, 8000);
const cookies = fc.oneof(
	{ weight: 3, arbitrary: fc.constant(() => connection.cookie) },
	{ weight: 1, arbitrary: fc.constant(() => "") },
	{ weight: 1, arbitrary: odd.map((text) => () => `__Host-studio_session=${ascii(text)}`) },
	{
		weight: 1,
		arbitrary: odd.map((text) => () => `${ascii(text)}; ${connection.cookie}; ${ascii(text)}=${ascii(text)}`),
	},
);
const origins = fc.oneof(
	{ weight: 6, arbitrary: fc.constant({}) },
	{ weight: 2, arbitrary: fc.constant({ Origin: "https://api.test", "Sec-Fetch-Site": "same-origin" }) },
	{
		weight: 1,
		arbitrary: fc.constantFrom(evil, "null", "https://api.test.evil.example", "x").map((Origin) => ({ Origin })),
	},
	{
		weight: 1,
		arbitrary: fc.constantFrom("cross-site", "same-site", "none", "x").map((site) => ({ "Sec-Fetch-Site": site })),
	},
);
const isOwn = (headers: Record<string, string>): boolean =>
	(headers.Origin ?? "https://api.test") === "https://api.test" &&
	(headers["Sec-Fetch-Site"] ?? "same-origin") === "same-origin";

/** The app and its registered address, when the query names each of them once; null otherwise. */
function trusted(query: string): { app: App; uri: string } | null {
	const search = new URLSearchParams(query);
	const [[clientId, ...moreIds], [uri, ...moreUris]] = [search.getAll("client_id"), search.getAll("redirect_uri")];
	if (clientId === undefined || uri === undefined || moreIds.length + moreUris.length > 0) return null;
	const name = (Object.keys(apps) as Name[]).find((one) => apps[one].clientId === clientId);
	return name && registered[name].includes(uri) ? { app: apps[name], uri } : null;
}

const answers = new Set(["code", "error", "error_description", "state", "iss"]);

/** Pages of the dashboard have them. */
const ownScripts =
	/<script type="module" src="\/assets\/(calendar|copy|live|filters|pictures|shortcuts)\.\w{16}\.js" nonce="\w{22}"><\/script>/g;

/** These rules hold for every answer. Returns the parameters of a redirect to another site, or null. */
function expectSafe(answer: Answer, query: string | null): Record<string, string> | null {
	expect(answer.status, answer.text).toBeLessThan(500);
	expect(answer.headers.has("X-Injected")).toBe(false);
	expect(answer.headers.has("Refresh")).toBe(false);
	expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
	if (!/json/.test(answer.headers.get("Content-Type") ?? ""))
		expect(answer.text.replace(ownScripts, "")).not.toMatch(/<script|<img src=x|http-equiv/i);
	const location = answer.headers.get("Location");
	if (location === null) {
		expect(answer.status < 300 || answer.status >= 400, String(answer.status)).toBe(true);
		return null;
	}
	expect([302, 303]).toContain(answer.status);
	expect(location).toMatch(/^[\x21-\x7e]+$/);
	if (location.startsWith("/")) {
		const { origin, pathname } = new URL(location, "https://api.test");
		expect(origin).toBe("https://api.test");
		expect(location.startsWith(pathname), location).toBe(true);
		expect(pathname).toMatch(/^\/(sign_in|oauth\/authorize|dashboard(\/.*)?)$/);
		return null;
	}
	const at = query === null ? null : trusted(query);
	expect(at, `${location} for ${query}`).not.toBeNull();
	const uri = at?.uri ?? "";
	expect(location.startsWith(uri + (uri.includes("?") ? "&" : "?")), location).toBe(true);
	const added = new URLSearchParams(location.slice(uri.length + 1));
	for (const name of added.keys()) {
		expect(answers.has(name), name).toBe(true);
		expect(added.getAll(name)).toHaveLength(1);
	}
	expect(added.get("iss")).toBe("https://api.test");
	expect(added.has("code")).not.toBe(added.has("error"));
	const states = new URLSearchParams(query ?? "").getAll("state");
	expect(added.get("state") ?? "").toBe(states.length === 1 ? states[0] : "");
	return Object.fromEntries(added);
}

const form = { "Content-Type": "application/x-www-form-urlencoded" };

test("no request to the authorization endpoint makes it fail, or lead anywhere but to where its app has registered", {
	timeout: 60_000,
}, async () => {
	const outcomes = new Map<string, number>();
	await fc.assert(
		fc.asyncProperty(queries, cookies, origins, async (query, cookie, headers) => {
			const answer = await send(`/oauth/authorize?${query}`, { headers: { ...headers, Cookie: cookie() } });
			const { search } = new URL(`https://api.test/oauth/authorize?${query}`);
			const parameters = expectSafe(answer, search.slice(1));
			expect(parameters?.code).toBeUndefined();
			const outcome = parameters?.error ?? String(answer.status);
			outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
		}),
		{ numRuns: 1500 },
	);
	expectReached(outcomes, ["200", "303", "400", "invalid_request", "invalid_scope", "unauthorized_client"]);
});

test("no form makes the consent endpoint fail, give a code without an approval, or lead off to anywhere else", {
	timeout: 60_000,
}, async () => {
	const tenants = fc.oneof(
		{ weight: 3, arbitrary: fc.constant(() => connection.tenantId) },
		{ weight: 1, arbitrary: fc.constant(() => foreignTenant) },
		{ weight: 1, arbitrary: odd.map((text) => () => text) },
	);
	const requests = fc.oneof({ weight: 2, arbitrary: queries }, { weight: 1, arbitrary: rightQueries });
	const decisions = fc.oneof(
		{ weight: 3, arbitrary: fc.constant("approve") },
		{ weight: 2, arbitrary: fc.constant("deny") },
		{ weight: 1, arbitrary: odd },
	);
	const outcomes = new Map<string, number>();
	await fc.assert(
		fc.asyncProperty(
			requests,
			tenants,
			decisions,
			cookies,
			origins,
			async (request, tenant, decision, cookie, given) => {
				const Cookie = cookie();
				const fields = new URLSearchParams({ request, tenant_id: tenant(), decision });
				const headers = { ...form, ...given, Cookie };
				const answer = await send("/oauth/consent", { raw: fields.toString(), headers });
				const parameters = expectSafe(answer, request.toWellFormed());
				if (!isOwn(given)) expect(answer.status).toBe(403);
				if (parameters?.code) {
					expect(decision).toBe("approve");
					expect(tenant()).toBe(connection.tenantId);
					expect(Cookie).toContain(connection.cookie);
				}
				const outcome = parameters ? (parameters.error ?? "code") : String(answer.status);
				outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
			},
		),
		{ numRuns: 1500 },
	);
	const refusals = ["303", "400", "403", "422", "access_denied", "invalid_request", "invalid_scope"];
	expectReached(outcomes, ["code", ...refusals]);
});

test("no continuation leads off the site, before sign-in, at it and after it", { timeout: 60_000 }, async () => {
	const asks: ((then: string, headers: Record<string, string>) => Promise<Answer>)[] = [
		(then, headers) => send(`/sign_in?continue=${encodeURIComponent(then.toWellFormed())}`, { headers }),
		(then, headers) => send(`/sign_in?continue=${then}`, { headers }),
		(then, headers) =>
			send("/sign_in", { raw: `${new URLSearchParams({ continue: then })}`, headers: { ...headers, ...form } }),
		(then, headers) =>
			send("/sign_out", {
				raw: `${new URLSearchParams({ continue: then })}`,
				headers: { ...form, Cookie: headers.Cookie === connection.cookie ? "" : (headers.Cookie ?? "") },
			}),
	];
	const continuations = fc.oneof(
		odd,
		fc
			.tuple(
				fc.constantFrom("/dashboard", "/dashboard/", "/oauth/authorize", "/", "//", "https://elsewhere.invalid"),
				odd,
			)
			.map(([base, rest]) => base + rest),
		fc
			.tuple(odd, fc.constantFrom("/dashboard", "/oauth/authorize?x=y", "@elsewhere.invalid/dashboard"))
			.map(([base, rest]) => base + rest),
		fc
			.array(
				fc.constantFrom(
					"/",
					"\\",
					".",
					"..",
					"%2e",
					"%2f",
					"%5c",
					"\t",
					"\n",
					"@",
					":",
					"?",
					"#",
					"dashboard",
					"oauth/authorize",
					"evil.example",
					"https:",
				),
				{ maxLength: 8 },
			)
			.map((parts) => parts.join("")),
	);
	await fc.assert(
		fc.asyncProperty(continuations, fc.constantFrom(...asks), fc.boolean(), async (then, ask, known) => {
			const answer = await ask(then, { Cookie: known ? connection.cookie : "" });
			expect(expectSafe(answer, null)).toBeNull();
			const [, kept] = /name="continue" value="([^"]*)"/.exec(answer.text) ?? [];
			const location = answer.headers.get("Location");
			const next =
				kept ?? (location?.startsWith("/sign_in?") ? new URLSearchParams(location.slice(9)).get("continue") : null);
			if (next !== null && next !== undefined) expect(next).toMatch(/^\/(oauth\/authorize([?]|$)|dashboard([/?]|$))/);
		}),
		{ numRuns: 1500 },
	);
	const { email, password } = connection.person;
	for (const then of ["//evil.example/dashboard", "/dashboard/..//evil.example", "\\\\evil.example"]) {
		const raw = `${new URLSearchParams({ email, password, continue: then })}`;
		expect(expectSafe(await send("/sign_in", { raw, headers: form }), null)).toBeNull();
	}
});

test("no body, content type, method, path or cookie makes a page fail or lead off the site", {
	timeout: 60_000,
}, async () => {
	const paths = fc.oneof(
		fc.constantFrom(
			"/oauth/authorize",
			"/oauth/consent",
			"/sign_in",
			"/sign_out",
			"/dashboard",
			"/dashboard/connected_apps",
			`/dashboard/connected_apps?studio=${connection.tenantId}`,
			`/dashboard/connected_apps/${newId("oauth_grant", Date.now())}/disconnect?studio=${connection.tenantId}`,
		),
		odd.map((text) => `/dashboard/${encodeURIComponent(text.toWellFormed())}`),
		odd.map((text) => `/dashboard/connected_apps/${text}`),
		odd.map((text) => `//oauth/authorize/${text}`),
	);
	const types = fc.oneof(
		{ weight: 3, arbitrary: fc.constant(form["Content-Type"]) },
		{
			weight: 2,
			arbitrary: fc.constantFrom(
				"application/json",
				"multipart/form-data",
				"multipart/form-data; boundary=x",
				"text/plain",
				"",
				"x",
				"application/x-www-form-urlencoded; charset=utf-16",
				"APPLICATION/X-WWW-FORM-URLENCODED;;;",
			),
		},
		{ weight: 1, arbitrary: odd.map((text) => ascii(text).slice(0, 500)) },
	);
	const fieldNames = ["request", "decision", "tenant_id", "continue", "email", "grant_id"];
	const fields = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...fieldNames), odd), odd, writing), { maxLength: 5 });
	const bodies: fc.Arbitrary<BodyInit> = fc.oneof(
		fields.map((pairs) => pairs.map(([name, value, write]) => `${write(name)}=${write(value)}`).join("&")),
		fc.uint8Array({ maxLength: 200 }),
		odd,
		fc.constant(`{"request":"x","decision":["approve"]}`),
		fc.constant(`--x\r\nContent-Disposition: form-data; name="decision"\r\n\r\napprove\r\n--x--`),
	);
	const methods = fc.constantFrom("POST", "POST", "POST", "GET", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD");
	await fc.assert(
		fc.asyncProperty(
			paths,
			methods,
			types,
			bodies,
			cookies,
			origins,
			async (path, method, type, body, cookie, given) => {
				// A request with the cookie would end the session.
				const Cookie = path === "/sign_out" ? "" : cookie();
				const headers = { ...given, Cookie, ...(type === "" ? {} : { "Content-Type": type }) };
				const bodiless = method === "GET" || method === "HEAD";
				const answer = await send(path, { method, headers, ...(bodiless ? {} : { raw: body }) });
				expect(expectSafe(answer, null)).toBeNull();
				if (method === "POST" && !isOwn(given)) expect([403, 404]).toContain(answer.status);
			},
		),
		{ numRuns: 1500 },
	);
	expect(await isSignedIn(connection.cookie)).toBe(true);
});

it("an app's client_id beside another's address, or an invented one, never redirects", async () => {
	const ids = [...Object.values(apps).map(({ clientId }) => clientId), mintClientId()];
	const uris = [...Object.values(registered).flat(), ...lures];
	for (const id of ids) {
		for (const uri of uris) {
			const known = (Object.keys(apps) as Name[]).some(
				(name) => apps[name].clientId === id && registered[name].includes(uri),
			);
			if (known) continue;
			const pairs = goodPairs("ours", uri, "read:clients").map(
				([name, value]): Pair => [name, name === "client_id" ? id : value],
			);
			const query = new URLSearchParams(pairs).toString();
			const answer = await send(`/oauth/authorize?${query}`, { headers: { Cookie: connection.cookie } });
			expect(expectSafe(answer, query)).toBeNull();
			expect(answer.status, uri).toBe(400);
			expect(answer.headers.has("Location")).toBe(false);
		}
	}
});
