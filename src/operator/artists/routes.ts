import type { Caller } from "../../context.ts";
import { endpointsFor } from "../../http/endpoint.ts";
import { deleted } from "../../http/fields.ts";
import { artist } from "../../resources/artists/schema.ts";
import { createTimeBlock, deleteTimeBlock, setWorkingHours } from "./operations.ts";
import { newTimeBlock, newWorkingHours, timeBlock } from "./schema.ts";

const operator = endpointsFor<Caller>();
const tag = "Operator";
const params = { artist_id: "artist" } as const;

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
		errors: ["validation_error", "conflict"],
		run: (caller, { params: { artist_id }, body }) => setWorkingHours(caller, artist_id, body),
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
		run: (caller, { params: { artist_id }, body }) => createTimeBlock(caller, artist_id, body),
	}),
	operator.change("DELETE", {
		id: "adminDeleteTimeBlock",
		path: "/admin/time_blocks/:time_block_id",
		tag,
		summary: "Free a blocked time",
		scope: null,
		params: { time_block_id: "time_block" },
		answer: deleted("time_block"),
		run: (caller, { params: { time_block_id } }) => deleteTimeBlock(caller, time_block_id),
	}),
];
