import { and, eq } from "drizzle-orm";
import { localTimes } from "../../../domain/languages/local-times.ts";
import { type NamedRecord, namedRecords } from "../../../domain/studio/named-records.ts";
import type { ApiCtx } from "../../../platform/context.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import type { Scope } from "../../../platform/gate/scopes.ts";
import { type IdKind, kindOfId } from "../../../platform/lib/ids.ts";
import { oneLine } from "../../../platform/lib/text/email.ts";
import { withoutLinks } from "../../../platform/lib/text/without-links.ts";

/** The names of records, by their ids, as far as the credential may read them. */
export type Names = ReadonlyMap<string, string>;

const longestName = 80;

/** Somebody's own words in quotes, on one line, and without links: they stand in a sentence of the service. */
export function quotedText(written: string): string {
	const text = oneLine(withoutLinks(written)).replaceAll(/[“”]/g, '"');
	return `“${text.length > longestName ? `${text.slice(0, longestName - 1)}…` : text}”`;
}

/** The scope with which a credential may read the name of a record. */
const scopes: Partial<Record<IdKind, Scope>> = {
	artist: "read:artists",
	shop: "read:shops",
	form: "read:forms",
	event_type: "read:event_types",
	webhook_endpoint: "read:webhook_endpoints",
	automation_hook: "read:automation",
	client: "read:clients",
	lead: "read:leads",
	idea: "read:ideas",
	appointment: "read:appointments",
};

function nameOf(record: NamedRecord): string | undefined {
	switch (record.kind) {
		case "client":
		case "lead":
			return quotedText(record.name || record.email || "somebody");
		case "appointment":
			return `of ${localTimes(record, record.timezone, "en")}`;
		// The host is all that a credential may know of an address with secrets in it.
		case "webhook_endpoint":
			return record.host || undefined;
		case "form_submission":
			return undefined;
		default:
			return quotedText(record.name);
	}
}

/** The time zone of an artist, if the credential may read artists. */
export async function zoneOf({ db, tenantId, credential }: ApiCtx, artistId: string): Promise<string | undefined> {
	if (!credential.scopes.includes("read:artists")) return undefined;
	const [row] = await db
		.select({ zone: artists.timezone })
		.from(artists)
		.where(and(eq(artists.tenantId, tenantId), eq(artists.id, artistId)));
	return row?.zone;
}

/** A caller can send thousands of ids. */
const mostNamed = 30;

/** Reads the names of these records in one call, those of the first ones. */
export async function namesOf(ctx: ApiCtx, ids: (string | null | undefined)[]): Promise<Names> {
	const wanted = [...new Set(ids)].filter((id) => {
		const kind = id ? kindOfId(id) : undefined;
		const scope = kind && scopes[kind];
		return scope !== undefined && ctx.credential.scopes.includes(scope);
	}) as string[];
	const found = await namedRecords(ctx, wanted.slice(0, mostNamed));
	return new Map(
		[...found].flatMap(([id, record]) => {
			const name = nameOf(record);
			return name === undefined ? [] : [[id, name] as const];
		}),
	);
}
