import { getExternalCalendar, setExternalCalendar } from "../../domain/studio/calendars/operations.ts";
import { externalCalendarOrNone, externalCalendarWithUrl } from "../../domain/studio/calendars/schema.ts";
import { inTenantOfRecord } from "../../platform/commit/tenant-of-record.ts";
import type { Caller } from "../../platform/context.ts";
import { artists } from "../../platform/db/tables/data/artists.ts";
import { endpointsFor } from "../../platform/http/endpoint/endpoint.ts";

const operator = endpointsFor<Caller>();
const path = "/admin/artists/:artist_id/external_calendar";
const params = { artist_id: "artist" } as const;

/** The operator gives the id of the artist alone, without the tenant. */
const inTenantOf = (caller: Caller, artistId: string) => inTenantOfRecord(caller, artists, artistId, "artist");

export const externalCalendarRoutes = [
	operator.get({
		id: "adminGetExternalCalendar",
		path,
		tag: "Operator",
		summary: "Get an artist's external calendar",
		scope: null,
		params,
		answer: externalCalendarWithUrl,
		run: async (caller, { params: { artist_id } }) =>
			await getExternalCalendar(await inTenantOf(caller, artist_id), artist_id),
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
		body: externalCalendarOrNone,
		answer: externalCalendarWithUrl,
		errors: ["validation_error"],
		// The path of the address may be its secret.
		secretAnswer: "ics_url",
		run: async (caller, { params: { artist_id }, body }) =>
			await setExternalCalendar(await inTenantOf(caller, artist_id), artist_id, body),
	}),
];
