import { endpoint } from "../../platform/http/endpoint/endpoint.ts";
import { eraseClient } from "./erasure/operation.ts";
import { erasure } from "./erasure/schema.ts";
import { exportClient } from "./export.ts";
import { clientExport } from "./schema.ts";

const tag = "Clients";
const params = { client_id: "client" } as const;

export const personalDataRoutes = [
	endpoint.get({
		id: "exportClient",
		path: "/v1/clients/:client_id/export",
		tag,
		summary: "Export a client's own data",
		description:
			"All that is held about the person. It is found by the client, those merged into the client, and the email.",
		// The document has records of all these.
		scope: [
			"read:clients",
			"read:appointments",
			"read:leads",
			"read:ideas",
			"read:form_submissions",
			"read:events",
			"read:audit_log",
		],
		capPerMinute: 30,
		params,
		answer: clientExport,
		errors: ["conflict"],
		run: (ctx, { params: { client_id } }) => exportClient(ctx, client_id),
	}),
	endpoint.change("POST", {
		id: "eraseClient",
		path: "/v1/clients/:client_id/erase",
		tag,
		summary: "Erase a client",
		description:
			"Deletes the client and everything that names the person. These are records, pictures, and what events, stored answers and logs hold. `kept` says what stays without the person, and a dry run says it beforehand. A repetition gets the same answer. 409 `conflict` while an import or its undo is under way: wait, and repeat it with a new Idempotency-Key.",
		scope: "write:clients",
		capPerMinute: 30,
		params,
		answer: erasure,
		errors: ["conflict"],
		run: (ctx, { params: { client_id } }) => eraseClient(ctx, client_id),
	}),
];
