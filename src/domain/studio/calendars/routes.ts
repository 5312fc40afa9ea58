import { mapResult } from "../../../platform/commit/change.ts";
import { endpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { deleteExternalCalendar, getExternalCalendar, setExternalCalendar } from "./operations.ts";
import { deletedExternalCalendar, externalCalendar, newExternalCalendar, withoutUrl } from "./schema.ts";

const tag = "Artists";
const path = "/v1/artists/:artist_id/external_calendar";
const params = { artist_id: "artist" } as const;

export const externalCalendarRoutes = [
	endpoint.get({
		id: "getExternalCalendar",
		path,
		tag,
		summary: "Get an artist's external calendar",
		description: "Tells when it was read, and why it could not be read. Its address is not shown.",
		scope: "read:artists",
		params,
		answer: externalCalendar,
		run: async (ctx, { params: { artist_id } }) => withoutUrl(await getExternalCalendar(ctx, artist_id)),
	}),
	endpoint.change("PUT", {
		id: "setExternalCalendar",
		path,
		tag,
		summary: "Set an artist's external calendar",
		description:
			"Takes exactly one of `ics_url` and `busy`. The artist cannot be booked in the busy times. The service keeps a URL that it cannot fetch, and `error` says why.",
		scope: "write:artists",
		capPerMinute: 30,
		params,
		body: newExternalCalendar,
		answer: externalCalendar,
		errors: ["validation_error"],
		run: async (ctx, { params: { artist_id }, body }) =>
			mapResult(await setExternalCalendar(ctx, artist_id, body), withoutUrl),
	}),
	endpoint.change("DELETE", {
		id: "deleteExternalCalendar",
		path,
		tag,
		summary: "Remove an artist's external calendar",
		description: "Its busy times can be booked at once.",
		scope: "write:artists",
		params,
		answer: deletedExternalCalendar,
		run: (ctx, { params: { artist_id } }) => deleteExternalCalendar(ctx, artist_id),
	}),
];
