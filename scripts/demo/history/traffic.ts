import type { Calendar } from "../calendar.ts";
import type { Step } from "../step.ts";
import { dayMs } from "./times.ts";

/** The log of requests shows three days. */
const days = 3;
const hourMs = dayMs / 24;

const get = (path: string, accept?: number): Step => ({
	name: "",
	method: "GET",
	path,
	...(accept === undefined ? {} : { accept }),
});

/** The requests of the website and of a sync, some of them wrong. */
const requests = [
	get("/v1/event_types?limit=100"),
	get("/v1/artists/{artist/mika}"),
	get("/v1/appointments?artist_id={artist/joana}&status=SCHEDULED"),
	get("/v1/clients?limit=50"),
	get("/v1/clients/{client/leila}"),
	get("/v1/events?after_sequence=40&limit=20"),
	get("/v1/availability?artist_id={artist/mika}", 400),
	get("/v1/artists/{artist/zeynep}/working_hours"),
	get("/v1/ideas?limit=10"),
	get(`/v1/clients/cli_${"0".repeat(32)}`, 404),
	get("/v1/leads?limit=10"),
];

/** Times of the last days, most of them by day, with the requests that come then. */
export function trafficOf({ now }: Calendar): { at: number; requests: Step[] }[] {
	const visits = [];
	for (let n = 0, at = now - days * dayMs + hourMs; at < now; n++, at += 2 * hourMs) {
		const hour = new Date(at).getUTCHours();
		const count = hour < 6 ? n % 2 : 1 + ((n * 7) % 5) + (hour > 14 && hour < 20 ? 2 : 0);
		visits.push({ at, requests: Array.from({ length: count }, (_, k) => pick(n * 5 + k * 3)) });
	}
	return visits;
}

const pick = (n: number): Step => requests[n % requests.length] as Step;
