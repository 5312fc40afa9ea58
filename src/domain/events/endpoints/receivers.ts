import { inArray, sql } from "drizzle-orm";
import type { ApiCtx, Ctx } from "../../../platform/context.ts";
import { eachOf } from "../../../platform/db/each-of.ts";
import { oauthApps } from "../../../platform/db/tables/control/oauth.ts";
import { webhookEndpoints } from "../../../platform/db/tables/data/webhooks.ts";
import { together } from "../../../platform/db/together.ts";
import type { EventDraft } from "../../../platform/events/event-draft.ts";
import { matchedProperties, matchesEndpoint } from "../../../platform/events/matching.ts";

/** A program that an event would reach. */
export interface Receiver {
	event: string;
	/** The name of the app, or the host of the endpoint; null if the caller may not read endpoints. */
	name: string | null;
	isApp: boolean;
	/** The studio's own words for the endpoint. */
	description: string | null;
}

/** A tenant has fewer endpoints and hooks than this. */
const mostOfEvent = 200;
/** Events of one change that an endpoint's filter tells apart. Those beyond are of the same types. */
const mostLookedAt = 50;

/** Each endpoint is named once for a type. */
export async function receiversOf(ctx: ApiCtx, drafts: readonly EventDraft[]): Promise<Receiver[]> {
	const alike = Map.groupBy(drafts, ({ type, data }) => JSON.stringify([type, matchedProperties(data)]));
	const looked = [...alike.values()].slice(0, mostLookedAt).flatMap(([first]) => first ?? []);
	const all = (await together(ctx, ...looked.map((draft) => (ctx: ApiCtx) => endpointsFor(ctx, draft)))).flat();
	const found = [...new Map(all.map((one) => [`${one.event} ${one.id}`, one])).values()];
	if (!ctx.credential.scopes.includes("read:webhook_endpoints"))
		return found.map(({ event }) => ({ event, name: null, isApp: false, description: null }));
	const appIds = [
		...new Set(
			found.flatMap(({ creatorType, creatorId }) => (creatorType === "oauth_app" && creatorId ? [creatorId] : [])),
		),
	];
	const apps =
		appIds.length === 0
			? []
			: await ctx.control
					.select({ id: oauthApps.id, name: oauthApps.name })
					.from(oauthApps)
					.where(inArray(oauthApps.id, eachOf(appIds)));
	const names = new Map(apps.map(({ id, name }) => [id, name]));
	return found.map(({ event, host, description, creatorId }) => {
		const name = creatorId === null ? undefined : names.get(creatorId);
		return { event, name: name ?? host, isApp: name !== undefined, description };
	});
}

async function endpointsFor({ db, tenantId, actor }: Ctx, { type, data }: EventDraft) {
	const properties = matchedProperties(data);
	const isMatched = matchesEndpoint({
		type: sql`${type}`,
		actorType: sql`${actor.type}`,
		actorId: sql`${actor.id}`,
		property: (key) => sql`${properties[key]}`,
	});
	const rows = await db
		.select({
			id: sql<string>`e.id`,
			host: sql<string>`e.host`,
			description: sql<string | null>`e.description`,
			creatorType: sql<string | null>`e.creator_type`,
			creatorId: sql<string | null>`e.creator_id`,
		})
		.from(sql`${webhookEndpoints} e`)
		.where(sql`e.tenant_id = ${tenantId} AND e.status = 'ACTIVE' AND e.deleted_at IS NULL AND ${isMatched}`)
		.limit(mostOfEvent);
	return rows.map((row) => ({ event: type, ...row }));
}
