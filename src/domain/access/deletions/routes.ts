import * as z from "zod";
import { endpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { syncQuery } from "../../../platform/http/fields/fields.ts";
import { scopeOfType } from "../audit-log/record-scopes.ts";
import { listDeletions } from "./operations.ts";
import { deletion } from "./schema.ts";
import { deletedTypes } from "./types.ts";

const types = [
	...Object.entries(scopeOfType).map(([type, scope]) => `\`${type}\` (${scope})`),
	"`picture` (the scope that reads its record)",
].join(", ");

export const deletionRoutes = [
	endpoint.list({
		id: "listDeletions",
		path: "/v1/deletions",
		tag: "Events",
		summary: "List what was deleted",
		description: `Every record that was deleted or merged into another, by itself or with its owner, as long as the audit log is kept. The list leaves out records of types that the credential may not read. The types, each with the scope that it also needs: ${types}. Records that the service forgets because of their age, such as old events, are no deletions.`,
		scope: "read:events",
		query: z.object({
			updated_since: syncQuery.updated_since.meta({ description: "Only records deleted at or after this time." }),
			updated_until: syncQuery.updated_until.meta({ description: "Only records deleted before this time." }),
			sort: syncQuery.sort.meta({
				description:
					"With `updated_at` the list rises by time of deletion. Without it the latest deletion comes first.",
			}),
			type: z.enum(deletedTypes).optional(),
		}),
		answer: deletion,
		run: (ctx, { query, page }) => listDeletions(ctx, query, page),
	}),
];
