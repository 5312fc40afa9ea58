import { describe, expect, it } from "vitest";
import * as z from "zod";
import { operatorEndpoints } from "../src/api/operator/endpoints.ts";
import { endpoints } from "../src/api/v1.ts";
import { call } from "./support/api.ts";
import { newStudio } from "./support/studio.ts";

/** Messages of zod itself. Those of the service go on from the name of the field, so they begin with a verb. */
const foreign = /invalid|expected|received|too (big|small)|unrecognized|\bNaN\b/i;
const own = /^(must|is|has|names|takes|needs|cannot|may|end_at|a |an |at |only|send|lists)/;

const hostile: unknown[] = [
	...[undefined, null, true, 0, -1, 0.5, 1e300, "", " ", "x", "*", "2026-02-30", "http://", "a\0", "x".repeat(100_000)],
	...[[], [null], [[]], Array.from({ length: 1001 }, () => "x"), {}, { "": 1 }, { ["k".repeat(500)]: "x" }],
];

type Schema = z.core.$ZodType;

/** The schema and all that it consists of. */
function* partsOf(schema: Schema, seen = new Set<Schema>()): Generator<Schema> {
	// A function gets only what the schema before it has accepted.
	if (seen.has(schema) || schema._zod.def.type === "transform") return;
	seen.add(schema);
	yield schema;
	const def = schema._zod.def as unknown as Record<string, unknown>;
	const children = [def.innerType, def.element, def.in, def.out, def.keyType, def.valueType, def.options, def.shape];
	for (const child of children.flatMap((value) =>
		value instanceof z.core.$ZodType ? [value] : Object.values((value ?? {}) as object),
	))
		if (child instanceof z.core.$ZodType) yield* partsOf(child, seen);
}

const declared = [...endpoints, ...operatorEndpoints].flatMap((endpoint) =>
	[endpoint.paramsSchema, endpoint.query, endpoint.body].flatMap((schema) =>
		schema ? [{ id: endpoint.id, schema: schema as Schema }] : [],
	),
);

describe("what is wrong with a value is said in the words of the service", () => {
	it("whatever is sent to any part of any schema", () => {
		const codes = new Set<string>();
		const wrong = new Set<string>();
		const seen = new Set<Schema>();
		for (const { id, schema } of declared)
			for (const part of partsOf(schema, seen))
				for (const value of hostile)
					for (const issue of z.core.safeParse(part, value).error?.issues ?? []) {
						codes.add(issue.code);
						if (foreign.test(issue.message) || !own.test(issue.message)) wrong.add(`${id}: ${issue.message}`);
					}
		expect([...wrong]).toEqual([]);
		expect(seen.size).toBeGreaterThan(500);
		expect([...codes]).toEqual(
			expect.arrayContaining(["invalid_type", "too_small", "too_big", "invalid_format", "invalid_value", "custom"]),
		);
	});

	it("and each field that is left out is required, whatever it would have to be", () => {
		for (const { id, schema } of declared)
			for (const { path, message } of z.core.safeParse(schema, {}).error?.issues ?? [])
				if (path.length === 1) expect(message, `${id}: ${String(path[0])}`).toBe("is required");
	});

	it.each([
		[z.string(), 5, "must be a string, not a number"],
		[z.string(), null, "must be a string, not null"],
		[z.string(), ["a"], "must be given once, as a string"],
		[z.int(), 1.5, "must be a whole number"],
		[z.int(), "1", "must be a number, not a string"],
		[z.boolean(), "true", "must be true or false, not a string"],
		[z.array(z.string()), {}, "must be an array, not an object"],
		[z.object({}), [], "must be an object, not an array"],
		[z.record(z.string(), z.string()), true, "must be an object, not a boolean"],
		[z.string().min(1), "", "must not be empty"],
		[z.string().min(2), "", "must have at least 2 characters"],
		[z.string().max(1), "ab", "must have at most 1 character"],
		[z.array(z.string()).max(2), ["a", "b", "c"], "must have at most 2 entries"],
		[z.number().min(0), -1, "must be at least 0"],
		[z.number().gt(0), 0, "must be more than 0"],
		[z.number().lt(5), 5, "must be less than 5"],
		[z.number().multipleOf(5), 6, "must be a multiple of 5"],
		[z.email(), "x", "must be an email address"],
		[z.iso.date(), "x", "must be a date, such as 2026-01-31"],
		[z.string().regex(/^a$/), "b", "must match /^a$/"],
		[z.uuid(), "x", "must match"],
		[z.string().startsWith("a"), "b", "must start with a"],
		[z.base64(), "?", "must be a valid base64"],
		[z.enum(["A", "B"]), "C", "must be one of A, B"],
		[z.enum(["A", "B"]), undefined, "is required"],
		[z.literal("A"), "C", "must be A"],
		[z.strictObject({}), { a: 1 }, "must not have a"],
		[z.union([z.string(), z.boolean()]), 5, "has none of the forms that it can have"],
		[z.union([z.string(), z.boolean()]), undefined, "is required"],
		[z.record(z.string().max(1), z.string()), { ab: "" }, "has a name that must have at most 1 character"],
		[z.map(z.string(), z.string().max(1)), new Map([["a", "bc"]]), "must have at most 1 character"],
		[z.string().refine(() => false), "x", "is not valid"],
	])("for each kind of issue (%#)", (schema, value, message) => {
		expect((schema as z.ZodType).safeParse(value).error?.issues[0]?.message).toContain(message);
	});

	it("also for a parameter that is missing, and for all events in place of a list of them", async () => {
		const { key } = await newStudio();
		const missing = (await call(400, "/v1/availability", { key })).body;
		expect(missing.errors).toEqual(
			["artist_id", "event_type_id", "from", "to"].map((path) => ({
				location: "querystring",
				path,
				message: "is required",
			})),
		);
		const all = { key, body: { url: "https://hooks.example/a", events: "*" } };
		expect((await call(400, "/v1/webhook_endpoints", all)).body.errors).toEqual([
			{ location: "body", path: "events", message: 'must be ["*"] for all events' },
		]);
	});
});
