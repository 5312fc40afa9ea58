import type { Draw } from "../random.ts";
import type { Artist, Kept, Studio } from "../studio.ts";
import { studioStep, whileBusy } from "./step.ts";

const quarterMs = 15 * 60_000;
const dayMs = 86_400_000;

/** A time of the next two weeks, often one that others want, too. */
const someTime = (studio: Studio, draw: Draw): string => {
	const day = Math.floor(studio.world.simulation.now() / dayMs) + draw.between(1, draw.chance(0.5) ? 3 : 14);
	return new Date(day * dayMs + 9 * 4 * quarterMs + draw.below(32) * quarterMs).toISOString();
};

interface Wish {
	artist: Artist;
	client: Kept;
	typeId: string;
	start: string;
}

async function book(studio: Studio, { artist, client, typeId, start }: Wish): Promise<number> {
	const body = { artist_id: artist.id, client_id: client.id, event_type_id: typeId, start_at: start };
	const { status, body: answer } = await studio.change("POST", "/v1/appointments", body);
	studio.world.expect(
		"a booking is made or refused",
		status === 201 || (status === 409 && answer.code === "slot_unavailable"),
		() => JSON.stringify(answer),
	);
	if (status !== 201) return status;
	studio.keep("appointments", answer);
	studio.expectEvent("appointment.created", answer.id);
	return status;
}

function wishOf(studio: Studio, draw: Draw): Wish | undefined {
	const artist = draw.any(studio.artists);
	const client = draw.any(studio.free("clients"));
	return artist && client && { artist, client, typeId: draw.of(artist.typeIds), start: someTime(studio, draw) };
}

export const bookAppointment = studioStep(14, async ({ studio, draw }) => {
	const wish = wishOf(studio, draw);
	if (wish) await whileBusy(wish.client, async () => void (await book(studio, wish)));
});

/** Several programs want one time at the same moment. */
export const raceForTime = studioStep(3, async ({ studio, draw, world }) => {
	const wish = wishOf(studio, draw);
	if (!wish) return;
	await whileBusy(wish.client, async () => {
		const outcomes = await Promise.all(Array.from({ length: draw.between(2, 6) }, () => book(studio, wish)));
		const won = outcomes.filter((status) => status === 201).length;
		world.expect("one booking of a time wins", won <= 1, () => `${won} of ${wish.start} at ${wish.artist.id}`);
	});
});

interface Slot {
	start_at: string;
	end_at: string;
}

/** The free times that begin where an appointment ends, or end where one begins. */
function besideOthers(studio: Studio, slots: Slot[]): Slot[] {
	const others = [...studio.records.appointments.values()].map(({ body }) => body);
	const ends = new Set(others.map(({ end_at }) => Date.parse(end_at)));
	const starts = new Set(others.map(({ start_at }) => Date.parse(start_at)));
	return slots.filter(({ start_at, end_at }) => ends.has(Date.parse(start_at)) || starts.has(Date.parse(end_at)));
}

/** All artists work from nine to seven by the clock of their place. */
const isAtWork = (artist: Artist, start: string): boolean => {
	const hour = Number(placeOf(artist).hour.format(Date.parse(start)));
	return hour >= 9 && hour < 19;
};

/** By the clock of the artist's place. */
const dayAt = (artist: Artist, instant: string): string => placeOf(artist).day.format(Date.parse(instant));

interface Place {
	hour: Intl.DateTimeFormat;
	day: Intl.DateTimeFormat;
}
const places = new Map<string, Place>();

/** Making the clock and the calendar takes a hundred times as long as using them. */
function placeOf({ timezone: timeZone }: Artist): Place {
	const known = places.get(timeZone);
	if (known) return known;
	const place = {
		hour: new Intl.DateTimeFormat("en", { timeZone, hour: "2-digit", hourCycle: "h23" }),
		day: new Intl.DateTimeFormat("en-CA", { timeZone }),
	};
	places.set(timeZone, place);
	return place;
}

/** The appointments of a capped artist that nothing changes at this moment, each with its day. */
function scheduledDays(studio: Studio, artist: Artist): Map<string, string> {
	if (artist.mostOfDay === null) return new Map();
	const certain = live(studio).filter(({ body, loose }) => !loose && body.artist_id === artist.id);
	return new Map(certain.map(({ id, body }) => [id, dayAt(artist, body.start_at)]));
}

/** The days that were full of the same appointments before something and after it. */
function daysFullAllTheTime(
	{ mostOfDay }: Artist,
	before: Map<string, string>,
	after: Map<string, string>,
): Set<string> {
	const lasting = [...before].filter(([id, day]) => after.get(id) === day).map(([, day]) => day);
	return new Set(lasting.filter((day) => lasting.filter((other) => other === day).length >= (mostOfDay ?? 1)));
}

/** A program books a free time that the service has just told it. */
export const bookFreeTime = studioStep(6, async ({ studio, draw, world }) => {
	const artist = draw.any(studio.artists);
	const client = draw.any(studio.free("clients"));
	if (!artist || !client) return;
	const typeId = draw.of(artist.typeIds);
	const from = new Date(world.simulation.now() + dayMs).toISOString();
	const to = new Date(world.simulation.now() + draw.between(2, 20) * dayMs).toISOString();
	const query = new URLSearchParams({ artist_id: artist.id, event_type_id: typeId, from, to });
	const freeTimes = async (): Promise<Slot[]> => {
		const before = scheduledDays(studio, artist);
		const { status, body } = await studio.read(`/v1/availability?${query}`);
		world.expect("free times are listed", status === 200, () => JSON.stringify(body));
		const slots: Slot[] = body.data ?? [];
		const wrong = slots.find((slot, n) => n % 5 === 0 && !isAtWork(artist, slot.start_at));
		world.expect("free times lie in working hours", wrong === undefined, () => `${artist.id}: ${wrong?.start_at}`);
		const full = daysFullAllTheTime(artist, before, scheduledDays(studio, artist));
		const onFullDay = slots.find(({ start_at }) => full.has(dayAt(artist, start_at)));
		world.expect("a full day has no free times", onFullDay === undefined, () => `${artist.id}: ${onFullDay?.start_at}`);
		return slots;
	};
	const slots = await freeTimes();
	const start = (draw.any(draw.chance(0.5) ? besideOthers(studio, slots) : slots) ?? draw.any(slots))?.start_at;
	if (start === undefined) return;
	// Somebody else may be faster, but a time that goes on being offered can be booked.
	await whileBusy(client, async () => {
		for (let refused = 1; (await book(studio, { artist, client, typeId, start })) === 409; refused++) {
			const isOffered = (await freeTimes()).some((slot) => slot.start_at === start);
			world.expect("an offered time can be booked", !isOffered || refused < 3, () => `${artist.id}: ${start}`);
			if (!isOffered || refused === 3) return;
		}
	});
});

const live = (studio: Studio): Kept[] => studio.free("appointments").filter(({ body }) => body.status === "SCHEDULED");

async function changeAppointment(studio: Studio, kept: Kept, change: object, event: string): Promise<void> {
	await whileBusy(kept, async () => {
		const path = `/v1/appointments/${kept.id}`;
		const { status, body } = await studio.change("PATCH", path, change);
		const isRefused = status === 409 && ["slot_unavailable", "conflict"].includes(body.code);
		studio.world.expect("an appointment is changed or refused", status === 200 || isRefused, () =>
			JSON.stringify(body),
		);
		if (status !== 200) return;
		if (body.data.updated_at !== kept.body.updated_at) studio.expectEvent(event, kept.id);
		kept.body = body.data;
	});
}

const lengthOf = ({ body }: Kept): number => Date.parse(body.end_at) - Date.parse(body.start_at);

export const moveAppointment = studioStep(6, async ({ studio, draw, world }) => {
	const kept = draw.any(live(studio));
	if (!kept) return;
	const before = lengthOf(kept);
	// Often the new time overlaps the old one.
	const near = new Date(Date.parse(kept.body.start_at) + draw.of([-1, 1, 2]) * quarterMs).toISOString();
	const start_at = draw.chance(0.3) ? near : someTime(studio, draw);
	await changeAppointment(studio, kept, { start_at }, "appointment.rescheduled");
	world.expect("a move keeps the length", lengthOf(kept) === before, () => JSON.stringify(kept.body));
});

export const cancelAppointment = studioStep(4, async ({ studio, draw }) => {
	const kept = draw.any(live(studio));
	if (kept) await changeAppointment(studio, kept, { status: "CANCELLED" }, "appointment.cancelled");
});

export const endAppointment = studioStep(4, async ({ studio, draw }) => {
	const kept = draw.any(live(studio));
	const [status, event] = draw.of([
		["COMPLETED", "appointment.completed"],
		["NO_SHOW", "appointment.no_show"],
	] as const);
	if (kept) await changeAppointment(studio, kept, { status }, event);
});

export const reviveAppointment = studioStep(2, async ({ studio, draw }) => {
	const ended = studio.free("appointments").filter(({ body }) => /CANCELLED|NO_SHOW/.test(body.status));
	const kept = draw.any(ended);
	if (kept) await changeAppointment(studio, kept, { status: "SCHEDULED" }, "appointment.updated");
});
