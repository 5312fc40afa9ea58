import { getExternalCalendar, setExternalCalendar } from "../../domain/studio/calendars/operations.ts";
import { externalCalendar, newExternalCalendar } from "../../domain/studio/calendars/schema.ts";
import type { Caller } from "../../platform/context.ts";
import { endpointsFor } from "../../platform/http/endpoint/endpoint.ts";

const operator = endpointsFor<Caller>();
const path = "/admin/artists/:artist_id/external_calendar";
const params = { artist_id: "artist" } as const;

export const externalCalendarRoutes = [
	operator.get({
		id: "adminGetExternalCalendar",
		path,
		tag: "Operator",
		summary: "Get an artist's external calendar",
		scope: null,
		params,
		answer: externalCalendar,
		run: (caller, { params: { artist_id } }) => getExternalCalendar(caller, artist_id),
	}),
	operator.change("PUT", {
		id: "adminSetExternalCalendar",
		path,
		tag: "Operator",
		summary: "Set, replace or remove an artist's external calendar",
		description:
			"Takes exactly one of `ics_url` and `busy`. The service keeps a URL that it cannot fetch, and `error` says why.",
		scope: null,
		params,
		body: newExternalCalendar,
		answer: externalCalendar,
		errors: ["validation_error"],
		run: (caller, { params: { artist_id }, body }) => setExternalCalendar(caller, artist_id, body),
	}),
];
