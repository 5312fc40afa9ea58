import type { Running } from "../runtime.ts";
import { ask } from "./ask.ts";
import { copyRows, fillAppointmentsOfFloor } from "./rows.ts";
import { newStudio, type Studio } from "./studios.ts";

export interface BookedStudio extends Studio {
	artistId: string;
	typeId: string;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The first day of the calendar that the bench reads. */
export const firstDay = Date.UTC(2027, 2, 1);
/** The number of days that are half booked. The days after them are free. */
const bookedDays = 120;
export const firstFreeDay = firstDay + bookedDays * dayMs;

const everyDay = Array.from({ length: 7 }, (_, weekday) => ({ weekday, start: "10:00", end: "18:00" }));

/** The artist works every day from 10:00 to 18:00, and has one appointment. */
async function newBookedStudio(origin: string): Promise<BookedStudio & { appointmentId: string }> {
	const studio = await newStudio(origin);
	const { key, clientId } = studio;
	const made = <T extends object>(path: string, body: T, given: object = {}) =>
		ask<{ id: string }>(origin, path, body, given);
	const { id: artistId } = await made("/v1/artists", { name: "Mia", timezone: "UTC" }, { key });
	await made(`/admin/artists/${artistId}/working_hours`, { hours: everyDay }, { method: "PUT" });
	const type = { artist_id: artistId, name: "Tattoo", slug: "tattoo", duration_minutes: 60, kind: "TATTOO" };
	const { id: typeId } = await made(`/admin/tenants/${studio.id}/event_types`, type);
	const booking = { artist_id: artistId, client_id: clientId, event_type_id: typeId, start_at: atHour(firstDay, 0) };
	const { id: appointmentId } = await made("/v1/appointments", booking, { key });
	return { ...studio, artistId, typeId, appointmentId };
}

/** The start of the artist's nth working hour, counted from a day. */
export const atHour = (day: number, n: number): string =>
	new Date(day + Math.floor(n / 8) * dayMs + (10 + (n % 8)) * hourMs).toISOString();

/**
 * A booked studio with many appointments: four on each of the booked days, and the others in the past, like a studio
 * that has worked for years.
 */
export async function newFullStudio(
	{ runtime, origins }: Running,
	n: number,
	appointments: number,
): Promise<BookedStudio> {
	const studio = await newBookedStudio(origins.product);
	const ahead = `n.i < ${bookedDays * 4}`;
	const shift = `CASE WHEN ${ahead} THEN (n.i / 4) * ${dayMs} + (n.i % 4) * ${2 * hourMs} ELSE -n.i * ${2 * hourMs} END`;
	const own = Object.fromEntries(
		["start_at", "end_at", "day_start_at", "day_end_at"].map((name) => [name, `one.${name} + ${shift}`]),
	);
	await copyRows(runtime, {
		table: "appointments",
		tenantId: studio.id,
		id: studio.appointmentId,
		upTo: appointments,
		own: { ...own, id: `'apt_' || printf('%08x%024x', ${n}, n.i)` },
	});
	await fillAppointmentsOfFloor(runtime, `studio-${n}`, appointments);
	return studio;
}
