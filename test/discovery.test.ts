import { createExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { app } from "../src/entry/app.ts";
import { isReservedSlug } from "../src/platform/lib/text/slug.ts";
import { advance, now } from "./support/clock.ts";

const origin = "https://api.test";
const get = (path: string, init: RequestInit = {}): Promise<Response> =>
	exports.default.fetch(new Request(new URL(path, origin), { redirect: "manual", ...init }));

const files = [
	["/.well-known/api-catalog", 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'],
	["/robots.txt", "text/plain; charset=utf-8"],
	["/sitemap.xml", "application/xml; charset=utf-8"],
] as const;

describe("what programs look for", () => {
	it.each(files)("%s is %s, small, cached, answered to HEAD and not sent again", async (path, type) => {
		const first = await get(path);
		const text = await first.text();
		expect([first.status, first.headers.get("Content-Type")]).toEqual([200, type]);
		expect(first.headers.get("Cache-Control")).toBe("public, max-age=300");
		expect(text.length).toBeLessThan(32 * 1024);
		expect(text).not.toContain(".invalid");
		expect(text).toContain(origin);
		const head = await get(path, { method: "HEAD" });
		expect([head.status, await head.text()]).toEqual([200, ""]);
		for (const name of ["Content-Type", "ETag", "Link"]) expect(head.headers.get(name)).toBe(first.headers.get(name));
		const again = await get(path, { headers: { "If-None-Match": first.headers.get("ETag") ?? "" } });
		expect([again.status, await again.text()]).toEqual([304, ""]);
	});

	it("says in the catalog of APIs where the API and its descriptions are, each with the type that it has", async () => {
		const answer = await get("/.well-known/api-catalog");
		const catalog = `${origin}/.well-known/api-catalog`;
		expect(answer.headers.get("Link")).toBe(`<${catalog}>; rel="api-catalog"`);
		expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
		const { linkset } = (await answer.json()) as { linkset: Record<string, unknown>[] };
		const api = `${origin}/v1`;
		const mcp = `${origin}/mcp`;
		expect(linkset[0]).toEqual({ anchor: catalog, item: [{ href: api }, { href: mcp }] });
		const door = linkset.find(({ anchor }) => anchor === mcp) ?? {};
		expect(Object.keys(door)).toEqual(["anchor", "service-doc", "service-meta"]);
		const described = linkset.find(({ anchor }) => anchor === api) ?? {};
		expect(Object.keys(described).sort()).toEqual(["anchor", "service-desc", "service-doc", "service-meta", "status"]);
		const targets = linkset.flatMap(({ anchor, item, ...relations }) => Object.values(relations).flat());
		expect(targets.length).toBeGreaterThanOrEqual(4);
		for (const { href, type } of targets as { href: string; type: string }[]) {
			const target = await get(href);
			expect([href, target.status, target.headers.get("Content-Type")?.split(";")[0]]).toEqual([href, 200, type]);
		}
	});

	it("lists in the sitemap every page of the documentation, and nothing else", async () => {
		const map = await (await get("/sitemap.xml")).text();
		const listed = [...map.matchAll(/<url><loc>([^<]+)<\/loc><\/url>/g)].map(([, address = ""]) => address);
		expect(listed.length).toBeGreaterThan(150);
		expect(new Set(listed).size).toBe(listed.length);
		for (const address of listed) {
			const { pathname } = new URL(address);
			expect(pathname === "/" || pathname === "/docs" || pathname.startsWith("/docs/")).toBe(true);
			const page = await get(address, { headers: { Accept: "text/html" } });
			expect([address, page.status]).toEqual([address, 200]);
		}
		const llms = await (await get("/llms.txt")).text();
		for (const [, page = ""] of llms.matchAll(/\((https:[^)]+)\.md\)/g)) expect(listed).toContain(page);
	});

	it("keeps crawlers off what is not for them, and lets them read the documentation and the artists' pages", async () => {
		const robots = await (await get("/robots.txt")).text();
		expect(robots).toContain(`\nSitemap: ${origin}/sitemap.xml\n`);
		const rules = [...robots.matchAll(/^Disallow: (\S+)$/gm)].map(([, rule = ""]) => rule);
		const isKeptOff = (path: string) =>
			rules.some((rule) => (rule.endsWith("$") ? path === rule.slice(0, -1) : path.startsWith(rule)));
		for (const path of [
			"/v1/clients",
			"/mcp",
			"/admin/tenants",
			"/dashboard",
			"/dashboard/clients",
			"/sign_in",
			"/oauth/authorize",
		])
			expect([path, isKeptOff(path)]).toEqual([path, true]);
		for (const path of ["/", "/docs", "/docs/webhooks", "/mika-sorensen", "/v1ktor", "/dashboarder/book/tattoo"])
			expect([path, isKeptOff(path)]).toEqual([path, false]);
		const first = new Set(app.routes.map(({ path }) => path.split("/")[1]));
		const segments = rules.map((rule) => rule.replace("$", "").split("/")[1] ?? "");
		expect(segments.filter((segment) => !first.has(segment))).toEqual([]);
		expect(segments.filter((segment) => !segment.includes("_") && !isReservedSlug(segment))).toEqual([]);
	});
});

describe("/.well-known/security.txt", () => {
	const fetchWith = (contact: string | undefined, init: RequestInit = {}) =>
		app.fetch(
			new Request(`${origin}/.well-known/security.txt`, init),
			{ ...env, ...(contact !== undefined && { SECURITY_CONTACT: contact }) },
			createExecutionContext(),
		) as Promise<Response>;

	it.each([
		["security@studio.example", "mailto:security@studio.example"],
		["mailto:security@studio.example", "mailto:security@studio.example"],
		["https://studio.example/security", "https://studio.example/security"],
	])("names the contact %s, where the file is, and a day within a year until which it holds", async (contact, uri) => {
		const answer = await fetchWith(contact);
		expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "text/plain; charset=utf-8"]);
		const fields = Object.fromEntries(
			(await answer.text())
				.trim()
				.split("\n")
				.map((line) => line.split(/: (.*)/)),
		);
		expect(fields).toMatchObject({ Contact: uri, Canonical: `${origin}/.well-known/security.txt` });
		const days = (Date.parse(fields.Expires) - Date.parse(now())) / 86_400_000;
		expect(days).toBeGreaterThan(30);
		expect(days).toBeLessThan(365);
		const etag = answer.headers.get("ETag") ?? "";
		expect((await fetchWith(contact, { headers: { "If-None-Match": etag } })).status).toBe(304);
		const head = await fetchWith(contact, { method: "HEAD" });
		expect([head.status, head.headers.get("ETag"), await head.text()]).toEqual([200, etag, ""]);
	});

	it("never expires before it is asked again, however long the service runs", async () => {
		for (let month = 0; month < 14; month++) {
			advance(30 * 86_400);
			const text = await (await fetchWith("security@studio.example")).text();
			expect(Date.parse(/Expires: (.*)/.exec(text)?.[1] ?? "")).toBeGreaterThan(Date.parse(now()) + 30 * 86_400_000);
		}
	});

	it.each([
		undefined,
		"",
		"call us",
		"javascript:alert(1)",
		"security@studio.example\nPolicy: https://evil.example",
		"http://studio.example",
	])("is not there where the contact is %j", async (contact) => {
		expect((await fetchWith(contact)).status).toBe(404);
	});
});
