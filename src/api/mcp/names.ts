import { and, eq } from "drizzle-orm";
import { localTimes } from "../../domain/mail/calendar.ts";
import type { ApiCtx } from "../../platform/context.ts";
import { appointments } from "../../platform/db/tables/data/appointments.ts";
import { artists } from "../../platform/db/tables/data/artists.ts";
import { clients } from "../../platform/db/tables/data/clients.ts";
import { eventTypes } from "../../platform/db/tables/data/event-types.ts";
import { forms } from "../../platform/db/tables/data/forms.ts";
import { ideas } from "../../platform/db/tables/data/ideas.ts";
import { leads } from "../../platform/db/tables/data/leads.ts";
import { shops } from "../../platform/db/tables/data/shops.ts";
import { webhookEndpoints } from "../../platform/db/tables/data/webhooks.ts";
import { together } from "../../platform/db/together.ts";
import type { Scope } from "../../platform/gate/scopes.ts";
import { oneLine } from "../../platform/lib/email.ts";
import { type IdKind, kindOfId } from "../../platform/lib/ids.ts";
import { withoutLinks } from "../../platform/lib/without-links.ts";

/** The names of records, by their ids, as far as the credential may read them. */
export type Names = ReadonlyMap<string, string>;

const longestName = 80;

/** Somebody's own words in quotes, on one line, and without links: they stand in a sentence of the service. */
export function quotedText(written: string): string {
	const text = oneLine(withoutLinks(written)).replaceAll(/[“”]/g, '"');
	return `“${text.length > longestName ? `${text.slice(0, longestName - 1)}…` : text}”`;
}

const nameOfPerson = ({
	firstName,
	lastName,
	email,
}: {
	firstName: string | null;
	lastName: string | null;
	email: string | null;
}) => quotedText([firstName, lastName].filter(Boolean).join(" ") || email || "somebody");

type Reader = (ctx: ApiCtx, id: string) => Promise<string | undefined>;

const named =
	(table: typeof artists | typeof shops | typeof forms | typeof eventTypes): Reader =>
	async ({ db, tenantId }, id) => {
		const [row] = await db
			.select({ name: table.name })
			.from(table)
			.where(and(eq(table.tenantId, tenantId), eq(table.id, id)));
		return row && quotedText(row.name);
	};

const person =
	(table: typeof clients | typeof leads): Reader =>
	async ({ db, tenantId }, id) => {
		const [row] = await db
			.select({ firstName: table.firstName, lastName: table.lastName, email: table.email })
			.from(table)
			.where(and(eq(table.tenantId, tenantId), eq(table.id, id)));
		return row && nameOfPerson(row);
	};

/** The host, which is all that a credential may know of an address with secrets in it. */
const host: Reader = async ({ db, tenantId }, id) => {
	const [row] = await db
		.select({ host: webhookEndpoints.host })
		.from(webhookEndpoints)
		.where(and(eq(webhookEndpoints.tenantId, tenantId), eq(webhookEndpoints.id, id)));
	return row && (row.host || undefined);
};

const readers: Partial<Record<IdKind, { scope: Scope; read: Reader }>> = {
	artist: { scope: "read:artists", read: named(artists) },
	shop: { scope: "read:shops", read: named(shops) },
	form: { scope: "read:forms", read: named(forms) },
	event_type: { scope: "read:event_types", read: named(eventTypes) },
	webhook_endpoint: { scope: "read:webhook_endpoints", read: host },
	automation_hook: { scope: "read:automation", read: host },
	client: { scope: "read:clients", read: person(clients) },
	lead: { scope: "read:leads", read: person(leads) },
	idea: {
		scope: "read:ideas",
		read: async ({ db, tenantId }, id) => {
			const [row] = await db
				.select({ subject: ideas.subject })
				.from(ideas)
				.where(and(eq(ideas.tenantId, tenantId), eq(ideas.id, id)));
			return row && quotedText(row.subject);
		},
	},
	appointment: {
		scope: "read:appointments",
		read: async ({ db, tenantId }, id) => {
			const [row] = await db
				.select()
				.from(appointments)
				.where(and(eq(appointments.tenantId, tenantId), eq(appointments.id, id)));
			return row && `of ${localTimes(row, row.timezone)}`;
		},
	},
};

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
	const wanted = [...new Set(ids)].flatMap((id) => {
		const kind = id ? kindOfId(id) : undefined;
		const reader = kind && readers[kind];
		return id && reader && ctx.credential.scopes.includes(reader.scope) ? [{ id, read: reader.read }] : [];
	});
	const found = await together(
		ctx,
		...wanted.slice(0, mostNamed).map(
			({ id, read }) =>
				async (ctx: ApiCtx) =>
					[id, await read(ctx, id)] as const,
		),
	);
	return new Map(found.filter((one): one is [string, string] => one[1] !== undefined));
}
