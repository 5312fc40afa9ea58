import * as z from "zod";
import { artistStatuses } from "../../../platform/db/tables/data/artists.ts";
import { endpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { deleted, idFilter, syncQuery, text } from "../../../platform/http/fields/fields.ts";
import { deleteArtist } from "./delete-artist.ts";
import { createArtist, getArtist, listArtists, updateArtist } from "./operations.ts";
import { artist, artistPatch, artistWorkingHours, newArtist, newWorkingHours } from "./schema.ts";
import { getWorkingHours, replaceWorkingHours } from "./working-hours.ts";

const tag = "Artists";
const params = { artist_id: "artist" } as const;

export const artistRoutes = [
	endpoint.list({
		id: "listArtists",
		path: "/v1/artists",
		tag,
		summary: "List artists",
		scope: "read:artists",
		query: z.object({
			...syncQuery,
			shop_id: idFilter("a shop", "shop"),
			slug: text(200).optional().meta({ description: "Only the artist with this slug." }),
			status: z.enum(artistStatuses).optional(),
		}),
		answer: artist,
		run: (ctx, { query, page }) => listArtists(ctx, query, page),
	}),
	endpoint.create({
		id: "createArtist",
		path: "/v1/artists",
		tag,
		summary: "Create an artist",
		description: "An artist cannot be booked before the working hours are set.",
		scope: "write:artists",
		body: newArtist,
		answer: artist,
		errors: ["validation_error"],
		location: ({ id }) => `/v1/artists/${id}`,
		run: (ctx, { body }) => createArtist(ctx, body),
	}),
	endpoint.get({
		id: "getArtist",
		path: "/v1/artists/:artist_id",
		tag,
		summary: "Get an artist",
		scope: "read:artists",
		params,
		answer: artist,
		run: (ctx, { params: { artist_id } }) => getArtist(ctx, artist_id),
	}),
	endpoint.change("PATCH", {
		id: "updateArtist",
		path: "/v1/artists/:artist_id",
		tag,
		summary: "Update or deactivate an artist",
		description:
			"Changes the fields that are sent. Null empties a field. A new name does not change the slug. `status: DEACTIVATED` emits `artist.deactivated`. Existing appointments stay.",
		scope: "write:artists",
		params,
		body: artistPatch,
		answer: artist,
		errors: ["validation_error"],
		run: (ctx, { params: { artist_id }, body }) => updateArtist(ctx, artist_id, body),
	}),
	endpoint.change("DELETE", {
		id: "deleteArtist",
		path: "/v1/artists/:artist_id",
		tag,
		summary: "Delete an artist whom no record names",
		description:
			"Deletes the artist's working hours, time blocks and external calendar, too, and frees the slug. If appointments, event types, clients, leads or ideas name the artist, the answer is 409, and `referenced_by` has one of each kind. To end the bookings of such an artist, set `status: DEACTIVATED`.",
		scope: "write:artists",
		params,
		answer: deleted("artist").meta({ id: "DeletedArtist" }),
		run: (ctx, { params: { artist_id } }) => deleteArtist(ctx, artist_id),
	}),
	endpoint.get({
		id: "getWorkingHours",
		path: "/v1/artists/:artist_id/working_hours",
		tag,
		summary: "Get an artist's working hours",
		scope: "read:artists",
		params,
		answer: artistWorkingHours,
		run: (ctx, { params: { artist_id } }) => getWorkingHours(ctx, artist_id),
	}),
	endpoint.change("PUT", {
		id: "setWorkingHours",
		path: "/v1/artists/:artist_id/working_hours",
		tag,
		summary: "Set an artist's working hours",
		description:
			"Replaces all working hours. An artist without working hours cannot be booked. Appointments that are there already stay.",
		scope: "write:artists",
		params,
		body: newWorkingHours,
		answer: artistWorkingHours,
		errors: ["validation_error"],
		run: (ctx, { params: { artist_id }, body }) => replaceWorkingHours(ctx, artist_id, body),
	}),
];
