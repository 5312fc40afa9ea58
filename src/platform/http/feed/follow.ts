import type { ApiCtx } from "../../context.ts";
import type { Databases } from "../../db/databases.ts";
import { admit } from "../../gate/admit.ts";
import type { Credential } from "../../gate/credentials/credentials.ts";
import type { Newsroom } from "../../gate/listener.ts";
import type { Written } from "../../gate/object/gate.ts";
import type { Wait } from "../../gate/object/waiting-sockets.ts";
import { notFound } from "../../problems/problem.ts";
import type { ReadEndpoint } from "../endpoint/endpoint.ts";
import { apiCallerOf } from "../request/api-caller.ts";
import { type AppContext, note, visitorOf } from "../request/app-env.ts";
import { send } from "../request/respond.ts";
import type { Feed, FeedPage, FeedRequest } from "./feed.ts";

interface Begun {
	request: FeedRequest<ApiCtx>;
	ctx: ApiCtx;
	page: FeedPage;
}

/**
 * The handler of the feed. The call to the gate that admits a request also opens the socket on which the gate tells of
 * events, and the first read runs beside it. Nothing is missed between the two: the gate tells at once what it heard
 * last, and this reads again when it has not seen that.
 */
export async function follow(c: AppContext, endpoint: ReadEndpoint, feed: Feed<ApiCtx>): Promise<Response> {
	const wait = feed.waitOf(c);
	let admitted = await enter(c, endpoint, feed, { wait });
	const { request } = admitted.begun;
	const until = Date.now() + request.waitMs;
	for (;;) {
		const { begun, news } = admitted;
		try {
			const page = await somethingIn(begun, news, until, c.get("databases"));
			if (page !== "ask again") return send(request.answer(page));
		} finally {
			news?.close();
		}
		const left = { types: wait?.types ?? null, ms: until - Date.now() };
		admitted = await enter(c, endpoint, feed, { wait: left, again: true, after: begun.page.next });
	}
}

async function enter(
	c: AppContext,
	endpoint: ReadEndpoint,
	feed: Feed<ApiCtx>,
	{ after, ...wish }: { wait: Wait | null; again?: true; after?: number },
): Promise<{ begun: Begun; news: Newsroom | null }> {
	const begin = async (credential: Credential, written: Written | null): Promise<Begun> => {
		const request = await feed.receive(c);
		const ctx = apiCallerOf(c, credential, written);
		return { request, ctx, page: await request.read(ctx, after ?? request.after) };
	};
	const { credential, begun, written, news } = await admit(visitorOf(c), endpoint, { begin, ...wish });
	note(c, { admitted: true });
	try {
		return { begun: await (begun ?? begin(credential, written)), news };
	} catch (error) {
		news?.close();
		throw error;
	}
}

/** The page, or the first one within the time in which there is something. */
async function somethingIn(
	{ page: first, request, ctx }: Begun,
	news: Newsroom | null,
	until: number,
	databases: Databases,
): Promise<FeedPage | "ask again"> {
	let page = first;
	for (;;) {
		const left = until - Date.now();
		if (page.rows.length > 0 || left <= 0) return page;
		const heard = news ? await news.after(page.next, left) : "lost";
		if (heard === null) return page;
		if (heard === "ask again") return heard;
		if (heard === "lost") {
			await scheduler.wait(until - Date.now());
			return await request.read(await callerWhereItIs(ctx, databases), page.next);
		}
		// The tenant may have moved since the wait began. Who committed knows where its data is.
		databases.know({ ...ctx.credential.tenant, database: heard.database });
		databases.readSince(heard.database, heard.bookmark);
		page = await request.read({ ...ctx, db: databases.data(heard.database).db }, page.next);
	}
}

/** Nobody told anything, so nobody told whether the tenant has moved either. */
async function callerWhereItIs(ctx: ApiCtx, databases: Databases): Promise<ApiCtx> {
	databases.forget(ctx.tenantId);
	const placement = await databases.placementOf(ctx.tenantId);
	if (!placement) throw notFound("tenant");
	databases.readSince(placement.database, null);
	return { ...ctx, db: databases.data(placement.database).db };
}
