import { createHash, randomBytes } from "node:crypto";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Account, decide, newApp, newPerson, newStudio, type RegisteredApp } from "../../lab/harness/person.ts";
import { until } from "../../lab/harness/server.ts";
import { scopeWords } from "../../src/api/oauth/scope-words.ts";
import { sharedServer } from "../drills/shared-server.ts";
import { button, inPage, isFocused, press, TestBrowser, tabTo } from "./browser.ts";
import { ForeignSite } from "./foreign-site.ts";

const server = sharedServer();
const app = new ForeignSite();
const other = new ForeignSite();
let browser: TestBrowser;
let inkflow: RegisteredApp;
let longWinded: RegisteredApp;
let studio: { id: string; person: Account };
let studios: { small: string; large: string; person: Account };
/** The cookies of a browser in which the person of `studio` is signed in. */
let signedIn: Awaited<ReturnType<BrowserContext["storageState"]>>;

const state = "st&te=1";
const allScopes = Object.keys(scopeWords);
const largeName = "Donaudampfschifffahrtsgesellschaftskapitänsmützentätowierstudio am Prenzlauer Berg";

beforeAll(async () => {
	[browser] = await Promise.all([TestBrowser.launch(), server.ready(), app.listen(), other.listen()]);
	app.answers["/callback"] = { type: "text/html", body: "<!doctype html><title>Back at the app</title>" };
	app.answers["/onward"] = { to: other.url("/done") };
	app.answers["/native"] = { to: "inkflow://done" };
	app.answers["/logo.svg"] = {
		type: "image/svg+xml",
		body: '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><circle cx="4" cy="4" r="4"/></svg>',
	};
	other.answers["/done"] = { type: "text/html", body: "<!doctype html><title>All done</title>" };
	const redirect_uris = ["/callback", "/onward", "/native"].map((path) => app.url(path));
	const nameAndPlan = [
		["Nadel & Faden", "solo"],
		["Small & Fine", "solo"],
		[largeName, "solo"],
		["Lightweight", "light"],
	] as const;
	const [only = "", small = "", large = "", light = ""] = await Promise.all(
		nameAndPlan.map(([name, plan]) => newStudio(server, name, plan)),
	);
	[inkflow, longWinded] = await Promise.all([
		newApp(server, {
			redirect_uris,
			scopes: ["read:clients", "write:clients"],
			description: "Reminders and waiting lists for tattoo studios.",
			homepage_url: app.url("/"),
			logo_url: app.url("/logo.svg"),
		}),
		newApp(server, {
			name: "Reminders".repeat(11),
			description: "W".repeat(500),
			homepage_url: app.url("/"),
			redirect_uris,
			scopes: allScopes,
		}),
	]);
	studio = { id: only, person: await newPerson(server, only) };
	studios = { small, large, person: await newPerson(server, small, large, light) };
	const page = await newPage();
	await page.goto(authorizationUrl(inkflow));
	await signIn(page, studio.person);
	await consentTo(page, "Inkflow");
	signedIn = await page.context().storageState();
});
afterAll(async () => {
	await browser?.close();
	for (const site of [app, other]) site.close();
});

afterEach(() => browser.closePages());

const newPage = (options?: BrowserContextOptions): Promise<Page> => browser.newPage(options);

const newVerifier = () => randomBytes(32).toString("base64url");

const authorizationUrl = (
	client: RegisteredApp,
	{ verifier = newVerifier(), scope = "read:clients write:clients", path = "/callback" } = {},
) =>
	`${server.origin}/oauth/authorize?${new URLSearchParams({
		response_type: "code",
		client_id: client.clientId,
		redirect_uri: app.url(path),
		scope,
		state,
		code_challenge: createHash("sha256").update(verifier).digest("base64url"),
		code_challenge_method: "S256",
	})}`;

async function tokensFrom(
	address: string | URL,
	verifier: string,
	{ clientId: client_id, secret }: RegisteredApp = inkflow,
): Promise<{ access_token: string }> {
	const response = await fetch(`${server.origin}/oauth/token`, {
		method: "POST",
		body: new URLSearchParams({
			grant_type: "authorization_code",
			code: new URL(address).searchParams.get("code") ?? "",
			redirect_uri: app.url("/callback"),
			code_verifier: verifier,
			client_id,
			client_secret: secret ?? "",
		}),
	});
	expect(response.status).toBe(200);
	return (await response.json()) as { access_token: string };
}

/** The first stop of every page of the dashboard leads past its navigation. */
async function skipToContent(page: Page): Promise<void> {
	await tabTo(page, page.getByRole("link", { name: "Skip to the content" }));
	await page.keyboard.press("Enter");
	await until(() => isFocused(page.locator("main")), 5000, "the content has the focus");
}

async function signIn(page: Page, { email, password }: Account): Promise<void> {
	await until(() => isFocused(page.getByRole("textbox", { name: "Email" })), 5000, "the email can be typed at once");
	await page.keyboard.type(email);
	await tabTo(page, page.getByLabel("Password", { exact: true }));
	await page.keyboard.type(password);
	await page.keyboard.press("Enter");
}

const consentTo = (page: Page, name: string) =>
	page.getByRole("heading", { level: 1, name: `${name} wants to connect to` }).waitFor();

/** Returns the parameters that the browser brings back to the app. */
async function returned(page: Page, to = app.url("/callback")): Promise<Record<string, string>> {
	await page.waitForURL((url) => url.origin + url.pathname === to);
	return Object.fromEntries(new URL(page.url()).searchParams);
}

describe("by keyboard alone", () => {
	it.each([
		["with script", true],
		["without script", false],
	])(
		"a person signs in, allows, and is back at the app with code, state and issuer: %s",
		async (_, javaScriptEnabled) => {
			const page = await newPage({ javaScriptEnabled });
			const verifier = newVerifier();
			await page.goto(authorizationUrl(inkflow, { verifier }));
			await signIn(page, studio.person);
			await consentTo(page, "Inkflow");
			await press(page, "Allow");
			const answer = await returned(page);
			expect(answer).toEqual({ code: expect.stringMatching(/^svcac_/), state, iss: server.origin });
			const { access_token } = await tokensFrom(page.url(), verifier);
			expect((await server.call("GET", "/v1/me", { key: access_token })).body.tenant_id).toBe(studio.id);
		},
	);

	it("a person cancels, and the app is told so", async () => {
		const page = await newPage();
		await page.goto(authorizationUrl(inkflow));
		await signIn(page, studio.person);
		await consentTo(page, "Inkflow");
		await press(page, "Cancel");
		expect(await returned(page)).toMatchObject({ error: "access_denied", state, iss: server.origin });
	});

	it("a person of several studios must choose one, can choose none that lacks the plan, and connects that one", async () => {
		const page = await newPage();
		const verifier = newVerifier();
		await page.goto(authorizationUrl(inkflow, { verifier }));
		await signIn(page, studios.person);
		await consentTo(page, "Inkflow");
		const choice = page.getByRole("group", { name: "Which studio?" });
		expect(await choice.getByRole("radio", { disabled: true }).count()).toBe(1);
		await press(page, "Allow");
		const first = choice.getByRole("radio", { name: largeName });
		await until(() => isFocused(first), 5000, "the browser asks for a choice");
		expect(await choice.getByRole("radio", { checked: true }).count()).toBe(0);
		await page.keyboard.press("ArrowDown");
		expect(await choice.getByRole("radio", { checked: true }).getAttribute("value")).toBe(studios.small);
		await page.keyboard.press("ArrowUp");
		expect(await choice.getByRole("radio", { checked: true }).getAttribute("value")).toBe(studios.large);
		await press(page, "Allow");
		await returned(page);
		const { access_token } = await tokensFrom(page.url(), verifier);
		expect((await server.call("GET", "/v1/me", { key: access_token })).body.tenant_id).toBe(studios.large);
	});

	it("a wrong password is announced, leaves the email there, and is corrected where the focus is", async () => {
		const page = await newPage();
		await page.goto(authorizationUrl(inkflow));
		await signIn(page, { ...studio.person, password: "wrong password" });
		const alert = page.getByRole("alert");
		await alert.waitFor();
		expect(await alert.textContent()).toBe("The email or the password is wrong.");
		expect(await page.getByRole("textbox", { name: "Email" }).inputValue()).toBe(studio.person.email);
		const password = page.getByLabel("Password", { exact: true });
		await until(() => isFocused(password), 5000, "the password can be typed at once");
		expect(await password.getAttribute("aria-describedby")).toBe(await alert.getAttribute("id"));
		expect(await password.inputValue()).toBe("");
		await page.keyboard.type(studio.person.password);
		await page.keyboard.press("Enter");
		await consentTo(page, "Inkflow");
	});

	it("“Not you?” signs out, and who signs in then is asked the same", async () => {
		const page = await newPage();
		const url = authorizationUrl(inkflow);
		await page.goto(url);
		await signIn(page, studios.person);
		await consentTo(page, "Inkflow");
		await press(page, "Not you?");
		await page.getByRole("heading", { name: "Sign in" }).waitFor();
		expect(await page.context().cookies()).toEqual([]);
		await signIn(page, studio.person);
		await consentTo(page, "Inkflow");
		expect(page.url()).toBe(url);
		expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain("Nadel & Faden");
	});

	it("a person sees what is connected and what it may do, and disconnects it at once", async () => {
		const person = await newPerson(server, await newStudio(server, "Hausboot"));
		const page = await newPage();
		const verifier = newVerifier();
		await page.goto(authorizationUrl(inkflow, { verifier }));
		await signIn(page, person);
		await consentTo(page, "Inkflow");
		await press(page, "Allow");
		await returned(page);
		const { access_token } = await tokensFrom(page.url(), verifier);
		await page.goto(`${server.origin}/dashboard/connected_apps`);
		await page.getByRole("heading", { level: 2, name: "Inkflow" }).waitFor();
		await skipToContent(page);
		await tabTo(page, page.locator("main summary"));
		await page.keyboard.press("Space");
		await page.getByRole("listitem").filter({ hasText: scopeWords["write:clients"] }).waitFor();
		expect((await server.call("GET", "/v1/me", { key: access_token })).status).toBe(200);
		await tabTo(page, page.getByRole("link", { name: "Disconnect Inkflow" }));
		await page.keyboard.press("Enter");
		await page.getByRole("heading", { level: 1, name: "Disconnect Inkflow?" }).waitFor();
		expect((await server.call("GET", "/v1/me", { key: access_token })).status).toBe(200);
		await skipToContent(page);
		await press(page, "Disconnect");
		await page.getByRole("status").filter({ hasText: "disconnected" }).waitFor();
		expect(await page.getByRole("heading", { name: "Inkflow" }).count()).toBe(0);
		const { status, body } = await server.call("GET", "/v1/me", { key: access_token });
		expect([status, body.code]).toEqual([401, "revoked_grant"]);
	});
});

it.each(["Allow", "Cancel"])(
	"after %s the app's callback can send the browser on to another origin",
	async (choice) => {
		const page = await newPage({ storageState: signedIn });
		await page.goto(authorizationUrl(inkflow, { path: "/onward" }));
		await consentTo(page, "Inkflow");
		await press(page, choice);
		await returned(page, other.url("/done"));
	},
);

it("after Allow the app's callback can open a native app", async () => {
	const page = await newPage({ storageState: signedIn });
	await page.goto(authorizationUrl(inkflow, { path: "/native" }));
	await consentTo(page, "Inkflow");
	const opening = page.waitForRequest((request) => request.url() === "inkflow://done");
	await press(page, "Allow");
	await opening;
});

it("a person who signs in for an app that was suspended meanwhile is back at the app, which is told so", async () => {
	const stopped = await newApp(server, { redirect_uris: [app.url("/callback")] });
	const page = await newPage();
	await page.goto(authorizationUrl(stopped, { scope: "read:clients" }));
	await server.operate("PATCH", `/admin/oauth_apps/${stopped.id}`, { status: "SUSPENDED" });
	await signIn(page, studio.person);
	expect(await returned(page)).toMatchObject({ error: "unauthorized_client", state, iss: server.origin });
});

it("the app's logo is shown, from where the app has it", async () => {
	const page = await newPage({ storageState: signedIn });
	await page.goto(authorizationUrl(inkflow));
	expect(await inPage(page, ({ document }) => document.querySelector("img").naturalWidth)).toBeGreaterThan(0);
});

it.each([
	["a wide logo keeps its shape within its frame", 'width="500" height="100"', { width: 62, height: 12 }],
	["a logo that does not come leaves no broken picture behind", null, { width: 0, height: 0 }],
])("%s", async (_, size, box) => {
	const page = await newPage({ storageState: signedIn });
	await page.route(app.url("/logo.svg"), (route) =>
		size === null
			? route.fulfill({ status: 404 })
			: route.fulfill({ contentType: "image/svg+xml", body: `<svg xmlns="http://www.w3.org/2000/svg" ${size}/>` }),
	);
	await page.goto(authorizationUrl(inkflow));
	const shown = await inPage(page, ({ document }) => {
		const { width, height } = document.querySelector("img").getBoundingClientRect();
		return { width: Math.round(width), height: Math.round(height) };
	});
	expect(shown).toEqual(box);
});

describe.each(["127.0.0.1", "localhost"])("another site, at %s, where a person who is signed in comes by,", (host) => {
	const visit = async (page: Page, body: string) => {
		other.answers["/trap"] = { type: "text/html", body: `<!doctype html>${body}` };
		await page.goto(other.url("/trap", host));
	};

	it("cannot show the consent page in a frame", async () => {
		const page = await newPage({ storageState: signedIn });
		await visit(page, `<iframe src="${authorizationUrl(inkflow).replaceAll("&", "&amp;")}"></iframe>`);
		await until(() => browser.complaints.length > 0, 5000, "the browser refuses");
		expect(browser.complaints.splice(0).join()).toContain("frame-ancestors 'none'");
		for (const frame of page.frames().slice(1)) expect(await frame.locator("form").count()).toBe(0);
	});

	it("cannot send a form of ours in their name", async () => {
		const page = await newPage({ storageState: signedIn });
		const ofDashboard = ["api_keys/new", "team/invite", "account/password", "account/sessions/end_others"];
		const paths = ["/oauth/consent", "/sign_in", "/sign_out", ...ofDashboard.map((path) => `/dashboard/${path}`)];
		for (const path of paths) {
			const request = new URL(authorizationUrl(inkflow)).search.slice(1).replaceAll("&", "&amp;");
			const fields = { request, tenant_id: studio.id, decision: "approve" };
			const inputs = Object.entries(fields).map(
				([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
			);
			const form = `<form method="post" action="${server.origin}${path}">${inputs.join("")}`;
			await visit(page, `${form}<button autofocus>Win</button></form>`);
			await until(() => isFocused(button(page, "Win")), 5000, "the button has the focus");
			const answer = page.waitForResponse((response) => response.url() === server.origin + path);
			await page.keyboard.press("Enter");
			expect((await answer).status(), path).toBe(403);
			await page.getByRole("heading", { name: "This form came from another site" }).waitFor();
		}
		await page.goto(authorizationUrl(inkflow));
		await consentTo(page, "Inkflow");
	});
});

const ofStudio = { team: "team", keys: "api_keys", "a new key": "api_keys/new", "an invitation": "team/invite" };

async function visitEach(page: Page, look: (name: string) => Promise<void>): Promise<void> {
	const asked = authorizationUrl(longWinded, { scope: allScopes.join(" ") });
	await page.goto(asked);
	await look("sign-in");
	await signIn(page, { ...studios.person, password: "wrong password" });
	await page.getByRole("alert").waitFor();
	await look("sign-in again");
	await page.goto(asked);
	await signIn(page, studios.person);
	await consentTo(page, longWinded.name);
	await look("consent of many words");
	await page.goto(authorizationUrl(inkflow));
	await look("consent");
	await page.goto(`${server.origin}/oauth/authorize?client_id=svcoa_unknown`);
	await look("error");
	await page.goto(`${server.origin}/dashboard/connected_apps?studio=${studios.large}&done=disconnected`);
	await look("connected apps");
	for (const [name, path] of Object.entries(ofStudio)) {
		await page.goto(`${server.origin}/dashboard/${path}?studio=${studios.large}`);
		await look(name);
	}
	await page.getByLabel("Email").fill("nobody");
	await inPage(page, ({ document }) => {
		for (const form of document.forms) form.noValidate = true;
	});
	await button(page, "Invite").click();
	await page.getByRole("alert").waitFor();
	await look("an invitation again");
	await page.goto(`${server.origin}/forgot_password`);
	await look("forgot password");
	await page.goto(`${server.origin}/dashboard/account`);
	await look("account");
	await page.locator("#password").fill("wrong password");
	await page.getByLabel("New password").fill("a long enough password");
	await button(page, "Change password").click();
	await page.getByRole("alert").waitFor();
	await look("account again");
}

describe("every page", () => {
	/** The findings on each page, by its name. They are collected once, because the way to a page is slow. */
	const seen = new Map<string, Awaited<ReturnType<typeof look>>>();

	async function look(page: Page) {
		const names = await inPage(page, ({ document }) => ({
			language: document.documentElement.lang,
			headings: [...document.querySelectorAll("h1, h2, h3, h4")].map(({ tagName }) => Number(tagName[1])),
			unlabelled: [...document.querySelectorAll("input:not([type=hidden])")].filter(({ labels }) => labels.length === 0)
				.length,
		}));
		const [title, tree] = [await page.title(), await page.locator("body").ariaSnapshot()];
		const contrasts: Record<string, ReturnType<typeof contrast>> = {};
		for (const colorScheme of ["light", "dark"] as const) {
			await page.emulateMedia({ colorScheme });
			contrasts[colorScheme] = await inPage(page, contrast);
		}
		const widths: Record<number, number> = {};
		const usual = page.viewportSize();
		for (const width of [360, 320]) {
			await page.setViewportSize({ width, height: 640 });
			widths[width] = await inPage(page, ({ document }) => document.documentElement.scrollWidth);
		}
		if (usual) await page.setViewportSize(usual);
		return { ...names, title, tree, contrasts, widths };
	}

	beforeAll(async () => {
		for (const [client, scope] of [
			[inkflow, "read:clients"],
			[longWinded, allScopes.join(" ")],
		] as const) {
			const verifier = newVerifier();
			const choice = { decision: "approve", tenant_id: studios.large } as const;
			await tokensFrom(
				await decide(authorizationUrl(client, { verifier, scope }), studios.person, choice),
				verifier,
				client,
			);
		}
		const page = await newPage();
		await visitEach(page, async (name) => void seen.set(name, await look(page)));
		expect(seen.size).toBe(14);
	});

	it("fits screens of 360 and 320 px without scrolling sideways", () => {
		for (const [name, { widths }] of seen) expect.soft(widths, name).toEqual({ 360: 360, 320: 320 });
	});

	it("can be read in light and dark colours: text 4.5:1, edges of fields and buttons 3:1", () => {
		for (const [name, { contrasts }] of seen) {
			for (const [colours, { texts, faint }] of Object.entries(contrasts)) {
				expect.soft(texts, name).toBeGreaterThan(3);
				expect.soft(faint, `${name}, ${colours}`).toEqual([]);
			}
			const grounds = new Set(Object.values(contrasts).map(({ ground }) => ground));
			expect.soft(grounds.size, "light and dark differ").toBe(2);
		}
	});

	it("names its language, itself, and all that can be operated", () => {
		for (const [name, { language, title, headings, unlabelled, tree }] of seen) {
			expect.soft(language, name).toBe("en");
			expect.soft(title, name).not.toBe("");
			expect.soft(unlabelled, name).toBe(0);
			expect
				.soft(
					headings.filter((level) => level === 1),
					name,
				)
				.toHaveLength(1);
			for (const [at, level] of headings.entries())
				expect.soft(level - (headings[at - 1] ?? 0), name).toBeLessThanOrEqual(1);
			expect.soft(tree, name).not.toMatch(/- (button|link|textbox|radio)(?! ")/);
		}
	});
});

/**
 * The background of a page, the number of its texts, and what has less contrast than WCAG 2.2, 1.4.3 and 1.4.11 ask.
 */
// biome-ignore lint/suspicious/noExplicitAny: a browser's window
function contrast({ document, getComputedStyle }: any): { ground: string; texts: number; faint: string[] } {
	type Colour = [number, number, number, number];
	const read = (text: string): Colour => {
		const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
		return [red, green, blue, alpha];
	};
	const over = ([r, g, b, a]: Colour, below: Colour): Colour => [
		r * a + below[0] * (1 - a),
		g * a + below[1] * (1 - a),
		b * a + below[2] * (1 - a),
		1,
	];
	// biome-ignore lint/suspicious/noExplicitAny: an element
	const ground = (element: any): Colour =>
		element ? over(read(getComputedStyle(element).backgroundColor), ground(element.parentElement)) : [255, 255, 255, 1];
	const luminance = (colour: Colour) => {
		const [red = 0, green = 0, blue = 0] = colour.map((value) => {
			const part = value / 255;
			return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
		});
		return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
	};
	const ratio = (one: Colour, two: Colour) => {
		const [dark = 0, light = 0] = [luminance(one), luminance(two)].sort((a, b) => a - b);
		return (light + 0.05) / (dark + 0.05);
	};
	const faint: string[] = [];
	let texts = 0;
	for (const element of document.querySelectorAll("body *")) {
		const { color, borderTopColor, borderTopStyle } = getComputedStyle(element);
		const own = [...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== "");
		if (own || element.value) {
			texts++;
			const found = ratio(over(read(color), ground(element)), ground(element));
			if (found < 4.5) faint.push(`text ${element.outerHTML.slice(0, 80)}: ${found.toFixed(2)}`);
		}
		if (element.matches("button, input:not([type=hidden], [type=radio])") && borderTopStyle !== "none") {
			const found = ratio(read(borderTopColor), ground(element.parentElement));
			if (found < 3) faint.push(`edge ${element.outerHTML.slice(0, 80)}: ${found.toFixed(2)}`);
		}
	}
	return { ground: getComputedStyle(document.body).backgroundColor, texts, faint };
}
