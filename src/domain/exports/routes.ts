import * as z from "zod";
import { readScopes } from "../../platform/gate/scopes.ts";
import { endpoint } from "../../platform/http/endpoint/endpoint.ts";
import { syncQuery } from "../../platform/http/fields/fields.ts";
import { cancelExport, createExport, getExport, listExports } from "./operations.ts";
import { exportShape } from "./schema.ts";

const tag = "Exports";
const params = { export_id: "export" } as const;
const scope = readScopes;

export const exportRoutes = [
	endpoint.list({
		id: "listExports",
		path: "/v1/exports",
		tag,
		summary: "List exports",
		description: "An export is kept for 30 days after its end.",
		scope,
		query: z.object(syncQuery),
		answer: exportShape,
		run: (ctx, { query, page }) => listExports(ctx, query, page),
	}),
	endpoint.begin("POST", {
		id: "createExport",
		path: "/v1/exports",
		tag,
		summary: "Export the studio",
		description:
			"Makes a ZIP of all that the studio has. It holds a file for each resource, tables of clients and appointments, pictures, and a `manifest.json`. 409 `conflict` while another one is under way.",
		scope,
		answer: exportShape,
		location: ({ id }) => `/v1/exports/${id}`,
		run: (ctx) => createExport(ctx),
	}),
	endpoint.get({
		id: "getExport",
		path: "/v1/exports/:export_id",
		tag,
		summary: "Get an export",
		scope,
		params,
		answer: exportShape,
		run: (ctx, { params: { export_id } }) => getExport(ctx, export_id),
	}),
	endpoint.change("POST", {
		id: "cancelExport",
		path: "/v1/exports/:export_id/cancel",
		tag,
		summary: "Cancel an export",
		description: "409 `conflict` if it is over.",
		scope,
		params,
		answer: exportShape,
		run: (ctx, { params: { export_id } }) => cancelExport(ctx, export_id),
	}),
];
