import { and, eq } from "drizzle-orm";
import type { Ctx } from "../../../platform/context.ts";
import { appointments } from "../../../platform/db/tables/data/appointments.ts";
import { artists } from "../../../platform/db/tables/data/artists.ts";
import { clients } from "../../../platform/db/tables/data/clients.ts";
import { eventTypes } from "../../../platform/db/tables/data/event-types.ts";
import { shops } from "../../../platform/db/tables/data/shops.ts";
import { studios } from "../../../platform/db/tables/data/studios.ts";
import { defaultLanguage, type Language } from "../../../platform/lib/languages.ts";
import { type Words, wordsIn } from "../../languages/words.ts";
import { brandColumns } from "../../studio/brand/brand.ts";
import { isPayable } from "./deposit-text.ts";
import { priceOf } from "./price-text.ts";
import { cancellationRules } from "./terms-text.ts";

export type BookingDetails = NonNullable<Awaited<ReturnType<typeof readBookingDetails>>>;

export async function readBookingDetails({ db, tenantId, now }: Ctx, appointmentId: string) {
	const [row] = await db
		.select({
			appointment: appointments,
			// A result of D1 has at most 100 columns, so only the appointment comes whole.
			client: {
				id: clients.id,
				email: clients.email,
				firstName: clients.firstName,
				lastName: clients.lastName,
				language: clients.language,
				isBlocked: clients.isBlocked,
				doNotContact: clients.doNotContact,
				revision: clients.revision,
			},
			artist: { name: artists.name },
			type: { name: eventTypes.name, details: eventTypes.details },
			studio: { email: studios.email, ...brandColumns },
			shop: { name: shops.name, language: shops.language },
		})
		.from(appointments)
		.innerJoin(clients, and(eq(clients.tenantId, tenantId), eq(clients.id, appointments.clientId)))
		.innerJoin(artists, and(eq(artists.tenantId, tenantId), eq(artists.id, appointments.artistId)))
		.innerJoin(studios, eq(studios.tenantId, tenantId))
		.leftJoin(shops, and(eq(shops.tenantId, tenantId), eq(shops.id, artists.shopId)))
		.leftJoin(eventTypes, and(eq(eventTypes.tenantId, tenantId), eq(eventTypes.id, appointments.eventTypeId)))
		.where(and(eq(appointments.tenantId, tenantId), eq(appointments.id, appointmentId)));
	if (!row) return undefined;
	const { type, shop, ...rest } = row;
	const details = (type?.details ?? {}) as Record<string, unknown>;
	const ofShop = shop?.language ?? defaultLanguage;
	const words = wordsIn(row.client.language ?? ofShop);
	const text = (name: string): string => (typeof details[name] === "string" ? details[name] : "");
	return {
		...rest,
		/** In the language of the client. */
		words,
		ownLanguage: ownLanguage(words, ofShop),
		title: row.appointment.title ?? type?.name ?? null,
		confirmation: text("confirmation_message"),
		instructions: text("instructions"),
		/** The booking page names the same place. */
		at: shop?.name ?? row.studio.name,
		price: type ? priceOf(details, words, words.appointment.onRequest) : undefined,
		/** How the client pays the deposit, while they can. */
		payment: isPayable(row.appointment, now)
			? { instructions: text("deposit_instructions"), url: text("deposit_url") }
			: undefined,
		rules: cancellationRules(details, { hasDeposit: hasDeposit(row.appointment) }, words),
		policy: text("cancellation_policy"),
		reminderHours: (details.reminder_hours ?? []) as number[],
	};
}

/** The client may lose the deposit, or get it back. */
export const hasDeposit = ({ deposit }: { deposit: { status: string } | null }): boolean =>
	deposit?.status === "REQUESTED" || deposit?.status === "HELD";

/** The language of what the studio wrote, if it is not that of the mail. */
export const ownLanguage = ({ language }: Words, ofShop: Language): Language | undefined =>
	ofShop === language ? undefined : ofShop;
