import * as z from "zod";
import { type PublicEventType, publicEventTypes } from "../../../platform/db/tables/data/events.ts";
import { inDocument } from "../../../platform/http/fields/fields.ts";
import { bounded } from "../../../platform/lib/bounded.ts";
import { problem } from "../../../platform/problems/problem.ts";

const isType = (name: string): name is PublicEventType => (publicEventTypes as readonly string[]).includes(name);

/** Far more than the names of all types. */
const maxListLength = 4000;

/** One type, or several with commas between them. */
export const typesInQuery = bounded(maxListLength)
	.transform((value, ctx): PublicEventType | PublicEventType[] => {
		const names = [...new Set(value.split(","))];
		const types = names.filter(isType);
		if (types.length < names.length) {
			ctx.issues.push({ code: "custom", input: value, message: "must name event types, separated by commas" });
			return z.NEVER;
		}
		const [only, ...others] = types;
		return only && others.length === 0 ? only : types;
	})
	.meta({
		description: "One type of event. With `after_sequence` several, separated by commas.",
		override: inDocument({
			anyOf: [{ $ref: "#/components/schemas/PublicEventType" }, { type: "string", pattern: "^[a-z_.]+(,[a-z_.]+)*$" }],
		}),
	});

/** The database can order the list by its index for one type alone. */
export function singleType(types: PublicEventType | PublicEventType[] | undefined): PublicEventType | undefined {
	if (!Array.isArray(types)) return types;
	const message = "takes several types only with after_sequence";
	throw problem("validation_failed", `type: ${message}`, {
		errors: [{ location: "querystring", path: "type", message }],
	});
}
