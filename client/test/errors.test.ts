import { describe, expect, it } from "vitest";
import { problems } from "../../src/platform/problems/table.ts";
import { classOf } from "../scripts/write-problems.ts";
import * as client from "../src/index.ts";
import { failure, noel, problem, service } from "./service.ts";

const { ApiError, DuplicateEmailError, RateLimitExceededError, SlotUnavailableError, TattooStudioError } = client;

const exported: Record<string, unknown> = { ...client };

const refused = async (...given: Parameters<typeof problem>) =>
	await failure(service([problem(...given)], { maxRetries: 0 }).studio.clients.create(noel));

describe("an error", () => {
	it.each(Object.entries(problems))("%s has a class of its own", async (code, { status }) => {
		const error = await refused(status, code);
		const ErrorClass = exported[classOf(code)] as typeof client.ConflictError;
		expect(error).toBeInstanceOf(ErrorClass);
		expect(error).toBeInstanceOf(ApiError);
		expect(error).toBeInstanceOf(TattooStudioError);
		expect(error).toBeInstanceOf(Error);
		expect(error).toMatchObject({ code, status, requestId: "req_1", name: classOf(code) });
	});

	it("of a code that this version does not know is an ApiError all the same", async () => {
		const error = await refused(409, "a_code_of_tomorrow", { another_field: 7 });
		expect(error).toBeInstanceOf(ApiError);
		expect(error).toMatchObject({ code: "a_code_of_tomorrow", name: "ACodeOfTomorrowError", anotherField: 7 });
	});

	it("says what happened, with its code and the request", async () => {
		const { message, problem: document } = (await refused(409, "conflict")) as client.ConflictError;
		expect(message).toBe("What happened. (409 conflict, request req_1)");
		expect(document).toMatchObject({ type: "https://api.test/docs/errors/conflict", instance: "/v1/clients" });
	});

	it("about a time has the free ones as dates", async () => {
		const error = await refused(409, "slot_unavailable", {
			failures: [{ code: "outside_working_hours", message: "The artist does not work then." }],
			suggested_slots: [{ start_at: "2026-03-20T13:00:00.000Z", end_at: "2026-03-20T16:00:00.000Z" }],
		});
		expect(error).toBeInstanceOf(SlotUnavailableError);
		const { suggestedSlots, failures } = error as client.SlotUnavailableError;
		expect(suggestedSlots[0]?.startAt).toEqual(new Date("2026-03-20T13:00:00Z"));
		expect(suggestedSlots[0]?.endAt.getTime()).toBe(Date.parse("2026-03-20T16:00:00Z"));
		expect(failures).toEqual([{ code: "outside_working_hours", message: "The artist does not work then." }]);
	});

	it("has the members of its code", async () => {
		const duplicate = await refused(409, "duplicate_email", { existing_id: "cli_7" });
		expect((duplicate as client.DuplicateEmailError).existingId).toBe("cli_7");
		expect(duplicate).toBeInstanceOf(DuplicateEmailError);
		const limited = await refused(
			429,
			"rate_limit_exceeded",
			{ extra: { scope: "key", limit: 60, retry_after_seconds: 2 } },
			{ "Retry-After": "2", "RateLimit-Remaining": "0" },
		);
		expect(limited).toBeInstanceOf(RateLimitExceededError);
		expect(limited).toMatchObject({ scope: "key", limit: 60, retryAfterSeconds: 2, rateLimit: { remaining: 0 } });
	});

	it("of a program between has the status and the title", async () => {
		const page = new Response("<h1>Bad gateway</h1>", { status: 502, headers: { "Content-Type": "text/html" } });
		const error = await failure(service([page], { maxRetries: 0 }).studio.me.get());
		expect(error).toMatchObject({ status: 502, code: "service_unavailable", requestId: "" });
		const site = new Response("<h1>Hello</h1>", { headers: { "Content-Type": "text/html" } });
		expect(await failure(service([site]).studio.me.get())).toMatchObject({ status: 200, code: "unexpected_answer" });
	});
});

describe("a client without", () => {
	it("a credential or an address is refused with what to give", () => {
		const { TattooStudio } = client;
		expect(() => new TattooStudio({ baseUrl: "https://api.test" })).toThrow("TATTOO_STUDIO_API_KEY");
		expect(() => new TattooStudio({ apiKey: "svc_test_sk_1" })).toThrow("TATTOO_STUDIO_BASE_URL");
		expect(() => new TattooStudio({ apiKey: "svc_test_sk_1", baseUrl: "api.test" })).toThrow(
			"Begin it with https:// or http://",
		);
	});

	it("both takes them from the environment", () => {
		process.env.TATTOO_STUDIO_API_KEY = "svc_test_sk_1";
		process.env.TATTOO_STUDIO_BASE_URL = "https://api.test";
		try {
			expect(new client.TattooStudio()).toBeInstanceOf(client.TattooStudio);
		} finally {
			delete process.env.TATTOO_STUDIO_API_KEY;
			delete process.env.TATTOO_STUDIO_BASE_URL;
		}
	});
});
