import type { Ctx } from "../../platform/context.ts";
import { and, eq } from "../../platform/db/statements/expression.ts";
import { artists } from "../../platform/db/tables/data/artists.ts";
import { clients } from "../../platform/db/tables/data/clients.ts";
import { studios } from "../../platform/db/tables/data/studios.ts";
import { type Mail, oneLine } from "../../platform/lib/email.ts";
import { withoutLinks } from "../../platform/lib/without-links.ts";
import type { PreparedMail } from "./booking-mail.ts";
import { localStart } from "./calendar.ts";
import { clientMailHtml } from "./client-mail-html.ts";

export interface Declined {
	client_id: string;
	artist_id: string;
	start_at: number;
}

/** Tells a client that the studio declines the requested appointment. Null: nobody may write to the client. */
export async function requestDeclined(ctx: Ctx, data: Declined): Promise<PreparedMail | null> {
	const { db, tenantId } = ctx;
	const [found] = await db
		.select({ client: clients, artist: artists, studio: studios })
		.from(clients)
		.innerJoin(artists, and(eq(artists.tenantId, tenantId), eq(artists.id, data.artist_id)))
		.innerJoin(studios, eq(studios.tenantId, tenantId))
		.where(and(eq(clients.tenantId, tenantId), eq(clients.id, data.client_id)));
	if (!found || found.client.isBlocked || found.client.doNotContact) return null;
	return { to: found.client.email, write: () => mailOf(ctx, found, data) };
}

interface Found {
	client: typeof clients.$inferSelect;
	artist: typeof artists.$inferSelect;
	studio: typeof studios.$inferSelect;
}

function mailOf(ctx: Ctx, { client, artist, studio }: Found, data: Declined): Mail {
	const name = plain(studio.name) || "the studio";
	const artistName = plain(artist.name) || "your artist";
	const text = `Hello ${plain(client.firstName) || "there"},

${name} cannot give you the appointment that you asked for:

With ${artistName}
${localStart(data.start_at, artist.timezone)}

Nothing is booked. If another time suits you, answer this mail.

${name}`;
	return {
		to: { name: plain([client.firstName, client.lastName].filter(Boolean).join(" ")), email: client.email },
		replyTo: { name, email: studio.email },
		subject: `Your request to ${name}`,
		text,
		html: clientMailHtml(ctx, studio, text),
	};
}

const plain = (typed: string): string => oneLine(withoutLinks(typed));
