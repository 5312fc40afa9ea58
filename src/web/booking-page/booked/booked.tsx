import { Facts, Panel } from "../../ui/components/parts.tsx";
import { type BookableArtist, type BookableType, periodOf } from "../bookable-artist.ts";
import { costsOf } from "../details/costs.ts";
import { Period } from "../parts/dates.tsx";
import { BookingSteps } from "../parts/frame.tsx";
import { workplaceName } from "../parts/workplace-name.ts";

/** The data of the last page. Its address carries them sealed, so that nobody can forge such a page. */
interface Booked {
	start: number;
	kind: "appointment" | "lead";
}

const owner = ({ ctx, artist }: BookableArtist): string => `booked/${ctx.tenantId}/${artist.id}`;

export const sealBooked = (bookable: BookableArtist, booked: Booked): Promise<string> =>
	bookable.ctx.vault.seal(JSON.stringify(booked), owner(bookable));

export async function openBooked(bookable: BookableArtist, sealed: string): Promise<Booked | undefined> {
	try {
		return JSON.parse(await bookable.ctx.vault.open(sealed, owner(bookable))) as Booked;
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
