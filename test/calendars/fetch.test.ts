import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { fetchCalendar } from "../../src/domain/studio/calendars/fetch.ts";
import { Sites } from "../support/sites.ts";
import { ics } from "./ics.ts";

const url = "https://calendar.example/private.ics";
const none = { etag: null, lastModified: null };
const known = { etag: '"1"', lastModified: "Thu, 01 Oct 2026 00:00:00 GMT" };
const production = { development: false };

let server: Sites;
beforeEach(() => {
	server = new Sites();
});
afterEach(() => vi.restoreAllMocks());

const get = (from = url, validators: typeof known | typeof none = none) => fetchCalendar(from, validators, production);
const redirect = (to: string, status = 302) => new Response(null, { status, headers: { Location: to } });

test("a calendar comes with what it is known by", async () => {
	server.answers(url, () => new Response(ics(), { headers: { ETag: '"1"', "Last-Modified": "yesterday" } }));
	expect(await get()).toEqual({ text: ics(), etag: '"1"', lastModified: "yesterday" });
	const [asked] = server.asked;
	expect(asked?.headers.get("User-Agent")).toBe("Service-Calendar/1.0");
	expect(asked?.headers.has("If-None-Match") || asked?.headers.has("If-Modified-Since")).toBe(false);
	expect(asked?.redirect).toBe("manual");
});

test("what is known is asked for, and 304 is unchanged", async () => {
	server.answers(
		url,
		({ headers }) => new Response(null, { status: headers.get("If-None-Match") === '"1"' ? 304 : 500 }),
	);
	expect(await get(url, known)).toBe("unchanged");
	expect(server.asked[0]?.headers.get("If-Modified-Since")).toBe(known.lastModified);
});

test.each([401, 404, 410, 500, 204, 300])("status %i is a failure", async (status) => {
	server.answers(url, () => new Response(null, { status }));
	expect(await get()).toEqual({ error: `The address answered with status ${status}.` });
});

describe("patience", () => {
	// The platform's timer cannot be faked. The test checks the requested time, and sets a shorter one.
	const impatient = () => {
		const timeout = AbortSignal.timeout.bind(AbortSignal);
		return vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
			expect(ms).toBe(10_000);
			return timeout(30);
		});
	};

	test("an address that does not answer", async () => {
		impatient();
		server.answers(url, () => new Promise(() => {}));
		expect(await get()).toEqual({ error: "No answer within 10 seconds." });
	});

	test("one that stops in the middle", async () => {
		impatient();
		server.answers(url, ({ signal }) => {
			const body = new ReadableStream({
				start(controller) {
					controller.enqueue(new TextEncoder().encode("BEGIN:VCALENDAR"));
					signal.addEventListener("abort", () => controller.error(signal.reason));
				},
			});
			return new Response(body);
		});
		expect(await get()).toEqual({ error: "No answer within 10 seconds." });
	});

	test("one that cannot be reached, in words that give nothing away", async () => {
		server.answers(url, () => Promise.reject(new Error("connect 10.0.0.1:443 refused")));
		expect(await get()).toEqual({ error: "The address could not be reached." });
	});
});

describe("size", () => {
	const chunk = new Uint8Array(256 * 1024).fill(65);
	const stream = (chunks: number, given: { pulled: number; cancelled: boolean }) =>
		new ReadableStream({
			pull(controller) {
				if (given.pulled++ < chunks) controller.enqueue(chunk);
				else controller.close();
			},
			cancel() {
				given.cancelled = true;
			},
		});

	test("1 MiB is read", async () => {
		server.answers(url, () => new Response(stream(4, { pulled: 0, cancelled: false })));
		expect(await get()).toMatchObject({ text: expect.stringMatching(/^A+$/) });
	});

	test("of more, no more than that is read", async () => {
		const given = { pulled: 0, cancelled: false };
		server.answers(url, () => new Response(stream(1e6, given)));
		expect(await get()).toEqual({ error: "The calendar is larger than 1 MiB." });
		expect(given.pulled).toBeLessThan(8);
		expect(given.cancelled).toBe(true);
	});
});

describe("redirects", () => {
	test.each([301, 302, 303, 307, 308])("%i is followed, relative ones too", async (status) => {
		server.answers(url, () => redirect("/moved", status));
		server.answers("https://calendar.example/moved", () => redirect("https://other.example/a.ics", status));
		server.answers("https://other.example/a.ics", () => new Response(ics()));
		expect(await get()).toMatchObject({ text: ics() });
	});

	test.each([
		["http://calendar.example/a.ics", "must be an https URL"],
		["https://10.0.0.1/a.ics", "must be reachable on the public internet"],
		["https://[::1]/a.ics", "must be reachable on the public internet"],
		["https://metadata.internal/", "must be reachable on the public internet"],
		["webcal://calendar.example/a.ics", "must be an https URL"],
		["file:///etc/passwd", "must be an https URL"],
	])("to %s is refused and not asked", async (to, reason) => {
		server.answers(url, () => redirect(to));
		expect(await get()).toEqual({ error: `The address redirected to one that ${reason}.` });
		expect(server.asked).toHaveLength(1);
	});

	test("three are followed, a loop is not", async () => {
		server.answers(url, () => redirect(url));
		expect(await get()).toEqual({ error: "The address redirected more than 3 times." });
		expect(server.asked).toHaveLength(4);
	});

	test("to nothing, or without a target", async () => {
		server.answers(url, () => redirect("https://"));
		expect(await get()).toEqual({ error: "The address redirected to an invalid URL." });
		server.answers(url, () => new Response(null, { status: 302 }));
		expect(await get()).toEqual({ error: "The address answered with status 302." });
	});
});

test.each(["webcal://calendar.example/a.ics", "https://localhost/a.ics"])("%s is not asked", async (unsafe) => {
	expect(await get(unsafe)).toEqual({ error: expect.stringMatching(/^The address must be/) });
	expect(server.asked).toHaveLength(0);
});
