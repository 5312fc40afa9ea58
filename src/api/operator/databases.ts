import * as z from "zod";
import { database, listDatabases } from "../../domain/access/databases/list.ts";
import type { Caller } from "../../platform/context.ts";
import { endpointsFor } from "../../platform/http/endpoint/endpoint.ts";
import { syncQuery } from "../../platform/http/fields/fields.ts";

const operator = endpointsFor<Caller>();

export const databaseRoutes = [
	operator.list({
		id: "adminListDatabases",
		path: "/admin/databases",
		tag: "Operator",
		summary: "List the databases: those that hold the tenants' data, and the control database",
		scope: null,
		query: z.object({ ...syncQuery }),
		answer: database,
		run: (caller, { query, page }) => listDatabases(caller, query, page),
	}),
];
