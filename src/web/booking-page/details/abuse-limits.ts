import type { Counters } from "../../../platform/gate/counters/counters.ts";
import { atGate } from "../../../platform/gate/gate-client.ts";
import { countersOf, sharedCounters } from "../../../platform/gate/gates.ts";
import { type AppContext, gateRequestOf } from "../../../platform/http/request/app-env.ts";
import { notFound } from "../../../platform/problems/problem.ts";
import type { BookableArtist } from "../bookable-artist.ts";
import { ensureVisitor, networkHashOf, siteHashOf } from "../visitor.ts";

/** In an hour: tries to book from one network address, and bookings of one artist (contract: Booking page 21). */
const bookingsPerAddress = 20;
const bookingsPerArtist = 200;

/** The holds of one artist in an hour that visitors from one network may take (contract: Booking page 6). */
const holdsPerSite = 10;

/** A permitted hold counts. */
export async function takeHoldOfHour(c: AppContext, artistId: string): Promise<boolean> {
	const site = siteHashOf(c);
	const counters = sharedCounters(c.env, "addresses", site);
	return await atGate(gateRequestOf(c), () => counters.takeHourly(`holds:${artistId}:${site}`, holdsPerSite));
}

/** Pictures in an hour: of one visitor, from one site, and for one artist (contract: Booking page 32). */
const picturesPerVisitor = 24;
/** Ten of the largest, or a hundred as the page's script sends them: no site fills what a form may have waiting. */
const pictureMebisPerSite = 150;
const picturesPerSite = 60;
const picturesPerArtist = 600;

/** The seconds to wait before a picture is taken; 0 if this one is. */
export async function countPicture(c: AppContext, { ctx, artist }: BookableArtist): Promise<number> {
	const [site, visitor] = [siteHashOf(c), ensureVisitor(c)];
	const placement = await c.get("databases").placementOf(ctx.tenantId);
	if (!placement) throw notFound("studio");
	// Nothing is written for a site beyond its limit, whatever it calls its visitors.
	const ofSite = await sharedCounters(c.env, "addresses", site).takeAllHourly([
		{ name: `pictures:${site}`, limit: picturesPerSite },
		{ name: `pictures:${visitor}`, limit: picturesPerVisitor },
	]);
	if (ofSite > 0) return ofSite;
	return await countersOf(c.env, placement).takeAllHourly([
		{ name: `pictures:${artist.id}`, limit: picturesPerArtist },
	]);
}

/** The bytes of a picture that will be stored, in the same way. */
export async function countPictureBytes(c: AppContext, bytes: number): Promise<number> {
	const site = siteHashOf(c);
	const count = Math.ceil(bytes / 1024 ** 2);
	const claim = { name: `picture_mebis:${site}`, limit: pictureMebisPerSite, count };
	return await sharedCounters(c.env, "addresses", site).takeAllHourly([claim]);
}

export interface CountedBooking {
	/** Seconds to wait before a booking is allowed; 0 if this one is. */
	waitSeconds: number;
	/** Nothing was booked, so the artist has room for one more. The address keeps its count of tries. */
	giveBack(): Promise<void>;
}

/** The count comes before the booking, so that bookings at once cannot pass a limit. */
export async function countBooking(c: AppContext, { ctx, artist }: BookableArtist): Promise<CountedBooking> {
	const network = networkHashOf(c);
	const placement = await c.get("databases").placementOf(ctx.tenantId);
	if (!placement) throw notFound("studio");
	const ofArtist = { counters: countersOf(c.env, placement), name: `bookings:${artist.id}`, limit: bookingsPerArtist };
	const counts = [
		{ counters: sharedCounters(c.env, "addresses", network), name: `bookings:${network}`, limit: bookingsPerAddress },
		ofArtist,
	];
	// If the object does not take it back, the booking counts for an hour.
	const giveBack = () => ofArtist.counters.giveBackHourly(ofArtist.name).catch(() => {});
	for (const { counters, name, limit } of counts)
		if (!(await counters.takeHourly(name, limit))) return { waitSeconds: await longestWait(counts), giveBack };
	return { waitSeconds: 0, giveBack };
}

/** The wait until all limits allow a booking; at least 1, because a limit may have become free since it refused. */
async function longestWait(
	counts: { counters: DurableObjectStub<Counters>; name: string; limit: number }[],
): Promise<number> {
	const waits = counts.map(({ counters, name, limit }) => counters.hourlyWait(name, limit));
	return Math.max(1, ...(await Promise.all(waits)));
}
