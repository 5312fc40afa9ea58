import { z } from "zod";
import { fullBytes } from "../../domain/access/databases/choose.ts";
import { type KnownDatabase, knownDatabases } from "../../domain/access/databases/known.ts";
import type { Caller } from "../../platform/context.ts";
import { regions } from "../../platform/db/tables/control/tenants.ts";
import { endpointsFor } from "../../platform/http/endpoint/endpoint.ts";
import type { PageRequest } from "../../platform/http/endpoint/page.ts";

const operator = endpointsFor<Caller>();

const database = z
	.object({
		object: z.literal("database"),
		id: z.string().meta({ description: "The name of its binding.", example: "DATA_1" }),
		region: z.enum(regions),
		status: z
			.enum(["ACTIVE", "FULL", "AWAY"])
			.meta({ description: "FULL: it gets no more tenants. AWAY: the scheduled work does not reach it." }),
		tenants: z.int(),
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

async function listDatabases(caller: Caller, { after, take }: PageRequest): Promise<z.output<typeof database>[]> {
	const known = await knownDatabases(caller);
	const begin = after === undefined ? 0 : known.findIndex(({ id }) => id === after) + 1;
	return known.slice(begin, begin + take).map(toDatabase);
}

export const databaseRoutes = [
	operator.list({
		id: "adminListDatabases",
		path: "/admin/databases",
		tag: "Operator",
		summary: "List the databases that hold the tenants' data",
		scope: null,
		answer: database,
		run: (caller, { page }) => listDatabases(caller, page),
	}),
];
