import { eq, sql } from "drizzle-orm";
import { localTimes } from "../../../domain/languages/local-times.ts";
import { type NamedRecord, namedRecords } from "../../../domain/studio/named-records.ts";
import type { ApiCtx } from "../../../platform/context.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import { studios } from "../../../platform/db/tables/data/studios.ts";
import type { Scope } from "../../../platform/gate/scopes.ts";
import { type IdKind, kindOfId } from "../../../platform/lib/ids.ts";
import { lookAlike, strangeLetters } from "./look-alikes.ts";
import { quotedName, quotedText } from "./quoted-text.ts";

/** The names of records, by their ids, as far as the credential may read them. */
export type Names = ReadonlyMap<string, string>;

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
			return nameWords(record.name || record.email || "somebody");
		case "appointment":
			return `of ${localTimes(record, record.timezone, "en")}`;
		case "webhook_endpoint":
			return record.isDeleted ? undefined : endpointWords(record);
		case "form_submission":
			return undefined;
		default:
			return nameWords(record.name);
	}
}

export const nameWords = (name: string): string => quotedName(name) + strangeLetters(name);

/** The studio's own words for an endpoint, and its address in full. */
const endpointWords = ({ description, url }: { description: string | null; url: string }): string =>
	`${description ? `${nameWords(description)} at ` : ""}${quotedText(url)}`;

/** The time zone in which the studio reads times: that of the artist, or else of the studio. */
export async function zoneOf({ db, tenantId, credential }: ApiCtx, artistId: string | undefined): Promise<string> {
	const ofArtist =
		artistId !== undefined && credential.scopes.includes("read:artists")
			? sql`(SELECT timezone FROM ${artists} WHERE tenant_id = ${tenantId} AND id = ${artistId})`
			: sql`NULL`;
	const [row] = await db
		.select({ zone: sql<string>`coalesce(${ofArtist}, ${studios.timezone})` })
		.from(studios)
		.where(eq(studios.tenantId, tenantId));
	return row?.zone ?? "UTC";
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
	const names = [...found].flatMap(([id, record]) => {
		const name = nameOf(record);
		return name === undefined ? [] : [[id, name] as const];
	});
	return new Map(names.map(([id, name]) => [id, isAmbiguous(id, name, names) ? `${name} (${id})` : name]));
}

/** Two records of a change with one name, or with names that look alike, are told apart by their ids. */
const isAmbiguous = (id: string, name: string, names: (readonly [string, string])[]): boolean =>
	names.some(
		([other, otherName]) =>
			other !== id && kindOfId(other) === kindOfId(id) && (otherName === name || lookAlike(otherName, name)),
	);
