import { clock } from "../../src/platform/lib/clock.ts";
import { dayMs, hourMs } from "../../src/platform/lib/time.ts";
import { call, send } from "../support/api.ts";
import { requestLog } from "../support/request-log.ts";
import { everyDay, newArtist, newClient, newEventType, setHours } from "../support/studio.ts";
import { newWorld, type Tenant } from "../support/world.ts";

const firstNames = ["Ada", "Ben", "Cleo", "Dana", "Emil", "Fay", "Gus", "Hana", "Ivo", "Jun"];
const lastNames = ["Abel", "Bauer", "Cruz", "Dahl", "Ernst"];
const nameOf = (n: number) => ({
	first_name: firstNames[n % 10],
	last_name: lastNames[Math.floor(n / 10) % 5],
	email: `guest.${n}@example.com`,
	phone: `+49 170 555 ${1000 + n}`,
});
const notes = (n: number) =>
	`Prefers mornings and a quiet room. Had a fern and two swallows done in an earlier session (number ${n}); healed well, second pass on the left wing took longer than planned. Sensitive to green soap: use the clear one.`;
const message = (n: number) =>
	`Hi, I would like something botanical on the forearm, about 12 cm, fine lines, black only. My budget is around ${200 + n} and I am free on most weekdays after four. Could you tell me how long the wait is at the moment?`;

const artists = ["Mika Sørensen", "Robin Vale", "Jo Brandt"];
const services: [string, number, string][] = [
	["Small tattoo", 120, "TATTOO"],
	["Consultation", 30, "CONSULTATION"],
	["Touch-up", 45, "TOUCH_UP"],
];
const bio = "Botanical fine line and blackwork. Books open on the first of each month; walk-ins on Thursdays.";

/** The first instants of the month before this time and of its own. */
export function lastMonth(now: number): { from: number; to: number } {
	const date = new Date(now);
	const first = (month: number) => Date.UTC(date.getUTCFullYear(), month, 1);
	return { from: first(date.getUTCMonth() - 1), to: first(date.getUTCMonth()) };
}

const blocked = { first_name: "Viggo", last_name: "Thorn", email: "viggo@example.com" };
const wanted = { first_name: "Noor", last_name: "Haddad", email: "noor@example.com" };
/** Six of the clients of this week have an appointment, four have none. */
export const withoutAppointment = 4;
export const appointmentsOfLastMonth = 24;

/** A studio with three artists, some sixty clients and leads, and a month of appointments, whose clock stands a day later. */
export async function busyStudio(): Promise<Tenant> {
	const world = await newWorld({ plan: "empire" });
	const { id, key } = world;
	const artistIds: string[] = [];
	for (const name of artists) {
		const artistId = await newArtist(key, { name, bio, instagram_url: "https://instagram.com/blacklotus" });
		await setHours(artistId, everyDay);
		for (const [name, duration_minutes, kind] of services)
			await newEventType(id, artistId, {
				name,
				duration_minutes,
				kind,
				price_type: "FIXED",
				price_amount: 12000,
				currency: "EUR",
			});
		artistIds.push(artistId);
	}
	const clientIds: string[] = [];
	for (let n = 0; n < 40; n++)
		clientIds.push(await newClient(key, { ...nameOf(n), notes: notes(n), tags: ["regular"] }));
	const viggo = await newClient(key, { ...blocked, notes: "Left without paying in May." });
	await call(200, `/v1/clients/${viggo}`, { key, method: "PATCH", body: { is_blocked: true } });
	const lead = (given: object, n: number) =>
		call(201, "/v1/leads", { key, body: { message: message(n), source: "website", ...given } });
	for (let n = 0; n < 20; n++) await lead({ ...nameOf(n + 7), email: `enquiry.${n}@example.com` }, n);
	await lead(wanted, 99);
	for (let n = 20; n < 40; n++) await lead({ ...nameOf(n + 7), email: `enquiry.${n}@example.com` }, n);
	clock.advance((20 * dayMs) / 1000);
	const book = (n: number, client_id: string | undefined, start: number) =>
		call(201, "/v1/appointments", {
			key,
			body: {
				artist_id: artistIds[n % 3],
				client_id,
				start_at: new Date(start).toISOString(),
				end_at: new Date(start + 2 * hourMs).toISOString(),
				title: "Small tattoo",
				notes: "Forearm, fine line.",
				price_amount: 12000,
				currency: "EUR",
			},
		});
	const { from } = lastMonth(clock.now() + dayMs);
	for (let n = 0; n < appointmentsOfLastMonth; n++) await book(n, clientIds[n], from + n * dayMs + 11 * hourMs);
	for (let n = 0; n < 10; n++) {
		const newcomer = await newClient(key, { ...nameOf(n + 40), notes: notes(n) });
		if (n >= withoutAppointment) await book(n, newcomer, clock.now() + (n + 10) * dayMs);
	}
	await call(201, "/v1/webhook_endpoints", { key, body: { url: "https://hooks.example.com/studio", events: ["*"] } });
	for (let n = 0; n < 20; n++) await call(200, "/v1/clients?limit=1", { key });
	await send(`/v1/clients/cli_${"0".repeat(32)}`, { key });
	await requestLog(id);
	clock.advance(dayMs / 1000);
	return world;
}
