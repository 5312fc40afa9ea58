import { endpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { auditEntry, auditFilters, listAuditEntries } from "./operations.ts";

export const auditLogRoutes = [
	endpoint.list({
		id: "listAuditLog",
		path: "/v1/audit_log",
		tag: "Audit log",
		summary: "List audit entries",
		description:
			"Every change to the tenant's data: what changed, who changed it, from which address and in which request.",
		scope: "read:audit_log",
		query: auditFilters,
		answer: auditEntry,
		run: (ctx, { query, page }) => listAuditEntries(ctx, query, page),
	}),
];
