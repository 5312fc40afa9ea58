import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "../../../platform/context.ts";
import { mails } from "../../../platform/db/tables/both/mails.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import { clients } from "../../../platform/db/tables/data/clients.ts";
import { leads } from "../../../platform/db/tables/data/leads.ts";
import { shops } from "../../../platform/db/tables/data/shops.ts";
import { studios } from "../../../platform/db/tables/data/studios.ts";
import { together } from "../../../platform/db/together.ts";
import { defaultLanguage, type Language } from "../../../platform/lib/languages.ts";
import { type Mail, oneLine } from "../../../platform/lib/text/email.ts";
import { withoutLinks } from "../../../platform/lib/text/without-links.ts";
import { localStart } from "../../languages/local-times.ts";
import { wordsIn } from "../../languages/words.ts";
import { type Brand, brandColumns } from "../../studio/brand/brand.ts";
import { type MailOfRow, needless } from "../prepared-mail.ts";
import { ownLanguage } from "./booking-details.ts";
import { clientMailHtml } from "./client-mail-html.ts";
import { textOf } from "./mail-body.ts";

interface DeclinedData {
	lead_id: string;
	client_id: string;
	artist_id: string;
	start_at: number;
}

/** A studio that has thought again tells nobody, and one that declines twice tells the client once. */
export async function requestDeclined(ctx: Ctx, id: string): Promise<MailOfRow> {
	const { db, tenantId } = ctx;
	const [own] = await db
		.select({ data: mails.data })
		.from(mails)
		.where(and(eq(mails.tenantId, tenantId), eq(mails.id, id)));
	if (!own) return needless;
	const data = own.data as unknown as DeclinedData;
	const [[found], [lead]] = await together(
		{ db },
		({ db }) =>
			db
				.select({
					client: clients,
					artist: { name: artists.name, timezone: artists.timezone },
					studio: { email: studios.email, ...brandColumns },
					shop: { language: shops.language },
				})
				.from(clients)
				.innerJoin(artists, and(eq(artists.tenantId, tenantId), eq(artists.id, data.artist_id)))
				.innerJoin(studios, eq(studios.tenantId, tenantId))
				.leftJoin(shops, and(eq(shops.tenantId, tenantId), eq(shops.id, artists.shopId)))
				.where(and(eq(clients.tenantId, tenantId), eq(clients.id, data.client_id))),
		({ db }) =>
			db
				.select({ stage: leads.stage, metadata: leads.metadata, revision: leads.revision })
				.from(leads)
				.where(and(eq(leads.tenantId, tenantId), eq(leads.id, data.lead_id))),
	);
	if (!found || found.client.isBlocked || found.client.doNotContact) return needless;
	const revisionNow = sql`(SELECT revision FROM ${leads} WHERE tenant_id = ${tenantId} AND id = ${data.lead_id})`;
	const beside = {
		replaces: sql`kind <> 'booking_reminder' AND kind = 'request_declined' AND json_extract(data, '$.lead_id') = ${data.lead_id}`,
		isUnchanged: sql`${revisionNow} IS ${lead?.revision ?? null}`,
	};
	// A studio may delete the lead once it has declined.
	if (lead && (lead.stage !== "LOST" || lead.metadata.booking_appointment_id !== undefined))
		return { mail: null, ...beside };
	return { mail: { to: found.client.email, write: () => mailOf(ctx, found, data) }, ...beside };
}

interface Found {
	client: typeof clients.$inferSelect;
	artist: { name: string; timezone: string };
	studio: Brand & { email: string };
	shop: { language: Language } | null;
}

function mailOf(ctx: Ctx, { client, artist, studio, shop }: Found, data: DeclinedData): Mail {
	const ofShop = shop?.language ?? defaultLanguage;
	const words = wordsIn(client.language ?? ofShop);
	const { mails } = words;
	const name = plain(studio.name) || mails.aStudio;
	const artistName = plain(artist.name) || mails.anArtist;
	const body = [
		[mails.hello(plain(client.firstName))],
		[mails.declined(name)],
		[mails.withArtist(artistName), localStart(data.start_at, artist.timezone, words.language)],
		[mails.nothingBooked],
		[name],
	];
	return {
		to: { name: plain([client.firstName, client.lastName].filter(Boolean).join(" ")), email: client.email },
		replyTo: { name, email: studio.email },
		subject: mails.declinedSubject(name),
		text: textOf(body),
		html: clientMailHtml(ctx, { studio, words, ownLanguage: ownLanguage(words, ofShop) }, body),
	};
}

const plain = (typed: string): string => oneLine(withoutLinks(typed));
