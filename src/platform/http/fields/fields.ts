import * as z from "zod";
import { publicEventTypes } from "../../db/tables/data/events.ts";
import { bounded } from "../../lib/bounded.ts";
import { type IdKind, idPattern, idSyntax, kindOfId } from "../../lib/ids.ts";

const wellFormed = (text: string) => !text.includes("\0") && text.isWellFormed();

/** Text without NUL and lone surrogates: some databases and receivers cannot store these (contract: Wire 14). */
export const text = (max: number) => bounded(max).refine(wellFormed, "must be valid Unicode without NUL characters");

export const name = (max = 200) => text(max).refine((value) => value.trim() !== "", "must not be empty");

export const maxEmailLength = 254;

/** White space around an email does not count. There can be this much of it. */
const maxSpaceAroundEmail = 1000;

export const email = bounded(maxEmailLength + maxSpaceAroundEmail)
	.trim()
	.pipe(z.email("must be an email address").max(maxEmailLength))
	.meta({ override: { type: "string", format: "email", maxLength: maxEmailLength } });

/** Emails are compared in lower case. */
export const emailKey = (address: string): string => address.toLowerCase();

const instantSyntax = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?(?:Z|([+-]\d{2})(?::?(\d{2}))?)$/;
export const instantMessage = "must be an ISO 8601 timestamp with Z or an offset, such as 2026-01-31T09:30:00Z";
const strictInstant = z.iso.datetime({ offset: true });

/** Rewrites the spellings of common libraries into the one that `z.iso.datetime` reads. */
const normalized = (value: string): string =>
	value.replace(instantSyntax, (_, minutes: string, seconds = ":00", hours?: string, rest = "00") =>
		hours === undefined ? `${minutes}${seconds}Z` : `${minutes}${seconds}${hours}:${rest}`,
	);

/** The schema in the API document. It does not tell a length that only ends the looking. */
export const inDocument =
	(schema: object) =>
	({ jsonSchema }: { jsonSchema: { maxLength?: number } }): void => {
		delete jsonSchema.maxLength;
		Object.assign(jsonSchema, schema);
	};

/** The year, the offset, and more digits of a second than any clock has. */
const maxInstantLength = 100;

const instantFrom = (spelling: (value: string) => string) =>
	bounded(maxInstantLength, instantMessage)
		.transform(spelling)
		.refine((value) => strictInstant.safeParse(value).success, { error: instantMessage, abort: true })
		.transform((value) => Date.parse(value))
		.refine(
			(ms) => !Number.isNaN(ms) && /^\d{4}-/.test(new Date(ms).toISOString()),
			"must be between the years 0000 and 9999",
		)
		.meta({ override: inDocument({ type: "string", format: "date-time" }) });

/** A time in a body, as milliseconds (contract: Wire 13). */
export const instant = instantFrom(normalized);

/** A time in a query. A `+` that the caller did not escape arrives as a blank. */
export const queryInstant = instantFrom((value) => normalized(withPlus(value)));

/** The blank stands where the offset begins, after the `T` of the time. */
function withPlus(value: string): string {
	const at = value.lastIndexOf(" ");
	return value.includes("T") && at > value.indexOf("T") ? `${value.slice(0, at)}+${value.slice(at + 1)}` : value;
}

export const time = z.iso
	.datetime()
	.meta({ id: "Timestamp", description: "ISO 8601, UTC, milliseconds.", example: "2026-01-31T09:30:00.000Z" });

export const id = (kind: IdKind) => z.string().regex(idPattern(kind));

/** A reference in a body. The operation finds out whether the id names a record. */
export const reference = (what: string) => text(100).meta({ description: `The id of ${what}.` });

/** A filter by the id of a record of one of these kinds. Its form alone is checked (contract: Wire 11). */
export const idFilter = (what: string, ...kinds: [IdKind, ...IdKind[]]) =>
	z
		.string()
		.regex(
			new RegExp(kinds.map((kind) => idPattern(kind).source).join("|")),
			`must be ${kinds.map(idSyntax).join(", or ")}`,
		)
		.meta({ description: `The id of ${what}.` })
		.optional();

/** A filter by the id of a record of any kind, or by one of these words. */
export const recordFilter = (description: string, words: readonly string[] = []) =>
	bounded(100)
		.refine(
			(value) => kindOfId(value) !== undefined || words.includes(value),
			["must be the id of a record", ...words].join(", or "),
		)
		.meta({ description, override: { type: "string", pattern: ["^[a-z]{3}_[0-9a-f-]{32,36}$", ...words].join("|") } })
		.optional();

export const queryFlag = z
	.enum(["true", "false"])
	.transform((value) => value === "true")
	.meta({ override: { type: "string", enum: ["true", "false"] } });

/** Far more than all values of any list. */
const maxListLength = 4000;

/** In a query, one value or several with commas between them. */
export const severalOf = <const T extends string>(values: readonly T[]) =>
	bounded(maxListLength)
		.transform((value, ctx): T[] => {
			const names = [...new Set(value.split(","))];
			const known = names.filter((name): name is T => (values as readonly string[]).includes(name));
			if (known.length === names.length) return known;
			ctx.issues.push({
				code: "custom",
				input: value,
				message: `must be of ${values.join(", ")}, separated by commas`,
			});
			return z.NEVER;
		})
		.meta({
			override: inDocument({ anyOf: [{ type: "string", enum: [...values] }, { type: "string" }] }),
		});

export const publicEventType = z.enum(publicEventTypes).meta({ id: "PublicEventType" });

export const timezone = bounded(100).refine(isTimezone, "must be an IANA time zone, such as Europe/Berlin");

function isTimezone(zone: string): boolean {
	// Intl also accepts offsets such as +02:00. They are refused, because an offset has no summer time.
	if (!/^[A-Za-z]/.test(zone)) return false;
	try {
		new Intl.DateTimeFormat("en", { timeZone: zone });
		return true;
	} catch {
		return false;
	}
}

/** The answer to a DELETE (contract: Wire 4). */
export const deleted = <T extends IdKind>(object: T) =>
	z.object({ object: z.literal(object), id: id(object), deleted: z.literal(true) });

/** The query parameters of every list whose records can change. */
export const syncQuery = {
	updated_since: queryInstant.optional().meta({ description: "Only records changed at or after this time." }),
	updated_until: queryInstant.optional().meta({ description: "Only records changed before this time." }),
	sort: z.enum(["updated_at"]).optional().meta({
		description:
			"With `updated_at` the list rises by time of change, and its pages go on to what changes meanwhile. This is how to sync. Without it the newest record comes first.",
	}),
};

export const createdQuery = {
	created_since: queryInstant.optional().meta({ description: "Only records created at or after this time." }),
	created_until: queryInstant.optional().meta({ description: "Only records created before this time." }),
};

/** The longest text that names where an appointment takes place (contract: Limits 9). */
export const maxLocationChars = 1000;
export const location = text(maxLocationChars).nullable();

const addressLine = (max: number) => text(max).nullable().default(null);

export const address = z
	.object({
		line1: addressLine(200),
		line2: addressLine(200),
		city: addressLine(100),
		state: addressLine(100),
		postal_code: addressLine(20),
		country: addressLine(100),
	})
	.meta({ id: "Address", outputId: "AddressOut" });
