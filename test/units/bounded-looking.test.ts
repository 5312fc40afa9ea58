import { describe, expect, it } from "vitest";
import * as z from "zod";
import { toolArguments } from "../../src/api/mcp/tools/tools.ts";
import { developmentEndpoints, operatorEndpoints } from "../../src/api/operator/endpoints.ts";
import { endpoints } from "../../src/api/v1.ts";
import { newPassword } from "../../src/domain/access/people/account/new-password.ts";
import { newEvent } from "../../src/domain/events/new-event.ts";

type Schema = z.core.$ZodType;

/** The schemas of all that callers send. */
const schemas: [string, Schema][] = [
	...[...endpoints, ...operatorEndpoints, ...developmentEndpoints].flatMap((endpoint) =>
		(
			[
				["path", endpoint.paramsSchema],
				["query", endpoint.kind === "read" ? endpoint.querySchema : endpoint.query],
				["body", endpoint.body],
			] as const
		).flatMap(([part, schema]): [string, Schema][] => (schema ? [[`${endpoint.id} ${part}`, schema]] : [])),
	),
	...Object.entries(toolArguments).map(([tool, schema]): [string, Schema] => [`the tool ${tool}`, schema]),
	["a published event", newEvent],
	["a new password", newPassword],
];

interface Check {
	check: string;
	abort?: boolean;
	pattern?: RegExp;
}

// biome-ignore lint/suspicious/noExplicitAny: the definitions of zod differ by their type
const definitionOf = (schema: Schema): any => schema._zod.def;

/** The checks that look at the text, in their order. A format is the first to look. */
function lookersOf(schema: Schema): Check[] {
	const definition = definitionOf(schema);
	const own: Check[] = definition.format === undefined ? [] : [{ check: "string_format", abort: definition.abort }];
	const others: Check[] = (definition.checks ?? []).map((one: z.core.$ZodCheck) => one._zod.def as Check);
	return [...own, ...others].filter(({ check }) => check !== "min_length");
}

/** A pattern that reads only so much of a text, however long it is. */
const isShort = (pattern: RegExp): boolean => pattern.source.startsWith("^") && !/[*+]|,\}/.test(pattern.source);

function faultOfText(schema: Schema): string | null {
	const [first, ...others] = lookersOf(schema);
	if (!first || (first.check === "max_length" && (first.abort || others.length === 0))) return null;
	if (others.length === 0 && first.pattern && isShort(first.pattern)) return null;
	if (others.length === 0 && first.check === "string_format" && !first.pattern) return null;
	return `${first.check} looks first, then ${others.map(({ check }) => check).join(", ") || "nothing"}`;
}

const wrappers = ["optional", "nullable", "default", "prefault", "nonoptional", "readonly", "catch"];
const plain = ["enum", "literal", "boolean", "number", "unknown", "null", "transform", "never"];

/** Whether the schema refuses what is too long, so that the next one of a pipe never sees it. */
const endsTheLooking = (schema: Schema): boolean => {
	const [first] = lookersOf(schema);
	return definitionOf(schema).type === "transform" || (first?.check === "max_length" && first.abort === true);
};

/** The places where something looks at what it should not, or where the test does not know what looks. */
function faultsIn(schema: Schema, path: string, isBounded = false): string[] {
	const definition = definitionOf(schema);
	const { type } = definition;
	const within = (inner: Schema, name: string, bounded = false) => faultsIn(inner, `${path}${name}`, bounded);
	if (wrappers.includes(type)) return within(definition.innerType, "");
	if (type === "pipe")
		return [...within(definition.in, ""), ...within(definition.out, "", endsTheLooking(definition.in))];
	if (type === "object")
		return Object.entries(definition.shape).flatMap(([name, inner]) => within(inner as Schema, `.${name}`));
	if (type === "union") return definition.options.flatMap((one: Schema) => within(one, ""));
	if (type === "record") {
		const isOpen = definitionOf(definition.valueType).type === "unknown" && lookersOf(definition.keyType).length === 0;
		const uncounted = isBounded || isOpen ? [] : [`${path} looks at names before it counts them`];
		return [...uncounted, ...within(definition.keyType, "{}"), ...within(definition.valueType, "{}")];
	}
	if (type === "array") {
		const isCounted = lookersOf(schema).some(({ check }) => check === "max_length");
		const uncounted = isCounted ? [] : [`${path} looks at values before it counts them`];
		return [...uncounted, ...within(definition.element, "[]")];
	}
	if (type === "string") {
		const fault = isBounded ? null : faultOfText(schema);
		return fault ? [`${path}: ${fault}`] : [];
	}
	return plain.includes(type) ? [] : [`${path} is a ${type}, which this test does not know`];
}

describe("nothing looks at a text, a list or names beyond their length", () => {
	it.each(schemas)("in %s", (path, schema) => {
		expect(faultsIn(schema, path)).toEqual([]);
	});

	it("because a length ends the looking", () => {
		let looks = 0;
		const look = () => {
			looks++;
			return true;
		};
		const texts = z.object({ text: z.string().max(3, { abort: true }).refine(look) });
		expect(texts.safeParse({ text: "abcd" }).success).toBe(false);
		const lists = z.object({ list: z.array(z.string().refine(look)).max(3) });
		expect(lists.safeParse({ list: ["a", "b", "c", "d"] }).success).toBe(false);
		expect(looks).toBe(0);
	});
});
