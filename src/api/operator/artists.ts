import { artist, newWorkingHours, toArtist } from "../../domain/studio/artists/schema.ts";
import { setWorkingHours } from "../../domain/studio/artists/working-hours.ts";
import { createTimeBlock, deleteTimeBlock, getTimeBlock } from "../../domain/studio/time-blocks/operations.ts";
import { newTimeBlock, timeBlock } from "../../domain/studio/time-blocks/schema.ts";
import { mapResult } from "../../platform/commit/change.ts";
import { inTenantOfRecord } from "../../platform/commit/tenant-of-record.ts";
import type { Caller } from "../../platform/context.ts";
import { artists } from "../../platform/db/tables/data/artists.ts";
import { timeBlocks } from "../../platform/db/tables/data/calendars.ts";
import { endpointsFor } from "../../platform/http/endpoint/endpoint.ts";
import { deleted } from "../../platform/http/fields/fields.ts";

const operator = endpointsFor<Caller>();
const tag = "Operator";
const params = { artist_id: "artist" } as const;

/** The operator names an artist or a time block by its id alone, without the tenant. */
const callerOfArtist = (caller: Caller, id: string) => inTenantOfRecord(caller, artists, id, "artist");
const callerOfTimeBlock = (caller: Caller, id: string) => inTenantOfRecord(caller, timeBlocks, id, "time block");

export const artistRoutes = [
	operator.change("PUT", {
		id: "adminSetWorkingHours",
		path: "/admin/artists/:artist_id/working_hours",
		tag,
		summary: "Set an artist's working hours",
		description: "Replaces all working hours. An artist without working hours cannot be booked.",
		scope: null,
		params,
		body: newWorkingHours,
		answer: artist,
		errors: ["validation_error"],
		run: async (caller, { params: { artist_id: id }, body }) =>
			mapResult(await setWorkingHours(await callerOfArtist(caller, id), id, body), toArtist),
	}),
	operator.create({
		id: "adminCreateTimeBlock",
		path: "/admin/artists/:artist_id/time_blocks",
		tag,
		summary: "Block a time of an artist",
		scope: null,
		params,
		body: newTimeBlock,
		answer: timeBlock,
		errors: ["validation_error"],
		location: ({ id }) => `/admin/time_blocks/${id}`,
		run: async (caller, { params: { artist_id: id }, body }) =>
			createTimeBlock(await callerOfArtist(caller, id), id, body),
	}),
	operator.get({
		id: "adminGetTimeBlock",
		path: "/admin/time_blocks/:time_block_id",
		tag,
		summary: "Get a blocked time",
		scope: null,
		params: { time_block_id: "time_block" },
		answer: timeBlock,
		run: async (caller, { params: { time_block_id: id } }) => getTimeBlock(await callerOfTimeBlock(caller, id), { id }),
	}),
	operator.change("DELETE", {
		id: "adminDeleteTimeBlock",
		path: "/admin/time_blocks/:time_block_id",
		tag,
		summary: "Free a blocked time",
		scope: null,
		params: { time_block_id: "time_block" },
		answer: deleted("time_block"),
		run: async (caller, { params: { time_block_id: id } }) =>
			deleteTimeBlock(await callerOfTimeBlock(caller, id), { id }),
	}),
];
