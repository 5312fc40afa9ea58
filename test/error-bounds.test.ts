import { beforeAll, describe, expect, it } from "vitest";
import { call } from "./support/api.ts";
import { newStudio, type Studio } from "./support/studio.ts";
import { operate } from "./support/world.ts";

let studio: Studio;
beforeAll(async () => {
	studio = await newStudio();
});

/** Each has three fields that are required. */
const faulty = Array.from({ length: 100 }, () => ({}));

const sizeOf = (text: string) => new TextEncoder().encode(text).length;

// contract: Errors 5, Errors 16
describe("a request with more than 100 wrong fields", () => {
	it("is told the first 100, the same ones again under its Idempotency-Key, and in a dry run", async () => {
		const path = `/v1/artists/${studio.artistId}/working_hours`;
		const put = { key: studio.key, method: "PUT", body: { hours: faulty } };
		const answers = [];
		for (const headers of [{}, { "Idempotency-Key": "a" }, { "Idempotency-Key": "a" }, { "Service-Dry-Run": "true" }])
			answers.push(await call(400, path, { ...put, headers }));
		expect(answers[2]?.headers.get("Idempotent-Replayed")).toBe("true");
		for (const { body, text } of answers) {
			expect(body.code).toBe("validation_failed");
			expect(body.errors).toHaveLength(100);
			expect(body.errors[0]).toEqual({ location: "body", path: "hours.0.weekday", message: "is required" });
			expect(body.errors[99].path).toBe("hours.33.weekday");
			expect(body.detail).toBe("hours.0.weekday: is required");
			expect(sizeOf(text)).toBeLessThanOrEqual(8192);
		}
	});

	it("is told so by the operator interface, too", async () => {
		const { body } = await operate(400, `/admin/artists/${studio.artistId}/working_hours`, {
			method: "PUT",
			body: { hours: faulty },
		});
		expect(body.errors).toHaveLength(100);
	});

	it("is told as many as 8 KiB hold where the names of fields are long", async () => {
		const metadata = Object.fromEntries(faulty.slice(0, 50).map((_, n) => [`${n} ${"long ".repeat(40)}`, n]));
		const { body, text } = await call(400, "/v1/clients", {
			key: studio.key,
			body: { email: "a@b.cd", first_name: "A", metadata },
		});
		expect(body.errors.length).toBeGreaterThan(10);
		expect(body.errors.length).toBeLessThan(50);
		expect(sizeOf(text)).toBeLessThanOrEqual(8192);
	});

	it("is told at most 100 references that name nothing", async () => {
		const unknown = (prefix: string) =>
			Array.from({ length: 100 }, (_, n) => `${prefix}_${n.toString(16).padStart(32, "0")}`);
		const filter = { artist_id: unknown("art"), shop_id: unknown("shp"), client_id: unknown("cli") };
		const { body, text } = await call(400, "/v1/webhook_endpoints", {
			key: studio.key,
			body: { url: "https://a.example", events: ["*"], filter },
		});
		expect(body.code).toBe("validation_error");
		expect(body.errors.length).toBeGreaterThan(50);
		expect(body.errors.length).toBeLessThanOrEqual(100);
		expect(sizeOf(text)).toBeLessThanOrEqual(8192);
	});

	it("is told the first 100 of a form's fields, the signature included", async () => {
		const { key } = studio;
		const fields = faulty.map((_, n) => ({ key: `f${n}`, label: "A", type: "text", required: true }));
		const { body: form } = await call(201, "/v1/forms", { key, body: { name: "A", kind: "CONSENT", fields } });
		const { body, text } = await call(400, `/v1/forms/${form.id}/submissions`, { key, body: { submission_data: {} } });
		expect(body.code).toBe("validation_failed");
		expect(body.errors).toHaveLength(100);
		expect(body.errors[99].path).toBe("submission_data.f99");
		expect(sizeOf(text)).toBeLessThanOrEqual(8192);
	});
});
