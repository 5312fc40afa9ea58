import { endpointsFor } from "../../http/endpoint.ts";
import { type OperatorCaller, readHealth } from "./operations.ts";
import { health } from "./schema.ts";

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
