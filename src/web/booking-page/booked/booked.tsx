import type { BookableType } from "../../../domain/booking/bookings/bookable-artist.ts";
import { dayMs } from "../../../platform/lib/time.ts";
import { Facts, Panel } from "../../ui/components/elements.tsx";
import { type BookableArtist, periodOf } from "../bookable-artist.ts";
import { Period } from "../components/dates.tsx";
import { BookingSteps } from "../components/frame.tsx";
import { workplaceName } from "../components/workplace-name.ts";
import { costsOf } from "../details/costs.ts";

/** The address of the last page carries this data sealed, so that nobody can forge such a page. */
interface Booked {
	start: number;
	kind: "appointment" | "lead";
}

/** A browser that loads the page again later the same day still shows it (contract: Booking page 25). */
const lifetimeMs = dayMs;

const owner = ({ ctx, artist }: BookableArtist, { row }: BookableType): string =>
	`booked/${ctx.tenantId}/${artist.id}/${row.id}`;

export const sealBooked = (bookable: BookableArtist, type: BookableType, booked: Booked): Promise<string> =>
	bookable.ctx.vault.seal(JSON.stringify({ ...booked, sealedAt: bookable.ctx.now }), owner(bookable, type));

export async function openBooked(
	bookable: BookableArtist,
	type: BookableType,
	sealed: string,
): Promise<Booked | undefined> {
	try {
		const opened = await bookable.ctx.vault.open(sealed, owner(bookable, type));
		const { sealedAt, ...booked } = JSON.parse(opened) as Booked & { sealedAt: number };
		return bookable.ctx.now < sealedAt + lifetimeMs ? booked : undefined;
	} catch {
		return undefined;
	}
}

interface Props {
	bookable: BookableArtist;
	type: BookableType;
	booked: Booked;
}

export const BookedPage = ({ bookable, type, booked: { start, kind } }: Props) => {
	const { words, own } = bookable;
	const { form, appointment } = words;
	return (
		<>
			<BookingSteps at={3} words={words} />
			<Panel>
				<h1>{kind === "appointment" ? form.booked : form.requested}</h1>
				<Facts
					of={[
						[appointment.appointment, <span {...own}>{type.row.name}</span>],
						[appointment.artist, `${bookable.artist.name}, ${workplaceName(bookable)}`],
						[appointment.when, <Period words={words} {...periodOf(bookable, type, start)} />],
						...costsOf(type.details, words),
					]}
				/>
				<p class="after">{kind === "appointment" ? form.mailComing : form.studioConfirms}</p>
				{type.details.confirmation_message && (
					<p class="pre" {...own}>
						{type.details.confirmation_message}
					</p>
				)}
				{kind === "appointment" && type.details.instructions && (
					<>
						<h2 class="after">{appointment.howToPrepare}</h2>
						<p class="pre" {...own}>
							{type.details.instructions}
						</p>
					</>
				)}
				<p class="after">
					<a href={`/${bookable.artist.slug}`}>{form.backTo(bookable.artist.name)}</a>
				</p>
			</Panel>
		</>
	);
};
