import { and, asc, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Ctx } from "../../../platform/context.ts";
import { eachOf } from "../../../platform/db/each-of.ts";
import { apiKeys } from "../../../platform/db/tables/control/api-keys.ts";
import { oauthApps, oauthGrants } from "../../../platform/db/tables/control/oauth.ts";
import { memberships, users } from "../../../platform/db/tables/control/people.ts";
import type { ActorType } from "../../../platform/db/tables/data/audit-log.ts";
import { together } from "../../../platform/db/together.ts";

export interface Actor {
	type: ActorType;
	id: string | null;
}

/** The names of the actors on a page, by their ids. */
export type Names = ReadonlyMap<string, string>;

export async function namesOfActors(ctx: Ctx, actors: readonly Actor[]): Promise<Names> {
	const of = (type: ActorType) => [...new Set(actors.filter((one) => one.type === type).flatMap(({ id }) => id ?? []))];
	const { control, tenantId } = ctx;
	const [keys, apps, people] = [of("api_key"), of("oauth_app"), of("user")];
	const found = await together(
		{ control },
		({ control }) =>
			keys.length > 0
				? control
						.select({ id: apiKeys.id, name: apiKeys.name })
						.from(apiKeys)
						.where(and(eq(apiKeys.tenantId, tenantId), among(apiKeys.id, keys)))
				: [],
		({ control }) =>
			apps.length > 0
				? control.select({ id: oauthApps.id, name: oauthApps.name }).from(oauthApps).where(among(oauthApps.id, apps))
				: [],
		({ control }) =>
			people.length > 0
				? control.select({ id: users.id, name: users.email }).from(users).where(among(users.id, people))
				: [],
	);
	return new Map(found.flat().map(({ id, name }) => [id, name]));
}

const among = (column: SQLiteColumn, ids: string[]): SQL => sql`${column} IN ${eachOf(ids)}`;

const maxKnown = 100;

interface Known {
	id: string;
	name: string;
}

export async function knownActors({ control, tenantId }: Ctx): Promise<{ people: Known[]; keys: Known[] }> {
	const [people, keys] = await together(
		{ control },
		({ control }) =>
			control
				.select({ id: users.id, name: users.email })
				.from(memberships)
				.innerJoin(users, eq(users.id, memberships.userId))
				.where(eq(memberships.tenantId, tenantId))
				.orderBy(asc(users.email))
				.limit(maxKnown),
		({ control }) => newestKeys(control, tenantId),
	);
	return { people, keys };
}

/** The newest keys and the connected apps of the studio. */
export async function knownCredentials({ control, tenantId }: Ctx): Promise<Known[]> {
	const [keys, apps] = await together(
		{ control },
		({ control }) => newestKeys(control, tenantId),
		({ control }) =>
			control
				.select({ id: oauthApps.id, name: oauthApps.name })
				.from(oauthGrants)
				.innerJoin(oauthApps, eq(oauthApps.id, oauthGrants.appId))
				.where(and(eq(oauthGrants.tenantId, tenantId), isNull(oauthGrants.revokedAt)))
				.limit(maxKnown),
	);
	return [...new Map([...keys, ...apps].map((one) => [one.id, one])).values()];
}

const newestKeys = async (control: Ctx["control"], tenantId: string): Promise<Known[]> =>
	await control
		.select({ id: apiKeys.id, name: apiKeys.name })
		.from(apiKeys)
		.where(eq(apiKeys.tenantId, tenantId))
		.orderBy(desc(apiKeys.id))
		.limit(maxKnown);
