import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { camelKeys, payload } from "../../src/platform/lib/camel.ts";
import { changesBetween } from "../../src/platform/lib/changes.ts";

const client = {
	id: "cli_1",
	object: "client",
	first_name: "Ada",
	phone: null as string | null,
	sms_opt_in: false,
	tags: ["vip", "new_in"],
	address: { line_1: "Road 1", postal_code: "10115" } as Record<string, unknown> | null,
	metadata: { crm_id: "7", nested_thing: { inner_key: 1 } } as Record<string, unknown>,
	updated_at: "2026-01-01T00:00:00.000Z",
};

/** The same value with the keys of every object in reverse order. */
function turned(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(turned);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.reverse()
			.map(([name, inner]) => [name, turned(inner)]),
	);
}

describe("changes", () => {
	test("are old and new of each field that differs, in camelCase, and of no other", () => {
		expect(changesBetween(client, { ...client, first_name: "Grace", sms_opt_in: true })).toEqual({
			firstName: { old: "Ada", new: "Grace" },
			smsOptIn: { old: false, new: true },
		});
	});

	test("are none when nothing differs", () => {
		expect(changesBetween(client, structuredClone(client))).toBeNull();
	});

	test("are none when updated_at alone moved, which is never one of them", () => {
		const later = { ...client, updated_at: "2026-01-02T00:00:00.000Z" };
		expect(changesBetween(client, later)).toBeNull();
		expect(changesBetween(client, { ...later, phone: "+49301" })).toEqual({ phone: { old: null, new: "+49301" } });
	});

	test("show null for a field that had or has no value", () => {
		expect(changesBetween(client, { ...client, address: null })).toEqual({
			address: { old: { line1: "Road 1", postalCode: "10115" }, new: null },
		});
		expect(changesBetween({}, { first_name: "Ada", phone: null, tags: undefined })).toEqual({
			firstName: { old: null, new: "Ada" },
		});
	});

	test("tell 0, false, an empty text and null apart", () => {
		const values = [0, false, "", null, "0", "false", "null", [], {}];
		for (const [at, before] of values.entries())
			for (const [other, after] of values.entries())
				expect(changesBetween({ value: before }, { value: after }) === null).toBe(at === other);
	});

	test("show a field that holds an object as a whole, its keys in camelCase", () => {
		expect(changesBetween(client, { ...client, address: { line_1: "Road 1", postal_code: "10117" } })).toEqual({
			address: { old: { line1: "Road 1", postalCode: "10115" }, new: { line1: "Road 1", postalCode: "10117" } },
		});
	});

	test("show metadata with the keys that the integrator gave", () => {
		const metadata = { crm_id: "8", nested_thing: { inner_key: 1 }, __proto_key: [{ also_here: 1 }] };
		expect(changesBetween(client, { ...client, metadata })).toEqual({
			metadata: { old: client.metadata, new: metadata },
		});
	});

	test("are none when only the order of keys differs, at any depth, and some when a list's order does", () => {
		expect(changesBetween(client, turned(client) as typeof client)).toBeNull();
		expect(changesBetween(client, { ...client, tags: ["new_in", "vip"] })).toEqual({
			tags: { old: ["vip", "new_in"], new: ["new_in", "vip"] },
		});
	});

	test("of any metadata are none against itself in another order, and some against any other", () => {
		const json = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)));
		fc.assert(
			fc.property(fc.dictionary(fc.string(), json), (metadata) => {
				expect(changesBetween({ metadata }, { metadata: turned(metadata) })).toBeNull();
				const more = { ...metadata, "one more": 1 };
				fc.pre(!("one more" in metadata));
				expect(changesBetween({ metadata }, { metadata: more })).toEqual({ metadata: { old: metadata, new: more } });
			}),
		);
	});

	test("see a metadata key that is named __proto__", () => {
		const metadata = JSON.parse('{"__proto__": {"a_b": 1}}');
		expect(JSON.stringify(changesBetween({ metadata: {} }, { metadata }))).toBe(
			'{"metadata":{"old":{},"new":{"__proto__":{"a_b":1}}}}',
		);
	});

	test("leave the records they compare as they were", () => {
		const [before, after] = [structuredClone(client), { ...structuredClone(client), phone: "1" }];
		changesBetween(before, after);
		expect([before, after]).toEqual([client, { ...client, phone: "1" }]);
	});
});

describe("a payload", () => {
	test("is the record in camelCase, its id under its own name, without object", () => {
		expect(payload("client", client)).toEqual({
			clientId: "cli_1",
			firstName: "Ada",
			phone: null,
			smsOptIn: false,
			tags: ["vip", "new_in"],
			address: { line1: "Road 1", postalCode: "10115" },
			metadata: client.metadata,
			updatedAt: client.updated_at,
		});
		expect(payload("form_submission", { object: "form_submission", id: "fsb_1" })).toEqual({
			formSubmissionId: "fsb_1",
		});
	});

	test.each([
		["name", "name"],
		["first_name", "firstName"],
		["line_1", "line1"],
		["start_date_time", "startDateTime"],
		["alreadyCamel", "alreadyCamel"],
	])("calls %s %s, also within objects and lists", (snake, camel) => {
		expect(camelKeys({ [snake]: 1, list: [{ [snake]: [{ [snake]: 2 }] }] })).toEqual({
			[camel]: 1,
			list: [{ [camel]: [{ [camel]: 2 }] }],
		});
	});

	test("never touches values, only keys", () => {
		expect(camelKeys({ status: "in_progress", tags: ["new_in"], note: "a_b" })).toEqual({
			status: "in_progress",
			tags: ["new_in"],
			note: "a_b",
		});
	});

	test("never touches the keys of metadata, wherever a record carries one", () => {
		const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)));
		fc.assert(
			fc.property(fc.dictionary(fc.string(), json), (free) => {
				const metadata = { snake_key: 1, ...free };
				expect(payload("client", { id: "cli_1", metadata }).metadata).toEqual(metadata);
				expect(camelKeys({ line_items: [{ metadata }] })).toEqual({ lineItems: [{ metadata }] });
			}),
		);
	});
});

test("changes of more than 512 KiB have null in place of their largest values", () => {
	const large = (letter: string) => letter.repeat(50_000);
	const before = { a: large("\u0001"), b: "old", c: large("x") };
	const after = { a: large("\u0002"), b: "new", c: large("y") };
	const small = { b: { old: "old", new: "new" }, c: { old: before.c, new: after.c } };
	expect(changesBetween(before, after)).toEqual({ a: { old: null, new: null }, ...small });
	expect(changesBetween({ ...before, a: 1 }, { ...after, a: 2 })).toEqual({ a: { old: 1, new: 2 }, ...small });
});
