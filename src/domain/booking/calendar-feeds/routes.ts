import { endpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { deleteCalendarFeed, getCalendarFeed, setCalendarFeed } from "./operations.ts";
import { calendarFeed, calendarFeedWithUrl, deletedCalendarFeed, newCalendarFeed } from "./schema.ts";

const ofArtist = {
	path: "/v1/artists/:artist_id/calendar_feed",
	params: { artist_id: "artist" },
	tag: "Artists",
} as const;
const ofShop = { path: "/v1/shops/:shop_id/calendar_feed", params: { shop_id: "shop" }, tag: "Shops" } as const;

const told = {
	get: "Tells what it shows and when it was last read. Its address is not shown.",
	set: "Answers a new secret address for calendar programs, and an earlier one ends. The address needs no credential.",
	remove: "Its address is 404 at once.",
};

/** A shop's calendar has the appointments and time blocks of all its artists. */
export const calendarFeedRoutes = [
	endpoint.get({
		...ofArtist,
		id: "getArtistCalendarFeed",
		summary: "Get an artist's calendar feed",
		description: told.get,
		scope: "read:artists",
		answer: calendarFeed,
		run: (ctx, { params: { artist_id: id } }) => getCalendarFeed(ctx, { kind: "artist", id }),
	}),
	endpoint.change("PUT", {
		...ofArtist,
		id: "setArtistCalendarFeed",
		summary: "Make an artist's calendar feed",
		description: told.set,
		scope: "write:artists",
		secretAnswer: "url",
		body: newCalendarFeed,
		bodyOptional: true,
		answer: calendarFeedWithUrl,
		run: (ctx, { params: { artist_id: id }, body }) => setCalendarFeed(ctx, { kind: "artist", id }, body),
	}),
	endpoint.change("DELETE", {
		...ofArtist,
		id: "deleteArtistCalendarFeed",
		summary: "End an artist's calendar feed",
		description: told.remove,
		scope: "write:artists",
		answer: deletedCalendarFeed("artist", "DeletedArtistCalendarFeed"),
		run: (ctx, { params: { artist_id: id } }) => deleteCalendarFeed(ctx, { kind: "artist", id }),
	}),
	endpoint.get({
		...ofShop,
		id: "getShopCalendarFeed",
		summary: "Get a shop's calendar feed",
		description: told.get,
		scope: "read:shops",
		answer: calendarFeed,
		run: (ctx, { params: { shop_id: id } }) => getCalendarFeed(ctx, { kind: "shop", id }),
	}),
	endpoint.change("PUT", {
		...ofShop,
		id: "setShopCalendarFeed",
		summary: "Make a shop's calendar feed",
		description: told.set,
		scope: "write:shops",
		secretAnswer: "url",
		body: newCalendarFeed,
		bodyOptional: true,
		answer: calendarFeedWithUrl,
		run: (ctx, { params: { shop_id: id }, body }) => setCalendarFeed(ctx, { kind: "shop", id }, body),
	}),
	endpoint.change("DELETE", {
		...ofShop,
		id: "deleteShopCalendarFeed",
		summary: "End a shop's calendar feed",
		description: told.remove,
		scope: "write:shops",
		answer: deletedCalendarFeed("shop", "DeletedShopCalendarFeed"),
		run: (ctx, { params: { shop_id: id } }) => deleteCalendarFeed(ctx, { kind: "shop", id }),
	}),
];
