import { z } from "zod";
import type { Caller } from "../../../platform/context.ts";
import { regions } from "../../../platform/db/tables/control/tenants.ts";
import type { PageRequest } from "../../../platform/http/endpoint/page.ts";
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
	})
	.meta({ id: "Database" });

const toDatabase = ({ id, region, awaySince, sizeBytes, tenants }: KnownDatabase): z.output<typeof database> => ({
	object: "database",
	id,
	region,
	status: awaySince !== null ? "AWAY" : sizeBytes >= fullBytes ? "FULL" : "ACTIVE",
	tenants,
	size_bytes: sizeBytes,
});

export async function listDatabases(
	caller: Caller,
	{ after, take }: PageRequest,
): Promise<z.output<typeof database>[]> {
	const [ofData, control] = await Promise.all([knownDatabases(caller), knownControl(caller)]);
	const known = [...ofData, control];
	const begin = after === undefined ? 0 : known.findIndex(({ id }) => id === after) + 1;
	return known.slice(begin, begin + take).map(toDatabase);
}
