import * as z from "zod";
import { rowOutcomes } from "../../platform/db/tables/data/imports.ts";
import { endpoint } from "../../platform/http/endpoint/endpoint.ts";
import { syncQuery } from "../../platform/http/fields/fields.ts";
import { createImport } from "./create-import.ts";
import { cancelImport, getImport, importRowsAsCsv, listImportRows, listImports } from "./operations.ts";
import { importQuery, importRow, importShape } from "./schema.ts";
import { undoImport } from "./undo.ts";

const tag = "Imports";
const params = { import_id: "import" } as const;

export const importRoutes = [
	endpoint.list({
		id: "listImports",
		path: "/v1/imports",
		tag,
		summary: "List imports",
		description: "An import is kept for 30 days after its end.",
		scope: "read:clients",
		query: z.object(syncQuery),
		answer: importShape,
		run: (ctx, { query, page }) => listImports(ctx, query, page),
	}),
	endpoint.uploadRows({
		id: "createImport",
		path: "/v1/imports",
		tag,
		summary: "Import clients from a file",
		description:
			"Each row is a `POST /v1/clients` by you: the same rules, one event, one audit entry. CSV has a header with the names of fields; `address.city` and `metadata.key` name parts. An empty cell leaves its field as it is.",
		scope: "write:clients",
		query: importQuery,
		answer: importShape,
		errors: ["validation_error", "plan_limit_reached"],
		location: ({ id }) => `/v1/imports/${id}`,
		run: (ctx, { query, upload }) => createImport(ctx, upload, query.on_duplicate),
	}),
	endpoint.get({
		id: "getImport",
		path: "/v1/imports/:import_id",
		tag,
		summary: "Get an import",
		scope: "read:clients",
		params,
		answer: importShape,
		run: (ctx, { params: { import_id } }) => getImport(ctx, import_id),
	}),
	endpoint.list({
		id: "listImportRows",
		path: "/v1/imports/:import_id/rows",
		tag,
		summary: "List the rows of an import",
		description:
			"In the order of the file, kept for 30 days. With `Accept: text/csv` the answer is one CSV file of all these rows. Failed rows have their cells in it, so that you can mend the file and send it again.",
		scope: "read:clients",
		params,
		query: z.object({ outcome: z.enum(rowOutcomes).optional().meta({ description: "Only rows with this outcome." }) }),
		answer: importRow,
		csv: (ctx, { params: { import_id }, query }) => importRowsAsCsv(ctx, import_id, query),
		run: (ctx, { params: { import_id }, query, page }) => listImportRows(ctx, import_id, query, page),
	}),
	endpoint.change("POST", {
		id: "cancelImport",
		path: "/v1/imports/:import_id/cancel",
		tag,
		summary: "Cancel an import",
		description: "The rows that are done stay. 409 `conflict` if the import is over.",
		scope: "write:clients",
		params,
		answer: importShape,
		run: (ctx, { params: { import_id } }) => cancelImport(ctx, import_id),
	}),
	endpoint.change("POST", {
		id: "undoImport",
		path: "/v1/imports/:import_id/undo",
		tag,
		summary: "Undo an import",
		description:
			"Within 7 days of its end, deletes the clients that it created and that nobody has changed or used since. More than 25 go in steps until `undone_at` is set. `left` has those that stay. Updates are not undone.",
		scope: "write:clients",
		params,
		answer: importShape,
		run: (ctx, { params: { import_id } }) => undoImport(ctx, import_id),
	}),
];
