import { database, listDatabases } from "../../domain/access/databases/list.ts";
import type { Caller } from "../../platform/context.ts";
import { endpointsFor } from "../../platform/http/endpoint/endpoint.ts";

const operator = endpointsFor<Caller>();

export const databaseRoutes = [
	operator.list({
		id: "adminListDatabases",
		path: "/admin/databases",
		tag: "Operator",
		summary: "List the databases: those that hold the tenants' data, and the control database",
		scope: null,
		answer: database,
		run: (caller, { page }) => listDatabases(caller, page),
	}),
];
