import type { ApiCtx } from "../../context.ts";
import type { Databases } from "../../db/databases.ts";
import { admit } from "../../gate/admit.ts";
import type { Credential } from "../../gate/credentials/credentials.ts";
import type { Listener } from "../../gate/listener.ts";
import type { LastWrite } from "../../gate/object/gate.ts";
import type { EventWait } from "../../gate/object/waiting-sockets.ts";
import { notFound } from "../../problems/problem.ts";
import type { ReadEndpoint } from "../endpoint/endpoint.ts";
import { apiCallerOf } from "../request/api-caller.ts";
import { type AppContext, admittedBefore, gateRequestOf, note } from "../request/app-env.ts";
import { send } from "../request/respond.ts";
import type { Feed, FeedPage, FeedRequest } from "./feed.ts";

interface FirstRead {
	request: FeedRequest<ApiCtx>;
	ctx: ApiCtx;
	after: number;
	page: FeedPage;
}

/**
 * The handler of the feed. The call to the gate that admits a request also opens the socket on which the gate tells of
 * events, and the first read runs beside it. No event is missed between the two: the gate repeats its last
 * notification at once, and if that event was not read yet, this reads again.
 */
export async function follow(c: AppContext, endpoint: ReadEndpoint, feed: Feed<ApiCtx>): Promise<Response> {
	const wait = feed.waitOf(c);
	let admitted = await admitAndRead(c, endpoint, feed, { wait, ...admittedBefore(c) });
	const { request } = admitted.begun;
	const deadline = Date.now() + request.waitMs;
	for (;;) {
		const { begun, listener } = admitted;
		try {
			const page = await firstNonEmptyPage(begun, listener, deadline, c.get("databases"));
			if (page !== "ask again") return send(request.answer(page));
		} finally {
			listener?.close();
		}
		const remainingWait = { types: wait?.types ?? null, ms: deadline - Date.now() };
		admitted = await admitAndRead(c, endpoint, feed, {
			wait: remainingWait,
			again: true,
			after: begun.page.nextSequence,
		});
	}
}

async function admitAndRead(
	c: AppContext,
	endpoint: ReadEndpoint,
	feed: Feed<ApiCtx>,
	{ after, ...options }: { wait: EventWait | null; again?: true; after?: number },
): Promise<{ begun: FirstRead; listener: Listener | null }> {
	const begin = async (credential: Credential, lastWrite: LastWrite | null): Promise<FirstRead> => {
		const request = feed.prepare(c);
		const ctx = apiCallerOf(c, credential, lastWrite);
		const from = after ?? request.after;
		return { request, ctx, after: from, page: await request.read(ctx, from) };
	};
	const { credential, begun, lastWrite, listener } = await admit(gateRequestOf(c), endpoint, { begin, ...options });
	note(c, { admitted: true });
	try {
		return { begun: await withinRecords(await (begun ?? begin(credential, lastWrite)), c.get("databases")), listener };
	} catch (error) {
		listener?.close();
		throw error;
	}
}

/** A caller who has later records than this database is refused only where the latest are (contract: Feed 11). */
async function withinRecords(begun: FirstRead, databases: Databases): Promise<FirstRead> {
	if (!begun.page.beyondLast) return begun;
	const ctx = await callerAtLatest(begun.ctx, databases);
	const page = await begun.request.read(ctx, begun.after);
	if (page.beyondLast) throw page.beyondLast;
	return { ...begun, ctx, page };
}

/** The first page that has records; an empty page when the time is over. */
async function firstNonEmptyPage(
	{ page: first, request, ctx }: FirstRead,
	listener: Listener | null,
	deadline: number,
	databases: Databases,
): Promise<FeedPage | "ask again"> {
	let page = first;
	for (;;) {
		const remainingMs = deadline - Date.now();
		if (page.rows.length > 0 || remainingMs <= 0) return page;
		const notice = listener ? await listener.next(page.nextSequence, remainingMs) : "lost";
		if (notice === null) return page;
		if (notice === "ask again") return notice;
		if (notice === "lost") {
			await scheduler.wait(deadline - Date.now());
			return await request.read(await callerAtLatest(ctx, databases), page.nextSequence);
		}
		// The tenant may have moved since the wait began. The notification names the database of the commit.
		databases.addPlacement({ ...ctx.credential.tenant, database: notice.database });
		databases.readSince(notice.database, notice.bookmark);
		page = await request.read({ ...ctx, db: databases.data(notice.database).db }, page.nextSequence);
	}
}

/** Reads the primary of the database in which the tenant is now. Without a notification, the tenant may have moved. */
async function callerAtLatest(ctx: ApiCtx, databases: Databases): Promise<ApiCtx> {
	databases.forgetPlacement(ctx.tenantId);
	const placement = await databases.placementOf(ctx.tenantId);
	if (!placement) throw notFound("tenant");
	databases.readSince(placement.database, null);
	return { ...ctx, db: databases.data(placement.database).db };
}
