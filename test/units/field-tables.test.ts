import { describe, expect, it } from "vitest";
import { eventTypeFields } from "../../src/domain/studio/event-types/fields.ts";
import type { Field } from "../../src/platform/http/fields/field-table.ts";
import { basics, groups } from "../../src/web/dashboard/event-types/properties.ts";
import { factsOf } from "../../src/web/dashboard/fields/facts.tsx";
import { bodyOf, valuesOf } from "../../src/web/dashboard/fields/values.ts";

const inputs: Record<string, Field> = {
	name: { label: "Name", by: "studio", input: { as: "text", max: 10 }, required: true },
	note: { label: "Note", by: "others", input: { as: "text", max: 10 } },
	zone: { label: "Zone", by: "studio", input: { as: "timezone" }, keepsWhenEmpty: true },
	tags: { label: "Tags", by: "others", input: { as: "lines" } },
	hours: { label: "Hours", by: "studio", input: { as: "numbers" } },
	count: { label: "Count", by: "studio", input: { as: "number" } },
	size: { label: "Size", by: "studio", input: { as: "choice", options: [["L", "Large"], "SMALL"], none: "Any" } },
	price: { label: "Price", by: "studio", input: { as: "money" } },
	fee_type: { label: "Fee is", by: "studio", input: { as: "choice", options: ["FIXED", "PERCENTAGE"] } },
	fee: { label: "Fee", by: "studio", input: { as: "share", type: "fee_type" } },
	currency: { label: "Currency", by: "studio", input: { as: "currency" } },
	isOn: { label: "On", by: "studio", input: { as: "check" } },
	address: { label: "Address", by: "others", input: { as: "address" } },
	made_by: { label: "Made by", by: "service" },
};

const record = {
	name: "Ana",
	note: "a",
	zone: "Europe/Berlin",
	tags: ["x", "y"],
	hours: [24, 2],
	count: 3,
	size: "L",
	price: 1250,
	fee_type: "PERCENTAGE",
	fee: 50,
	currency: "EUR",
	isOn: true,
	address: { line1: "A 1", line2: null, city: "Berlin", state: null, postal_code: "10999", country: "DE" },
};

describe("a form that a table of fields makes", () => {
	it("sends a record back as it was", () => {
		expect(bodyOf(inputs, valuesOf(inputs, record))).toEqual(record);
	});

	it("sends null for what is empty, and nothing for what cannot be null", () => {
		expect(bodyOf(inputs, { name: [""], zone: [""], note: [" "] })).toEqual({
			name: "",
			note: null,
			zone: undefined,
			tags: [],
			hours: [],
			count: null,
			size: null,
			price: null,
			fee_type: undefined,
			fee: null,
			currency: null,
			isOn: false,
			address: null,
		});
	});

	it("shows the values under the labels of the form, and leaves out what is empty", () => {
		const labels = factsOf(record, { fields: inputs }).map(([label]) => label);
		expect(labels).toEqual(Object.values(inputs).flatMap(({ label }) => (label === "Made by" ? [] : [label])));
		expect(factsOf({ ...record, note: null, tags: [] }, { fields: inputs }).map(([label]) => label)).not.toContain(
			"Note",
		);
		expect(factsOf(record, { fields: inputs, names: ["size", "price", "count"] })).toEqual([
			["Size", "Large"],
			["Price", "12.50 EUR"],
			["Count", "3"],
		]);
	});
});

it("the form of an event type has each field that the table gives an input, once", () => {
	const given = Object.entries<Field>(eventTypeFields).flatMap(([name, { input }]) => (input ? [name] : []));
	expect([...basics, "slug", ...groups.flatMap(({ properties }) => properties)].sort()).toEqual(given.sort());
});
