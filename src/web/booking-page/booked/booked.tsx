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

export const BookedPage = ({ bookable, type, booked: { start, kind } }: Props) => (
	<>
		<BookingSteps at={3} />
		<Panel>
			<h1>{kind === "appointment" ? "You are booked" : "Your request is with the studio"}</h1>
			<Facts
				of={[
					["Appointment", type.row.name],
					["With", `${bookable.artist.name}, ${workplaceName(bookable)}`],
					["When", <Period {...periodOf(bookable, type, start)} />],
					...costsOf(type.details),
				]}
			/>
			<p class="after">
				{kind === "appointment"
					? "A mail with the details is on its way to you. With the link in it you can move or cancel the appointment."
					: "The studio confirms each appointment of this kind. It will write you a mail."}
			</p>
			{type.details.confirmation_message && <p class="pre">{type.details.confirmation_message}</p>}
			{kind === "appointment" && type.details.instructions && (
				<>
					<h2 class="after">How to prepare</h2>
					<p class="pre">{type.details.instructions}</p>
				</>
			)}
			<p class="after">
				<a href={`/${bookable.artist.slug}`}>Back to {bookable.artist.name}</a>
			</p>
		</Panel>
	</>
);
