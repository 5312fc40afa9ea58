import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { clock } from "../src/platform/lib/clock.ts";
import worker from "../src/worker.ts";
import { type Answer, call } from "./support/api.ts";
import { appointmentsOf, bookedLink, holdsOf, newBookableStudio } from "./support/booking-page.ts";
import { advance } from "./support/clock.ts";
import { newMember } from "./support/dashboard.ts";
import { rows } from "./support/database.ts";
import { MailService } from "./support/mail-service.ts";
import { approve, basic, codeFormOf, newConnection } from "./support/oauth.ts";
import { at, newClient, type Studio } from "./support/studio.ts";
import { newWorld, operate } from "./support/world.ts";

const service = new MailService();
afterEach(() => vi.restoreAllMocks());

interface Slow {
	/** Sends the rest of the body; the answer to it. */
	finish(): Promise<Pick<Answer, "status" | "body">>;
	answer: Promise<Pick<Answer, "status" | "body">>;
}

/** The headers and the beginning of a body. */
async function begin(method: string, path: string, headers: Record<string, string>, body: string): Promise<Slow> {
	// A stream of the platform, as bodies from the network are.
	const { readable, writable } = new IdentityTransformStream();
	const writer = writable.getWriter();
	const bytes = new TextEncoder().encode(body);
	const ctx = createExecutionContext();
	const request = new Request(`https://api.test${path}`, { method, headers, body: readable });
	const answer = (async () => {
		const response = await worker.fetch(request, env, ctx);
		const isJson = response.headers.get("Content-Type")?.includes("json");
		const answer = { status: response.status, body: isJson ? await response.json() : await response.text() };
		await waitOnExecutionContext(ctx);
		return answer;
	})();
	answer.catch(() => {});
	await writer.write(bytes.subarray(0, 1));
	return {
		answer,
		finish: async () => {
			await writer.write(bytes.subarray(1));
			await writer.close();
			return await answer;
		},
	};
}

const json = (key: string) => ({ Authorization: `Bearer ${key}`, "Content-Type": "application/json" });

describe("a request whose body arrives slowly", () => {
	it("is refused when its key was revoked meanwhile, and changes nothing", async () => {
		const { key, keyId, id } = await newWorld();
		const slow = await begin("POST", "/v1/clients", json(key), '{"email": "slow@example.com", "first_name": "Slow"}');
		await operate(200, `/admin/api_keys/${keyId}`, { method: "PATCH", body: { status: "REVOKED" } });
		expect(await slow.finish()).toMatchObject({ status: 401, body: { code: "revoked_api_key" } });
		expect(await rows("SELECT id FROM clients WHERE tenant_id = ?", id)).toEqual([]);
	});

	it("is a change of the time when its body was there: updated_at does not go back", async () => {
		const { key } = await newWorld();
		const id = await newClient(key);
		const slow = await begin("PATCH", `/v1/clients/${id}`, json(key), '{"notes": "slow"}');
		advance(60);
		const fast = await call(200, `/v1/clients/${id}`, { key, method: "PATCH", body: { phone: "1" } });
		const { status, body } = await slow.finish();
		expect(status).toBe(200);
		expect(Date.parse(body.updated_at)).toBeGreaterThan(Date.parse(fast.body.updated_at));
		const since = await call(200, `/v1/clients?updated_since=${fast.body.updated_at}`, { key });
		expect(since.body.data[0]).toMatchObject({ id, notes: "slow" });
	});

	it("emits an event that is no older than the one before it", async () => {
		const { key } = await newWorld();
		const slow = await begin("POST", "/v1/clients", json(key), '{"email": "s@example.com", "first_name": "S"}');
		advance(60);
		await newClient(key);
		await slow.finish();
		const { data } = (await call(200, "/v1/events", { key })).body;
		const bySequence = [...data].sort((a, b) => a.sequence - b.sequence).map((event) => Date.parse(event.created_at));
		expect(bySequence).toEqual([...bySequence].sort((a, b) => a - b));
	});

	it("cannot carry an authorization code past its 60 seconds", async () => {
		const connection = await newConnection();
		const form = new URLSearchParams(codeFormOf(await approve(connection))).toString();
		const headers = { "Content-Type": "application/x-www-form-urlencoded", ...basic(connection.app) };
		const slow = await begin("POST", "/oauth/token", headers, form);
		advance(61);
		expect(await slow.finish()).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
	});

	it("is told 408 when the body does not arrive in time, after the gate let it in", async () => {
		const { key } = await newWorld();
		const { setTimeout } = globalThis;
		vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void, ms = 0) =>
			setTimeout(run, ms === 15_000 ? 20 : ms)) as typeof setTimeout);
		const slow = await begin("POST", "/v1/clients", json(key), '{"email": "s@example.com", "first_name": "S"}');
		expect(await slow.answer).toMatchObject({ status: 408, body: { code: "request_timeout" } });
		const announced = await begin("POST", "/v1/clients", { ...json(key), "Content-Length": "2" }, "{}");
		expect(await announced.answer).toMatchObject({ status: 408, body: { code: "request_timeout" } });
		const nobody = await begin("POST", "/v1/clients", json("nonsense"), "{}");
		expect(await nobody.answer).toMatchObject({ status: 401, body: { code: "invalid_api_key" } });
	});
});

describe("the form of a page that arrives slowly is of the time when all of it was there", () => {
	const form = { "Content-Type": "application/x-www-form-urlencoded", Origin: "https://api.test" };
	const sendSlowly = async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
		const slow = await begin("POST", path, { ...form, ...headers }, new URLSearchParams(fields).toString());
		const arrived = Date.parse(advance(60));
		const { status, body } = await slow.finish();
		expect([200, 303], body).toContain(status);
		return arrived;
	};

	it("of the dashboard", async () => {
		const owner = await newMember();
		const client = { email: "slow@example.com", first_name: "Slow" };
		const arrived = await sendSlowly(owner.at("/clients/new"), client, { Cookie: owner.cookie });
		const [made] = await rows("SELECT created_at FROM clients WHERE tenant_id = ?", owner.tenantId);
		expect(made?.created_at).toBeGreaterThanOrEqual(arrived);
	});

	it("of the booking page: a hold lasts ten minutes from then", async () => {
		const studio = await newBookableStudio();
		const arrived = await sendSlowly(`${studio.path}/hold`, { start_at: at("10:00") });
		const [hold] = await holdsOf(studio.id);
		expect(hold?.expires_at).toBeGreaterThanOrEqual(arrived + 600_000);
	});

	it("of a booked appointment", async () => {
		const studio = await newBookableStudio();
		const email = "ana@example.com";
		const link = await bookedLink(service, studio, at("10:00"), email);
		const arrived = await sendSlowly(`${link}/cancel`, { email });
		const [cancelled] = await appointmentsOf(studio.id);
		expect(cancelled).toMatchObject({ status: "CANCELLED" });
		expect(cancelled?.updated_at).toBeGreaterThanOrEqual(arrived);
	});

	const end = {
		"was cancelled": async ({ key, id }: Studio) => {
			const [booked] = await appointmentsOf(id);
			const path = `/v1/appointments/${booked?.id}`;
			await call(200, path, { key, method: "PATCH", body: { status: "CANCELLED" } });
		},
		"has passed": async () => {
			advance((Date.parse(at("23:00")) - clock.now()) / 1000);
		},
	};
	it.each(["was cancelled", "has passed"] as const)(
		"of a booked appointment that %s meanwhile: its link is dead",
		async (way) => {
			const studio = await newBookableStudio();
			const email = "ana@example.com";
			const link = await bookedLink(service, studio, at("10:00"), email);
			const fields = new URLSearchParams({ email, start_at: at("11:00") }).toString();
			const both = await Promise.all(
				["cancel", "move"].map((action) => begin("POST", `${link}/${action}`, form, fields)),
			);
			await end[way](studio);
			for (const slow of both) {
				const { status, body } = await slow.finish();
				expect(status, body).toBe(410);
				expect(body).toContain(`The appointment ${way}.`);
			}
		},
	);
});

it("updated_at of a record rises with every change, also when the clock does not", async () => {
	const { key } = await newWorld();
	const id = await newClient(key);
	const times: number[] = [];
	for (let n = 0; n < 5; n++) {
		const { body } = await call(200, `/v1/clients/${id}`, { key, method: "PATCH", body: { notes: String(n) } });
		times.push(Date.parse(body.updated_at));
		vi.spyOn(Date, "now").mockReturnValue(times[0] ?? 0);
	}
	expect(new Set(times).size).toBe(5);
	expect(times).toEqual([...times].sort((a, b) => a - b));
});

it("a body that is longer than it announces is refused beyond 1 MiB like any other", async () => {
	const { key } = await newWorld();
	const body = JSON.stringify({ filler: "x".repeat(1024 * 1024), email: "long@example.com", first_name: "Ana" });
	const long = await begin("POST", "/v1/clients", { ...json(key), "Content-Length": "2" }, body);
	// The service cancels the rest.
	long.finish().catch(() => {});
	expect(await long.answer).toMatchObject({ status: 413, body: { code: "payload_too_large" } });
});

describe("a body is read whole", () => {
	const kibi = 1024;
	it.each([16, 64, 256].flatMap((size) => [size * kibi - 1, size * kibi, size * kibi + 1]))(
		"of %i bytes, in one piece and in two",
		async (length) => {
			const { key } = await newWorld();
			const bodyOf = (email: string) => {
				const body = (filler: string) => JSON.stringify({ filler, email, first_name: "Ana" });
				return body("x".repeat(length - body("").length));
			};
			await call(201, "/v1/clients", { key, raw: bodyOf("one@example.com"), headers: json(key) });
			const announced = { ...json(key), "Content-Length": String(length) };
			for (const [email, headers] of [
				["two@example.com", json(key)],
				["three@example.com", announced],
			] as const) {
				const slow = await begin("POST", "/v1/clients", headers, bodyOf(email));
				expect(await slow.finish()).toMatchObject({ status: 201, body: { email } });
			}
		},
	);
});
