import { findAppointment } from "../../../domain/booking/appointments/operations.ts";
import type { AppointmentRow } from "../../../domain/booking/appointments/schema.ts";
import type { BookableType } from "../../../domain/booking/bookings/bookable-artist.ts";
import type { Times } from "../../../domain/languages/local-times.ts";
import { priceOf } from "../../../domain/mail/booking/price-text.ts";
import { dayMs } from "../../../platform/lib/time.ts";
import { Problem } from "../../../platform/problems/problem.ts";
import { Facts, Panel } from "../../ui/components/elements.tsx";
import type { OwnText } from "../../ui/own-text.ts";
import { AddToCalendar } from "../appointment/calendar.tsx";
import { Deposit } from "../appointment/deposit.tsx";
import { type BookableArtist, periodOf } from "../bookable-artist.ts";
import { Period } from "../components/dates.tsx";
import { BookingSteps } from "../components/frame.tsx";
import { DepositTerms } from "../components/terms.tsx";
import { workplaceName } from "../components/workplace-name.ts";

/** The address of the last page carries this data sealed, so that nobody can forge such a page. */
interface Booked {
	start: number;
	kind: "appointment" | "lead";
	id: string;
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

/** The appointment as it is by now; undefined if it is gone or does not take place. */
export async function findBooked({ ctx }: BookableArtist, { id }: Booked): Promise<AppointmentRow | undefined> {
	try {
		const row = await findAppointment(ctx, id);
		return row.status === "SCHEDULED" ? row : undefined;
	} catch (error) {
		if (error instanceof Problem && error.status === 404) return undefined;
		throw error;
	}
}

interface Props {
	bookable: BookableArtist;
	type: BookableType;
	appointment: AppointmentRow;
	/** The address of the calendar file. */
	file: string;
}

export const BookedPage = ({ bookable, type, appointment, file }: Props) => {
	const { ctx, studio, words, own } = bookable;
	const { row, details } = type;
	return (
		<>
			<BookingSteps at={3} words={words} />
			<Panel>
				<h1>{words.form.booked}</h1>
				<BookedFacts bookable={bookable} type={type} period={appointment} placement={appointment.placement} />
				<p class="after">{words.form.mailComing}</p>
				<StudioText text={details.confirmation_message} own={own} />
				<Deposit appointment={appointment} details={details} now={ctx.now} words={words} own={own} />
				{details.instructions && (
					<>
						<h2 class="after">{words.appointment.howToPrepare}</h2>
						<StudioText text={details.instructions} own={own} />
					</>
				)}
				<AddToCalendar
					ctx={ctx}
					appointment={appointment}
					type={row}
					details={details}
					studio={studio}
					words={words}
					file={file}
				/>
				<BackLink bookable={bookable} />
			</Panel>
		</>
	);
};

/** The studio confirms the appointment, or not. */
export const RequestedPage = ({ bookable, type, start }: Omit<Props, "appointment" | "file"> & { start: number }) => {
	const { words, own } = bookable;
	return (
		<>
			<BookingSteps at={3} words={words} />
			<Panel>
				<h1>{words.form.requested}</h1>
				<BookedFacts bookable={bookable} type={type} period={periodOf(bookable, type, start)} />
				<p class="after">{words.form.studioConfirms}</p>
				<DepositTerms bookable={bookable} type={type} />
				<StudioText text={type.details.confirmation_message} own={own} />
				<BackLink bookable={bookable} />
			</Panel>
		</>
	);
};

interface FactsProps extends Pick<Props, "bookable" | "type"> {
	period: Times & { timezone: string };
	placement?: string | null;
}

const BookedFacts = ({ bookable, type, period, placement }: FactsProps) => {
	const { artist, words, own } = bookable;
	const { appointment } = words;
	const { startAt, endAt, timezone } = period;
	const price = priceOf(type.details, words, appointment.onRequest);
	return (
		<Facts
			of={[
				[appointment.appointment, <span {...own}>{type.row.name}</span>],
				[appointment.artist, `${artist.name}, ${workplaceName(bookable)}`],
				[appointment.when, <Period words={words} startAt={startAt} endAt={endAt} timezone={timezone} />],
				placement ? [appointment.placement, <span {...own}>{placement}</span>] : null,
				price === undefined ? null : [appointment.cost, price],
			]}
		/>
	);
};

const StudioText = ({ text, own }: { text: string | null; own: OwnText }) =>
	text ? (
		<p class="pre" {...own}>
			{text}
		</p>
	) : null;

const BackLink = ({ bookable: { artist, words } }: Pick<Props, "bookable">) => (
	<p class="after">
		<a href={`/${artist.slug}`}>{words.form.backTo(artist.name)}</a>
	</p>
);
