import * as z from "zod";
import type { Caller } from "../../../platform/context.ts";
import type { UpdatedFilters } from "../../../platform/db/lists/time-range.ts";
import { regions } from "../../../platform/db/tables/control/tenants.ts";
import { together } from "../../../platform/db/together.ts";
import type { PageRequest } from "../../../platform/http/endpoint/page.ts";
import { time } from "../../../platform/http/fields/fields.ts";
import { timestamp } from "../../../platform/lib/time.ts";
import { fullBytes } from "./choose.ts";
import { type KnownDatabase, knownControl, knownDatabases } from "./known.ts";

export const database = z
	.object({
		object: z.literal("database"),
		id: z.string().meta({ description: "The name of its binding.", example: "DATA_1" }),
		region: z.enum(regions),
		status: z.enum(["ACTIVE", "FULL", "AWAY"]).meta({
			description: "FULL: 8 GiB or more, and it gets no more tenants. AWAY: the scheduled work does not reach it.",
		}),
		tenants: z
			.int()
			.meta({ description: "The tenants whose data lies there. In the control database lies that of none." }),
		size_bytes: z.int().meta({ description: "As the platform told it within the last minute." }),
		created_at: time.meta({ description: "When the service first knew it." }),
		updated_at: time.meta({ description: "When one of the values before last changed." }),
	})
	.meta({ id: "Database" });

const toDatabase = ({
	id,
	region,
	awaySince,
	sizeBytes,
	tenants,
	createdAt,
	updatedAt,
}: KnownDatabase): z.output<typeof database> => ({
	object: "database",
	id,
	region,
	status: awaySince !== null ? "AWAY" : sizeBytes >= fullBytes ? "FULL" : "ACTIVE",
	tenants,
	size_bytes: sizeBytes,
	created_at: timestamp(createdAt),
	updated_at: timestamp(updatedAt),
});

type Changed = Pick<KnownDatabase, "updatedAt" | "id">;

const inOrderOfChanges = (a: Changed, b: Changed): number =>
	a.updatedAt - b.updatedAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** The place after the last database of the page before. */
function beginOf(known: KnownDatabase[], { after: id, byChange }: PageRequest): number {
	if (id === undefined) return 0;
	if (!byChange) return known.findIndex((one) => one.id === id) + 1;
	const last = { updatedAt: byChange.at ?? 0, id };
	return known.filter((one) => inOrderOfChanges(one, last) <= 0).length;
}

/** There are few databases, so each page reads all of them. */
export async function listDatabases(
	caller: Caller,
	{ updated_since = 0, updated_until = Number.POSITIVE_INFINITY }: UpdatedFilters,
	page: PageRequest,
): Promise<z.output<typeof database>[]> {
	const [ofData, control] = await together(
		caller,
		(caller) => knownDatabases(caller),
		(caller) => knownControl(caller),
	);
	const known = [...ofData, control].filter(({ updatedAt }) => updatedAt >= updated_since && updatedAt < updated_until);
	if (page.byChange) known.sort(inOrderOfChanges);
	const begin = beginOf(known, page);
	return known.slice(begin, begin + page.take).map(toDatabase);
}
