import { env, exports } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";

const get = (url: string, init: RequestInit = {}): Promise<Response> =>
	exports.default.fetch(new Request(url, { redirect: "manual", ...init }));

/** All that the caller sees, without what is of this request alone. */
async function seenOf(answer: Response) {
	const { "x-request-id": id = "", "server-timing": timing, ...headers } = Object.fromEntries(answer.headers);
	expect(id).toMatch(/^req_[0-9a-f]{32}$/);
	expect(timing).toMatch(/^gate;dur=0\.0;desc="0", db;dur=0\.0;desc="0"$/);
	return { status: answer.status, headers, text: await answer.text(), id };
}

afterEach(() => vi.restoreAllMocks());

describe("a page that the isolate has sent before", () => {
	it.each([
		["the front door", "/", {}],
		["a guide", "/docs/webhooks", { Accept: "text/html" }],
		["a guide for a program", "/docs/webhooks", { Accept: "*/*" }],
		["its Markdown twin", "/docs/webhooks.md", {}],
		["its Markdown twin by Accept", "/docs/webhooks", { Accept: "text/markdown" }],
		["a guide with a query", "/docs/webhooks?from=mail", {}],
		["a guide with a slash", "/docs/webhooks/", {}],
		["the API document", "/openapi.json", {}],
		["a guide that the caller has", "/docs/webhooks", { "If-None-Match": "*" }],
		["a guide in gzip", "/docs/feed", { "Accept-Encoding": "gzip" }],
	])("is sent again as it was: %s", async (_, path, headers) => {
		for (const method of ["GET", "HEAD"])
			for (const origin of ["https://again.test", "http://again.test"]) {
				const first = await seenOf(await get(origin + path, { method, headers }));
				const second = await seenOf(await get(origin + path, { method, headers }));
				expect(second).toEqual({ ...first, id: expect.anything() });
				expect(second.id).not.toBe(first.id);
			}
	});

	it("carries the id that the caller chose, and no other", async () => {
		for (const [sent, carried] of [
			["mine-1", "mine-1"],
			["not mine", expect.stringMatching(/^req_/)],
		]) {
			const answer = await get("https://again.test/docs/webhooks", { headers: { "X-Request-ID": String(sent) } });
			expect(answer.headers.get("X-Request-ID")).toEqual(carried);
		}
	});

	it("has a line in the log like the first time", async () => {
		// biome-ignore lint/suspicious/noExplicitAny: a line is read by its keys
		const lines: any[] = [];
		vi.spyOn(console, "log").mockImplementation((text) => void lines.push(JSON.parse(text)));
		for (const id of ["line-1", "line-2"])
			await get("https://again.test/docs/errors/conflict", { headers: { "X-Request-ID": id } });
		const [first, second, ...others] = lines;
		expect(others).toEqual([]);
		expect(first).toMatchObject({ request_id: "line-1", route: "/docs/*", method: "GET", status: 200, db_trips: 0 });
		expect(second).toEqual({
			...first,
			request_id: "line-2",
			time: expect.anything(),
			duration_ms: expect.any(Number),
		});
	});

	it("is fetched, filled and compressed once, in however many spellings its address comes", async () => {
		const fetched = vi.spyOn(env.FILES, "fetch");
		const spelled = (n: number) =>
			`/${[..."asyncapi.json"].map((one, i) => ((n >> i) & 1 ? `%${one.charCodeAt(0).toString(16)}` : one)).join("")}`;
		const headers = { "Accept-Encoding": "gzip" };
		const first = await get(`https://spelled.test${spelled(0)}`, { headers });
		const text = await first.text();
		for (let n = 1; n < 300; n += 7) {
			const answer = await get(`https://spelled.test${spelled(n)}`, { headers });
			expect([answer.status, answer.headers.get("ETag")]).toEqual([200, first.headers.get("ETag")]);
			expect(await answer.text()).toBe(text);
		}
		expect(fetched.mock.calls.length).toBe(1);
		for (const path of ["/docs%2Fwebhooks", "/docs/reference%2FlistClients", "/docs/errors/%2525", "/docs//webhooks"])
			expect([path, (await get(`https://spelled.test${path}`)).status]).toEqual([path, 404]);
	});

	it("is for GET and HEAD alone", async () => {
		const url = "https://again.test/docs/events";
		await get(url);
		for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
			const answer = await get(url, { method });
			expect([method, answer.status, answer.headers.get("Content-Type")]).toEqual([
				method,
				404,
				"application/problem+json",
			]);
		}
	});

	it("is Markdown to who asks for it, also after others got HTML", async () => {
		const url = "https://again.test/docs/booking";
		const typeFor = async (accept: string) =>
			(await get(url, { headers: { Accept: accept } })).headers.get("Content-Type");
		for (let n = 0; n < 2; n++)
			for (const [accept, type] of [
				["text/html", "text/html; charset=utf-8"],
				["Text/Markdown", "text/markdown; charset=utf-8"],
				["text/html;q=0.5, text/*", "text/markdown; charset=utf-8"],
				["*/*", "text/html; charset=utf-8"],
			] as const)
				expect([accept, await typeFor(accept)]).toEqual([accept, type]);
	});
});

it("compresses the style sheet of a page for who accepts that", async () => {
	const html = await (await get("https://again.test/docs")).text();
	const [, path = ""] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
	const headersOf = async (headers: Record<string, string>) =>
		(await get(`https://again.test${path}`, { headers })).headers;
	expect((await headersOf({ "Accept-Encoding": "gzip, br" })).get("Content-Encoding")).toBe("br");
	expect((await headersOf({})).get("Content-Encoding")).toBeNull();
	expect((await headersOf({})).get("Cache-Control")).toContain("immutable");
});
