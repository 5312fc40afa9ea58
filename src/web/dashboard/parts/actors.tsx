import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { eachOf } from "../../../platform/db/each-of.ts";
import { apiKeys } from "../../../platform/db/tables/control/api-keys.ts";
import { oauthApps } from "../../../platform/db/tables/control/oauth.ts";
import { users } from "../../../platform/db/tables/control/people.ts";
import type { ActorType } from "../../../platform/db/tables/data/audit-log.ts";
import { together } from "../../../platform/db/together.ts";
import type { Visit } from "../frame/visit.ts";

/** The author of an event, an audit entry or a request. */
export interface Actor {
	type: ActorType;
	id: string | null;
}

/** The names of the actors on a page, by their ids. */
export type Names = ReadonlyMap<string, string>;

/** Reads the names of keys, apps and people, in one call to the control database. */
export async function namesOf({ ctx }: Visit, actors: readonly Actor[]): Promise<Names> {
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

const kinds: Record<ActorType, string> = {
	api_key: "API key",
	oauth_app: "App",
	user: "Person",
	booking_page: "The booking page",
	operator: "The people who run the service",
	system: "The service itself",
};

/** An actor in words. */
export const actorWords = ({ type, id }: Actor, names: Names): string =>
	id === null ? kinds[type] : `${kinds[type]} ${names.get(id) ?? id}`;

export const ActorName = ({ visit, actor, names }: { visit: Visit; actor: Actor; names: Names }) => {
	const { type, id } = actor;
	if (id === null) return <>{kinds[type]}</>;
	const name = names.get(id) ?? id;
	if (type === "api_key")
		return (
			<>
				API key <a href={visit.to(`/dashboard/api_keys/${id}`)}>{name}</a>
			</>
		);
	if (type === "oauth_app")
		return (
			<>
				App <a href={visit.to("/dashboard/connected_apps")}>{name}</a>
			</>
		);
	return <>{name}</>;
};
