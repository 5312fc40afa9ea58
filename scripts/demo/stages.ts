import type { Appointment } from "./bodies.ts";
import type { Calendar } from "./calendar.ts";
import { type Absence, busyTimes, timeBlocks } from "./data/absences.ts";
import { type Booking, bookings } from "./data/appointments.ts";
import { artists, workingHours } from "./data/artists.ts";
import { clientChanges, clients } from "./data/clients.ts";
import { eventTypes } from "./data/event-types.ts";
import { forms } from "./data/forms.ts";
import { ideaChanges, ideas } from "./data/ideas.ts";
import { convertedLeads, leadChanges, leads } from "./data/leads.ts";
import { artistPictures, otherPictures, type Picture } from "./data/pictures.ts";
import { shops } from "./data/shops.ts";
import { submissions } from "./data/submissions.ts";
import { dayMs, spreadOver } from "./history/times.ts";
import { listeners } from "./integrations/listeners.ts";
import type { DemoReceiver } from "./integrations/receiver.ts";
import { patch, post, put, remove, type Step } from "./step.ts";

/** The steps of a stage need those of the stages before, but not each other. */
export const stagesOf = (calendar: Calendar, receiver: DemoReceiver | null): Step[][] => [
	[...each(shops, "shop", "/v1/shops"), ...each(forms, "form", "/v1/forms")],
	each(artists, "artist", "/v1/artists"),
	[
		...(receiver ? listeners(receiver) : []),
		...hours(),
		...types(),
		...spread(each(clients, "client", "/v1/clients"), calendar),
	],
	[
		...bookings.map((booking, n) => book(booking, n, calendar)),
		...spread(each(leads, "lead", "/v1/leads"), calendar),
		...spread(each(ideas, "idea", "/v1/ideas"), calendar),
		...spread(submit(), calendar),
		...blocks(calendar),
		...busy(calendar),
	],
	bookings.flatMap((booking, n) => pay(booking, n, calendar)),
	// The gallery has the order of the uploads.
	...galleries(),
	[...spread(others(), calendar), ...avatars()],
	[
		...bookings.flatMap((booking) => end(booking, calendar)),
		...spread(changes(clientChanges, "client", "/v1/clients"), calendar),
		...spread(
			[
				...changes(leadChanges, "lead", "/v1/leads"),
				...changes(ideaChanges, "idea", "/v1/ideas"),
				...convertedLeads.map((lead) => post(`lead/${lead}/converted`, `/v1/leads/{lead/${lead}}/convert`)),
			],
			calendar,
			lastDays,
		),
	],
	spread(
		[
			post("lead/piotr/archived", "/v1/leads/{lead/piotr}/archive"),
			post("idea/knuckles/archived", "/v1/ideas/{idea/knuckles}/archive"),
			remove("lead/spam/deleted", "/v1/leads/{lead/spam}"),
		],
		calendar,
		lastDays,
	),
];

/** Changes come after most records. */
const lastDays = 8;

/** The same steps at times of the studio's past. */
function spread(steps: Step[], calendar: Calendar, days?: number): Step[] {
	const times = spreadOver(steps.length, calendar.now, days);
	return steps.map((step, n) => ({ ...step, at: times[n] ?? calendar.now }));
}

const each = (records: Record<string, object>, kind: string, path: string): Step[] =>
	Object.entries(records).map(([key, body]) => post(`${kind}/${key}`, path, body));

const changes = (records: Record<string, object>, kind: string, path: string): Step[] =>
	Object.entries(records).map(([key, body]) => patch(`${kind}/${key}/changed`, `${path}/{${kind}/${key}}`, body));

const hours = (): Step[] =>
	Object.entries(workingHours).map(([artist, hours]) =>
		put(`working_hours/${artist}`, `/admin/artists/{artist/${artist}}/working_hours`, { hours }),
	);

const types = (): Step[] =>
	Object.entries(eventTypes).flatMap(([artist, ofArtist]) =>
		Object.entries(ofArtist).map(([slug, type]) =>
			post(`event_type/${artist}/${slug}`, "/admin/tenants/{tenant}/event_types", {
				...type,
				slug,
				artist_id: `artist/${artist}`,
			}),
		),
	);

/** The n-th pictures of all artists together, because those of one artist come one after the other. */
function galleries(): Step[][] {
	const ofArtists = Object.entries(artistPictures).map(([artist, pictures]) =>
		Object.entries(pictures).map(([name, picture]) =>
			upload(`${artist}/${name}`, `/v1/artists/{artist/${artist}}`, picture),
		),
	);
	const longest = Math.max(...ofArtists.map(({ length }) => length));
	return Array.from({ length: longest }, (_, n) => ofArtists.flatMap((steps) => steps[n] ?? []));
}

const avatars = (): Step[] =>
	Object.keys(artistPictures).map((artist) =>
		patch(`artist/${artist}/avatar`, `/v1/artists/{artist/${artist}}`, {
			avatar_picture_id: `picture/${artist}/portrait`,
		}),
	);

const others = (): Step[] =>
	Object.entries(otherPictures).map(([of, { path, picture }]) => upload(of, `${path}/{${of}}`, picture));

const upload = (name: string, of: string, { caption, file }: Picture): Step => ({
	name: `picture/${name}`,
	method: "POST",
	path: `${of}/pictures?caption=${encodeURIComponent(caption)}`,
	picture: file,
});

const submit = (): Step[] =>
	Object.entries(submissions).flatMap(([form, ofForm]) =>
		ofForm.map((body, n) => post(`form_submission/${form}/${n}`, `/v1/forms/{form/${form}}/submissions`, body)),
	);

const nameOf = ({ week, start, type }: Booking): string => `appointment/${week}/${start.replace(" ", "/")}/${type}`;

/** Somebody books a few days ahead, and a long time ahead within the last days. */
function bookedAt({ week, start, booked }: Booking, n: number, calendar: Calendar): number {
	if (booked !== undefined) return calendar.now - booked * 60_000;
	const ahead = Date.parse(calendar.at(week, start)) - (4 + (n % 7)) * dayMs - ((n * 97) % 600) * 60_000;
	return ahead < calendar.now ? ahead : calendar.now - (((n * 311) % 4200) + 30) * 60_000;
}

function book(booking: Booking, n: number, calendar: Calendar): Step {
	const { week, start, type, client, title = null, notes = null, price } = booking;
	const [artist] = type.split("/");
	const body: Appointment = {
		artist_id: `artist/${artist}`,
		client_id: `client/${client}`,
		event_type_id: `event_type/${type}`,
		start_at: calendar.at(week, start),
		title,
		notes,
		...(price === undefined ? {} : { price_amount: price * 100, currency: "EUR" }),
	};
	return { ...post(nameOf(booking), "/v1/appointments", body), at: bookedAt(booking, n, calendar) };
}

const methods = ["BANK_TRANSFER", "CASH", "BANK_TRANSFER", "CARD"];

/** Most clients pay their deposit a day after the booking. */
function pay(booking: Booking, n: number, calendar: Calendar): Step[] {
	const [artist = "", slug = ""] = booking.type.split("/");
	if (!eventTypes[artist]?.[slug]?.deposit_required || n % 4 === 3) return [];
	const path = `/v1/appointments/{${nameOf(booking)}}/deposit`;
	const step = patch(`${nameOf(booking)}/paid`, path, { status: "HELD", method: methods[n % methods.length] });
	const at = bookedAt(booking, n, calendar) + dayMs;
	// An appointment that was over when the studio opened takes no payment.
	return at < calendar.now ? [{ ...step, at, accept: 409 }] : [];
}

/** The later change of an appointment, if it has one by now. */
function end(booking: Booking, calendar: Calendar): Step[] {
	const ending = endingOf(booking, calendar);
	if (!ending) return [];
	const step = patch(`${nameOf(booking)}/ended`, `/v1/appointments/{${nameOf(booking)}}`, ending);
	const start = Date.parse(calendar.at(booking.week, booking.start));
	return [{ ...step, at: booking.cancelled === undefined ? start + minutesOf(booking) * 60_000 : start - dayMs }];
}

function minutesOf({ type }: Pick<Booking, "type">): number {
	const [artist = "", slug = ""] = type.split("/");
	return eventTypes[artist]?.[slug]?.duration_minutes ?? 0;
}

function endingOf({ week, start, type, cancelled, missed }: Booking, calendar: Calendar): object | undefined {
	if (cancelled !== undefined) return { status: "CANCELLED", cancellation_reason: cancelled };
	if (!calendar.isOver(calendar.at(week, start), minutesOf({ type }))) return undefined;
	return { status: missed ? "NO_SHOW" : "COMPLETED" };
}

const blocks = (calendar: Calendar): Step[] =>
	Object.entries(timeBlocks).flatMap(([artist, ofArtist]) =>
		ofArtist.map(({ reason, ...absence }, n) =>
			post(`time_block/${artist}/${n}`, `/admin/artists/{artist/${artist}}/time_blocks`, {
				...span(absence, calendar),
				reason,
			}),
		),
	);

const busy = (calendar: Calendar): Step[] =>
	Object.entries(busyTimes).map(([artist, absences]) =>
		put(`external_calendar/${artist}`, `/admin/artists/{artist/${artist}}/external_calendar`, {
			busy: absences.map((absence) => span(absence, calendar)),
		}),
	);

const span = ({ week, from, to }: Absence, calendar: Calendar) => ({
	start_at: calendar.at(week, from),
	end_at: calendar.at(week, to),
});
