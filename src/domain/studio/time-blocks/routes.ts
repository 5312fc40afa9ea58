import * as z from "zod";
import { endpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { createdQuery, deleted, queryInstant, syncQuery } from "../../../platform/http/fields/fields.ts";
import { createTimeBlock, deleteTimeBlock, getTimeBlock, listAllTimeBlocks, listTimeBlocks } from "./operations.ts";
import { newTimeBlock, timeBlock } from "./schema.ts";

const tag = "Artists";
const blocks = "/v1/artists/:artist_id/time_blocks";
const ofArtist = { artist_id: "artist" } as const;
const params = { artist_id: "artist", block_id: "time_block" } as const;

export const timeBlockRoutes = [
	endpoint.list({
		id: "listTimeBlocks",
		path: blocks,
		tag,
		summary: "List an artist's time blocks",
		scope: "read:artists",
		params: ofArtist,
		query: z.object({
			from: queryInstant.optional().meta({ description: "Only time blocks that end after this time." }),
			to: queryInstant.optional().meta({ description: "Only time blocks that begin before this time." }),
		}),
		answer: timeBlock,
		run: (ctx, { params: { artist_id }, query, page }) => listTimeBlocks(ctx, artist_id, query, page),
	}),
	endpoint.list({
		id: "listAllTimeBlocks",
		path: "/v1/time_blocks",
		tag,
		summary: "List the time blocks of all artists",
		description: "A time block never changes. `GET /v1/deletions` has those that were freed.",
		scope: "read:artists",
		query: z.object({ ...createdQuery, ...syncQuery }),
		answer: timeBlock,
		run: (ctx, { query, page }) => listAllTimeBlocks(ctx, query, page),
	}),
	endpoint.create({
		id: "createTimeBlock",
		path: blocks,
		tag,
		summary: "Block a time of an artist",
		description: "The artist cannot be booked in this time. Appointments that are there already stay.",
		scope: "write:artists",
		params: ofArtist,
		body: newTimeBlock,
		answer: timeBlock,
		errors: ["validation_error"],
		location: ({ artist_id, id }) => `/v1/artists/${artist_id}/time_blocks/${id}`,
		run: (ctx, { params: { artist_id }, body }) => createTimeBlock(ctx, artist_id, body),
	}),
	endpoint.get({
		id: "getTimeBlock",
		path: `${blocks}/:block_id`,
		tag,
		summary: "Get a time block",
		scope: "read:artists",
		params,
		answer: timeBlock,
		run: (ctx, { params: { artist_id, block_id } }) => getTimeBlock(ctx, { id: block_id, artistId: artist_id }),
	}),
	endpoint.change("DELETE", {
		id: "deleteTimeBlock",
		path: `${blocks}/:block_id`,
		tag,
		summary: "Free a blocked time",
		scope: "write:artists",
		params,
		answer: deleted("time_block").meta({ id: "DeletedTimeBlock" }),
		run: (ctx, { params: { artist_id, block_id } }) => deleteTimeBlock(ctx, { id: block_id, artistId: artist_id }),
	}),
];
