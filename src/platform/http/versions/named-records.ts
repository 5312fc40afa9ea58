import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { together } from "../../db/together.ts";
import { kindOfId } from "../../lib/ids.ts";
import { hasVersion, isVersioned, readVersion, type VersionSource, versionSourceIn } from "./changed-record.ts";

export type Versions = Record<string, number>;

/** A request that names more records is about a list of them, and only the first ones count. */
const maxNamed = 50;

/** The ids of all records with versions that the path and the body of a change name. */
export function namedRecords(...values: unknown[]): string[] {
	const ids = new Set<string>();
	const look = (value: unknown): void => {
		if (ids.size >= maxNamed) return;
		if (typeof value === "string") {
			if (isVersioned(kindOfId(value))) ids.add(value);
		} else if (typeof value === "object" && value !== null) {
			for (const inner of Object.values(value)) look(inner);
		}
	};
	look(values);
	return [...ids];
}

/** The present versions. A record that does not exist has none. */
export async function versionsOf(ctx: Ctx, ids: string[]): Promise<Versions> {
	const found = await together(
		ctx,
		...ids.map((id) => async (ctx: Ctx) => [id, await readVersion(sourceOf(ctx, id))] as const),
	);
	return Object.fromEntries(found.filter((one): one is [string, number] => one[1] !== undefined));
}

/** Each record takes up to seven of the hundred parameters that a statement of D1 may have. */
const perCondition = 10;

export function areUnchanged(ctx: Ctx, versions: Versions): SQL[] {
	const conditions = Object.entries(versions).map(([id, version]) => hasVersion(sourceOf(ctx, id), [version]));
	return Array.from({ length: Math.ceil(conditions.length / perCondition) }, (_, n) =>
		sql.join(conditions.slice(n * perCondition, (n + 1) * perCondition), sql` AND `),
	);
}

function sourceOf(ctx: Ctx, id: string): VersionSource {
	const kind = kindOfId(id);
	if (!isVersioned(kind)) throw new Error(`Records of the kind of ${id} have no versions.`);
	return versionSourceIn(ctx, kind, id);
}
