import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { countersOf } from "../../src/platform/gate/gates.ts";
import { call, newAddress } from "../support/api.ts";
import {
	appointmentsOf,
	type BookableStudio,
	contact,
	newBookableStudio,
	patchType,
	Visitor,
	withEventType,
} from "../support/booking-page.ts";
import { advance } from "../support/clock.ts";
import { costOf } from "../support/cost.ts";
import { moveWriter } from "../support/moves.ts";
import { at } from "../support/studio.ts";

let place: BookableStudio;
beforeEach(async () => {
	place = await newBookableStudio({ type: { duration_minutes: 15 } });
});

const days = Array.from({ length: 28 }, (_, n) => `2027-03-${String(n + 1).padStart(2, "0")}`);

describe("floods", () => {
	it("of one address end in a 429 that says so and keeps what was typed, until an hour has passed", async () => {
		const address = newAddress();
		const book = (n: number, form = contact()) => new Visitor(address).details(place, at("10:00", days[n]), form);
		for (let n = 0; n < 20; n++) expect((await book(n)).status).toBe(303);
		const form = contact({ phone: "+49 77" });
		const refused = await book(20, form);
		expect(refused.status).toBe(429);
		expect(refused.headers.get("Content-Type")).toContain("text/html");
		const wait = Number(refused.headers.get("Retry-After"));
		expect(wait).toBeGreaterThan(3000);
		const words = `Try again in ${Math.ceil(wait / 60)} minutes, or ask the studio.`;
		expect(refused.text).toContain(`Too many bookings. ${words}`);
		for (const typed of Object.values(form)) expect(refused.text).toContain(`value="${typed}"`);
		expect(await appointmentsOf(place.id)).toHaveLength(20);
		expect((await new Visitor().details(place, at("10:00", days[21]), contact())).status).toBe(303);
		advance(wait);
		expect((await book(20, form)).status).toBe(303);
	});

	/** Adds appointments of the artist that are booked now. */
	async function booked(count: number) {
		const placement = await moveWriter().databases.placementOf(place.id);
		if (!placement) throw new Error("no placement");
		const counters = countersOf(env, placement);
		await Promise.all(Array.from({ length: count }, () => counters.takeHourly(`bookings:${place.artistId}`, 200)));
	}

	it("of one artist end in the same, from however many addresses", async () => {
		await booked(199);
		expect((await new Visitor().details(place, at("10:00"), contact())).status).toBe(303);
		expect((await new Visitor().details(place, at("11:00"), contact())).status).toBe(429);
		const other = await newBookableStudio();
		expect((await new Visitor().details(other, at("10:00"), contact())).status).toBe(303);
	});

	it("of tries that book nothing leave the bookings of the artist to those who book", async () => {
		await new Visitor().book(place, at("10:00"));
		const visitor = new Visitor();
		const form = { ...contact(), start_at: at("11:00"), form_id: "a".repeat(22) };
		const send = () => visitor.post(`${place.path}/details`, form);
		expect((await Promise.all([send(), send()])).map(({ status }) => status)).toEqual([303, 303]);
		// With 197 others these two are all but one that an artist takes in an hour.
		await booked(197);
		for (let n = 0; n < 3; n++) expect((await send()).status).toBe(303);
		for (const start of [at("10:00"), at("10:07"), at("10:00", "2020-03-03")])
			expect((await new Visitor().details(place, start, contact())).status).toBe(409);
		expect((await new Visitor().details(place, at("13:00"), contact())).status).toBe(303);
		expect((await new Visitor().details(place, at("14:00"), contact())).status).toBe(429);
		expect(await appointmentsOf(place.id)).toHaveLength(3);
	});

	it("say how long to wait, and who waits that long gets through", async () => {
		await booked(1);
		advance(1800);
		await booked(199);
		const refused = await new Visitor().details(place, at("10:00"), contact());
		expect(refused.status).toBe(429);
		const wait = Number(refused.headers.get("Retry-After"));
		expect(wait).toBeGreaterThan(1740);
		expect(wait).toBeLessThanOrEqual(1800);
		expect(refused.text).toContain("Try again in 30 minutes, or ask the studio.");
		advance(wait);
		expect((await new Visitor().details(place, at("10:00"), contact())).status).toBe(303);
	});

	it("of requests for pages are refused in words, too", async () => {
		const visitor = new Visitor();
		const answers = await Promise.all(Array.from({ length: 302 }, () => visitor.get("/manage/none")));
		const refused = answers.filter(({ status }) => status === 429);
		expect(refused.length).toBeGreaterThan(0);
		expect(refused[0]?.headers.get("Content-Type")).toContain("text/html");
		expect(refused[0]?.text).toContain("Too many requests");
		for (const { headers, text } of refused) {
			const wait = Number(headers.get("Retry-After"));
			expect(wait).toBeLessThanOrEqual(2);
			expect(text).toContain(`Try again in ${wait} second`);
		}
	});

	it("of addresses that no artist has are refused before a database is read", async () => {
		const headers = { "CF-Connecting-IP": newAddress() };
		const ask = (n: number) => costOf(`/no-artist-${n}`, "", { headers });
		expect(await ask(0)).toMatchObject({ status: 404, db: { calls: 1 } });
		const asked = [];
		for (let n = 0; n < 14; n++)
			asked.push(...(await Promise.all(Array.from({ length: 30 }, (_, each) => ask(n * 30 + each + 1)))));
		const refused = asked.filter(({ statements }) => statements.length === 0);
		// The limit refills while the test runs.
		expect(refused.length).toBeGreaterThan(60);
		expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
	});
});

describe("a program", () => {
	it("that fills in what nobody sees gets no appointment", async () => {
		const form = contact({ website: "https://spam.example" });
		const { status, text, headers } = await new Visitor().details(place, at("10:00"), form);
		expect(status).toBe(429);
		// A wait would not make the form valid.
		expect(headers.has("Retry-After")).toBe(false);
		expect(text).toContain("Programs cannot book here.");
		expect(text).toContain(`value="${form.email}"`);
		expect(await appointmentsOf(place.id)).toEqual([]);
	});
});

describe("Turnstile", () => {
	const asked: URLSearchParams[] = [];
	let answer: () => Response | Promise<Response>;
	beforeEach(() => {
		asked.length = 0;
		answer = () => Response.json({ success: true });
		Object.assign(env, { TURNSTILE_SITE_KEY: "site-key", TURNSTILE_SECRET: "secret" });
		vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
			expect(String(input)).toBe("https://challenges.cloudflare.com/turnstile/v0/siteverify");
			asked.push(init?.body as URLSearchParams);
			return await answer();
		});
	});
	afterEach(() => {
		Object.assign(env, { TURNSTILE_SITE_KEY: undefined, TURNSTILE_SECRET: undefined });
		vi.restoreAllMocks();
	});

	const book = (form: Record<string, string>, visitor = new Visitor()) => visitor.details(place, at("10:00"), form);

	it("is shown where both keys are set, and the policy allows it and nothing else", async () => {
		const visitor = new Visitor();
		await visitor.hold(place, at("10:00"));
		const { headers, text } = await visitor.get(`${place.path}/details`);
		expect(text).toContain('class="cf-turnstile" data-sitekey="site-key"');
		expect(text).not.toContain("secret");
		const policy = headers.get("Content-Security-Policy") ?? "";
		expect(policy).toMatch(/script-src 'nonce-\w+' https:\/\/challenges\.cloudflare\.com;/);
		expect(policy).toContain("frame-src https://challenges.cloudflare.com;");
		expect((await visitor.get(place.path)).text).not.toContain("challenges.cloudflare.com");
		Object.assign(env, { TURNSTILE_SECRET: undefined });
		expect((await visitor.get(`${place.path}/details`)).text).not.toContain("turnstile");
	});

	it("decides who may book, and asks with the token, the address and the secret", async () => {
		const form = contact({ "cf-turnstile-response": "token-1" });
		answer = () => Response.json({ success: false, "error-codes": ["invalid-input-response"] });
		const refused = await book(form);
		expect(refused.status).toBe(429);
		expect(refused.text).toContain("We could not check that you are a person. Try again.");
		expect(refused.text).toContain(`value="${form.email}"`);
		expect((await book(contact())).status).toBe(429);
		expect(asked).toHaveLength(1);
		answer = () => Response.json({ success: true });
		const visitor = new Visitor();
		expect((await book(form, visitor)).status).toBe(303);
		const sent = Object.fromEntries(asked.at(-1) ?? []);
		expect(sent).toMatchObject({ secret: "secret", response: "token-1", remoteip: visitor.address });
		expect(await appointmentsOf(place.id)).toHaveLength(1);
	});

	it("is asked about one token under one name, so that a form that is sent twice passes twice", async () => {
		const form = contact({ "cf-turnstile-response": "token-2", form_id: "a".repeat(22) });
		const visitor = new Visitor();
		const send = () => visitor.post(`${place.path}/details`, { ...form, start_at: at("10:00") });
		expect((await Promise.all([send(), send()])).map(({ status }) => status)).toEqual([303, 303]);
		const names = asked.map((body) => body.get("idempotency_key"));
		expect(names).toHaveLength(2);
		expect(new Set(names).size).toBe(1);
		expect(names[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
		expect(await appointmentsOf(place.id)).toHaveLength(1);
	});

	it("is solved for one booking: the same token books nothing else, whatever the form says it is", async () => {
		// Turnstile accepts a token once, and again only under the same idempotency key.
		const accepted = new Map<string, string | null>();
		answer = () => {
			const [token, name] = ["response", "idempotency_key"].map((field) => asked.at(-1)?.get(field) ?? null);
			const isFirst = !accepted.has(token ?? "");
			if (isFirst) accepted.set(token ?? "", name ?? null);
			const success = isFirst || (name !== null && accepted.get(token ?? "") === name);
			return Response.json(success ? { success } : { success, "error-codes": ["timeout-or-duplicate"] });
		};
		await patchType(place, { requires_approval: true });
		const form = { ...contact({ "cf-turnstile-response": "token-3", form_id: "a".repeat(22) }), start_at: at("10:00") };
		const send = async (given: Record<string, string>, of = place) =>
			(await new Visitor().post(`${of.path}/details`, { ...form, ...given })).status;
		const withoutId = { form_id: "", "cf-turnstile-response": "token-4" };
		expect([await send({}), await send({}), await send(withoutId), await send(withoutId)]).toEqual([
			303, 303, 303, 429,
		]);
		const others = [
			{ start_at: at("11:00") },
			{ form_id: "b".repeat(22) },
			{ email: "a@example.com" },
			{ form_id: "" },
		];
		for (const given of others) expect(await send(given), JSON.stringify(given)).toBe(429);
		expect(await send({}, await withEventType(place, {}))).toBe(429);
		expect((await call(200, "/v1/leads", { key: place.key })).body.data).toHaveLength(2);
	});

	it("is not asked about a token that is longer than its tokens are", async () => {
		answer = () => new Response("Request Entity Too Large", { status: 413 });
		expect((await book(contact({ "cf-turnstile-response": "t".repeat(2049) }))).status).toBe(429);
		expect(asked).toEqual([]);
		answer = () => Response.json({ success: true });
		expect((await book(contact({ "cf-turnstile-response": "t".repeat(2048) }))).status).toBe(303);
		expect(asked).toHaveLength(1);
	});

	const down: [string, () => Response][] = [
		["answers 500", () => new Response("down", { status: 500 })],
		["answers 503", () => Response.json({ success: false }, { status: 503 })],
		["answers too late", () => fail(new DOMException("too late", "TimeoutError"))],
		["cannot be reached", () => fail(new TypeError("network"))],
		[
			"breaks off",
			() => new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError("network")) })),
		],
	];
	const fail = (error: Error): never => {
		throw error;
	};

	it.each(down)("keeps nobody out when it %s", async (_, answered) => {
		answer = answered;
		expect((await book(contact({ "cf-turnstile-response": "token-5" }))).status).toBe(303);
	});

	const without: [string, () => Response][] = [
		["400", () => Response.json({ success: false }, { status: 400 })],
		["a success with 403", () => Response.json({ success: true }, { status: 403 })],
		["no JSON", () => new Response("<html>")],
		["nothing", () => new Response(null, { status: 204 })],
		["no success", () => Response.json({})],
		["null", () => Response.json(null)],
		["a success that is a text", () => Response.json({ success: "true" })],
	];

	it.each(without)("lets nobody through when it answers %s", async (_, answered) => {
		answer = answered;
		expect((await book(contact({ "cf-turnstile-response": "token-6" }))).status).toBe(429);
		expect(await appointmentsOf(place.id)).toEqual([]);
	});
});
