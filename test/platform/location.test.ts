import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { errorOf, sleep } from "../support/conformance.ts";

// Each test runs on workerd and on the platform in one process, and says the same of both (lab/platform/README.md).
// The services of a location: the cache, the limiter, the static files and the mail service.

const cache = await caches.open("conformance");
let asked = 0;
const newAddress = () => `https://cache.example/${++asked}`;
const cached = { "Cache-Control": "max-age=60" };
const bodyOf = async (request: string | Request, options?: CacheQueryOptions) =>
	(await cache.match(request, options))?.text();

describe("the cache", () => {
	it("keeps an answer for its max-age, and gives a copy each time", async () => {
		const address = newAddress();
		await cache.put(address, Response.json({ a: 1 }, { headers: cached }));
		for (const _ of [1, 2]) {
			const answer = await cache.match(address);
			expect([answer?.status, answer?.headers.get("Content-Type"), await answer?.json()]).toEqual([
				200,
				"application/json",
				{ a: 1 },
			]);
		}
		await cache.put(address, new Response("short", { headers: { "Cache-Control": "max-age=1" } }));
		expect(await bodyOf(address)).toBe("short");
		await sleep(1200);
		expect(await cache.match(address)).toBeUndefined();
	});

	it.each<[string, ResponseInit]>([
		["without a time", {}],
		["with no time", { headers: { "Cache-Control": "max-age=0" } }],
		["that must not be stored", { headers: { "Cache-Control": "no-store, max-age=60" } }],
		["that is private", { headers: { "Cache-Control": "private, max-age=60" } }],
		["that sets a cookie", { headers: { ...cached, "Set-Cookie": "a=b" } }],
		["of status 500", { status: 500, headers: cached }],
	])("does not keep an answer %s", async (_, init) => {
		const address = newAddress();
		await cache.put(address, new Response("x", init));
		expect(await cache.match(address)).toBeUndefined();
	});

	it.each<[string, ResponseInit]>([
		["whose shared time is given", { headers: { "Cache-Control": "max-age=0, s-maxage=60" } }],
		["that expires later", { headers: { Expires: new Date(Date.now() + 60_000).toUTCString() } }],
		["of status 404", { status: 404, headers: cached }],
	])("keeps an answer %s", async (_, init) => {
		const address = newAddress();
		await cache.put(address, new Response("x", init));
		expect(await bodyOf(address)).toBe("x");
	});

	it.each<[string, () => Promise<unknown>]>([
		["an answer to a POST", () => cache.put(new Request(newAddress(), { method: "POST" }), new Response("x"))],
		["a part of an answer", () => cache.put(newAddress(), new Response("x", { status: 206, headers: cached }))],
		[
			"an answer that varies by everything",
			() => cache.put(newAddress(), new Response("x", { headers: { Vary: "*" } })),
		],
		["no address", () => cache.match("relative")],
		[
			"a body that was read",
			async () => {
				const used = new Response("x", { headers: cached });
				await used.text();
				await cache.put(newAddress(), used);
			},
		],
	])("refuses %s", async (_, work) => {
		expect((await errorOf(work))?.name).toBe("TypeError");
	});

	it("knows an address without its fragment, with its query, and for GET alone", async () => {
		const address = newAddress();
		await cache.put(`${address}?a=1#put`, new Response("x", { headers: cached }));
		expect(await bodyOf(`${address}?a=1#match`)).toBe("x");
		expect(await bodyOf(address)).toBeUndefined();
		expect(await bodyOf(new Request(`${address}?a=1`, { method: "POST" }))).toBeUndefined();
		expect(await bodyOf(new Request(`${address}?a=1`, { method: "POST" }), { ignoreMethod: true })).toBe("x");
	});

	it("takes the body of what it keeps, and replaces what it kept", async () => {
		const address = newAddress();
		const given = new Response("old", { headers: cached });
		await cache.put(address, given);
		expect(given.bodyUsed).toBe(true);
		await cache.put(address, new Response("new", { headers: cached }));
		expect(await bodyOf(address)).toBe("new");
	});

	it("tells whether it deleted something", async () => {
		const address = newAddress();
		await cache.put(address, new Response("x", { headers: cached }));
		expect([await cache.delete(`${address}#x`), await cache.delete(address), await bodyOf(address)]).toEqual([
			true,
			false,
			undefined,
		]);
	});

	it("is one for each name", async () => {
		const address = newAddress();
		await cache.put(address, new Response("x", { headers: cached }));
		expect(await (await caches.open("conformance")).match(address)).toBeDefined();
		expect(await (await caches.open("another")).match(address)).toBeUndefined();
	});
});

describe("the limiter", () => {
	const limiter = env.UNKNOWN_CREDENTIALS as RateLimit;

	it("lets 300 calls of a key pass in a minute, also at once, and counts each key by itself", async () => {
		const minuteMs = 60_000;
		// The calls must be in one minute of the clock.
		const left = minuteMs - (Date.now() % minuteMs);
		if (left < 5000) await sleep(left);
		const answers = await Promise.all(Array.from({ length: 310 }, () => limiter.limit({ key: "one" })));
		expect(answers.filter(({ success }) => success)).toHaveLength(300);
		expect(await limiter.limit({ key: "one" })).toEqual({ success: false });
		expect(await limiter.limit({ key: "two" })).toEqual({ success: true });
	}, 40_000);

	it("takes an empty key, and no number", async () => {
		expect(await limiter.limit({ key: "" })).toEqual({ success: true });
		expect(await errorOf(() => limiter.limit({ key: 5 as never }))).toBeInstanceOf(Error);
	});
});

describe("a static file", () => {
	const get = (path: string, init?: RequestInit) => env.FILES.fetch(`https://files.invalid${path}`, init);

	it("comes with its type, a tag and the duty to ask again", async () => {
		const answer = await get("/openapi.json?x=1");
		expect(answer.status).toBe(200);
		expect(answer.headers.get("Content-Type")).toBe("application/json");
		expect(answer.headers.get("Cache-Control")).toBe("public, max-age=0, must-revalidate");
		expect(answer.headers.get("ETag")).toMatch(/^"/);
		expect(await answer.json()).toHaveProperty("openapi");
	});

	it("has no body for HEAD", async () => {
		const answer = await get("/openapi.json", { method: "HEAD" });
		expect([answer.status, await answer.text()]).toEqual([200, ""]);
	});

	it("is 304 for its tag, also for the weak form", async () => {
		const tag = (await get("/openapi.json")).headers.get("ETag") ?? "";
		for (const known of [tag, `W/${tag}`]) {
			const answer = await get("/openapi.json", { headers: { "If-None-Match": known } });
			expect([answer.status, await answer.text()]).toEqual([304, ""]);
		}
		expect((await get("/openapi.json", { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
	});

	it("is for GET and HEAD alone", async () => {
		expect((await get("/openapi.json", { method: "POST" })).status).toBe(405);
	});

	it.each(["/", "/none", "/openapi.json/", "/docs", "/OPENAPI.JSON", "/../package.json", "/%2e%2e/package.json"])(
		"is not at %s",
		async (path) => {
			const answer = await get(path);
			expect([answer.status, await answer.text()]).toEqual([404, ""]);
			expect((await get(path, { method: "HEAD" })).status).toBe(404);
		},
	);
});

describe("the mail service", () => {
	const mail = { from: "a@studio.example", to: "b@example.com", subject: "Hi", text: "Hi", html: "<p>Hi</p>" };

	it("takes a mail, and answers with an id of the sender's domain", async () => {
		const { messageId } = await env.EMAIL.send(mail);
		expect(messageId).toMatch(/^<[^@<>]+@studio\.example>$/);
	});

	it("takes names, an address for answers and files", async () => {
		const content = Uint8Array.from(new TextEncoder().encode("BEGIN:VCALENDAR")).buffer;
		const answer = await env.EMAIL.send({
			...mail,
			to: { name: "Kai", email: "kai@example.com" },
			replyTo: { name: "Studio", email: "studio@example.com" },
			attachments: [{ disposition: "attachment", filename: "a.ics", type: "text/calendar; charset=utf-8", content }],
		});
		expect(Object.keys(answer)).toEqual(["messageId"]);
	});

	it("refuses a mail to nobody", async () => {
		expect(await errorOf(() => env.EMAIL.send({ ...mail, to: undefined as never }))).toBeInstanceOf(TypeError);
	});
});
