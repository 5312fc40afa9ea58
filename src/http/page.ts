import { z } from "zod";
import { sha256 } from "../lib/crypto.ts";
import { problem } from "../problems.ts";

const defaultLimit = 50;
const maxLimit = 100;

/** What every list understands. */
export const listQuery = z.object({
	limit: z
		.string()
		.regex(/^\d{1,9}$/, `must be an integer from 1 to ${maxLimit}`)
		.transform(Number)
		.pipe(z.int().min(1).max(maxLimit))
		.default(defaultLimit)
		.meta({
			description: "How many records a page holds at most.",
			override: ({ jsonSchema }) => {
				delete jsonSchema.pattern;
				Object.assign(jsonSchema, { type: "integer", minimum: 1, maximum: maxLimit, default: defaultLimit });
			},
		}),
	cursor: z.string().optional().meta({ description: "The `next_cursor` of the page before, with the same filters." }),
});

/** What a bare array understands: the newest, without pages. */
export const arrayQuery = listQuery.pick({ limit: true });

/** What a cursor is bound to: it is refused by any other list and for any other set of filters. */
export interface ListIdentity {
	endpointId: string;
	tenantId: string;
	params: unknown;
	filters: Record<string, unknown>;
}

function digest(position: string, list: ListIdentity): string {
	const filters = Object.entries(list.filters)
		.filter(([, value]) => value !== undefined)
		.sort(([a], [b]) => (a < b ? -1 : 1));
	return sha256(JSON.stringify([position, list.endpointId, list.tenantId, list.params, filters])).slice(0, 22);
}

const toBase64url = (text: string) => btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

export const writeCursor = (position: string, list: ListIdentity): string =>
	toBase64url(`${position}.${digest(position, list)}`);

export function readCursor(cursor: string, list: ListIdentity): string {
	const position = decode(cursor)?.split(".")[0];
	if (position === undefined || writeCursor(position, list) !== cursor)
		throw problem("invalid_cursor", "The cursor was not handed out by this list for these filters.");
	return position;
}

function decode(cursor: string): string | undefined {
	if (!/^[\w-]{1,400}$/.test(cursor)) return undefined;
	try {
		return atob(cursor.replaceAll("-", "+").replaceAll("_", "/"));
	} catch {
		return undefined;
	}
}
