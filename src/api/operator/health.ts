import type { OperatorCaller } from "../../domain/access/databases/operator-caller.ts";
import { readHealth } from "../../domain/access/health/operations.ts";
import { health } from "../../domain/access/health/schema.ts";
import { endpointsFor } from "../../platform/http/endpoint/endpoint.ts";

const operator = endpointsFor<OperatorCaller>();

export const healthRoutes = [
	operator.get({
		id: "adminGetHealth",
		path: "/admin/health",
		tag: "Operator",
		summary: "Get the health of the service",
		scope: null,
		answer: health,
		run: (caller) => readHealth(caller),
	}),
];
