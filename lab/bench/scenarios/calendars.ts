import { many } from "../setup/ask.ts";
import { atHour, type BookedStudio, firstDay, firstFreeDay, newFullStudio } from "../setup/calendars.ts";
import { newPerson, peopleAtOnce } from "../setup/people.ts";
import { newKey } from "../setup/studios.ts";
import { bearer, fromAddress, get, inTurn, keyed, type Scenarios } from "./scenario.ts";

const studioCount = 16;
/** The appointments of each studio. */
const appointments = 20_000;
/** A key books 30 times a minute. */
const keysOfStudio = 20;
const days = 62;
/** The number of rows that the product reads for these days. */
const live = 4 * (days + 11);

interface Booked extends BookedStudio {
	keys: string[];
	booked: number;
}

export const calendarScenarios: Scenarios = (running) => {
	const { origins } = running;
	let studios: Booked[] = [];
	let cookies: string[] = [];
	const prepare = async () => {
		if (studios.length > 0) return;
		studios = await many(studioCount, async (n) => {
			const studio = await newFullStudio(running, n, appointments);
			const keys = await many(keysOfStudio, () => newKey(origins.product, studio.id));
			return { ...studio, keys, booked: 0 };
		});
	};
	const range = { from: atHour(firstDay, 0), to: atHour(firstDay, 8 * days) };
	return [
		{
			name: `POST an appointment at ${appointments.toLocaleString("en")}`,
			kind: "booking",
			prepare,
			contenders: {
				floor: (turn) =>
					keyed(`/studio-${turn % studioCount}/appointments`, { start_at: firstDay }, bearer(inTurn(studios, turn))),
				product: (turn) => {
					const studio = inTurn(studios, turn);
					const { artistId, typeId, clientId, keys } = studio;
					const body = { artist_id: artistId, client_id: clientId, event_type_id: typeId };
					const start_at = atHour(firstFreeDay, studio.booked++);
					return keyed(
						"/v1/appointments",
						{ ...body, start_at },
						bearer({ key: inTurn(keys, Math.floor(turn / studioCount)) }),
					);
				},
			},
		},
		{
			name: `GET availability of ${days} days`,
			kind: "free times",
			prepare,
			contenders: {
				floor: (turn) => get(`/studio-${turn % studioCount}/availability/${live}`, bearer(inTurn(studios, turn))),
				product: (turn) => {
					const { artistId, typeId, key } = inTurn(studios, turn);
					const query = new URLSearchParams({ artist_id: artistId, event_type_id: typeId, ...range });
					return get(`/v1/availability?${query}`, { Authorization: `Bearer ${key}` });
				},
			},
		},
		{
			// Of all pages of the dashboard it takes the most CPU time.
			name: "GET /dashboard",
			kind: "other",
			prepare: async () => {
				await prepare();
				cookies = await many(studioCount, (n) => newPerson(origins.product, inTurn(studios, n).id), peopleAtOnce);
			},
			contenders: {
				product: (turn) =>
					get(`/dashboard?studio=${inTurn(studios, turn).id}`, { Cookie: inTurn(cookies, turn), ...fromAddress(turn) }),
			},
		},
	];
};
