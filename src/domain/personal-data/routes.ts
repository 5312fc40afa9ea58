import { endpoint } from "../../platform/http/endpoint/endpoint.ts";
import { eraseClient } from "./erasure/operation.ts";
import { erasure } from "./erasure/schema.ts";
import { exportClientOfApi, scopesOfExport } from "./export.ts";
import { clientExport } from "./schema.ts";

const tag = "Clients";
const params = { client_id: "client" } as const;

export const personalDataRoutes = [
	endpoint.get({
		id: "exportClient",
		path: "/v1/clients/:client_id/export",
		tag,
		summary: "Export a client's own data",
		description: `All that is held about the person, by the client, those merged into the client, and the email. Needs ${scopesOfExport.map((scope) => `\`${scope}\``).join(", ")}.`,
		scope: "read:clients",
		params,
		answer: clientExport,
		errors: ["conflict"],
		run: (ctx, { params: { client_id } }) => exportClientOfApi(ctx, client_id),
	}),
	endpoint.change("POST", {
		id: "eraseClient",
		path: "/v1/clients/:client_id/erase",
		tag,
		summary: "Erase a client",
		description:
			"Deletes the client and everything that names the person. These are records, pictures, and what events, stored answers and logs hold. `kept` says what stays without the person, and a dry run says it beforehand. A repetition gets the same answer.",
		scope: "write:clients",
		params,
		answer: erasure,
		errors: ["conflict"],
		run: (ctx, { params: { client_id } }) => eraseClient(ctx, client_id),
	}),
];
