import { endpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { auditEntry, auditFilters, getAuditEntry, listAuditEntries } from "./operations.ts";

export const auditLogRoutes = [
	endpoint.list({
		id: "listAuditLog",
		path: "/v1/audit_log",
		tag: "Audit log",
		summary: "List audit entries",
		description:
			"Every change to the tenant's data. An entry tells what changed, who changed it, from which address and in which request.",
		scope: "read:audit_log",
		query: auditFilters,
		answer: auditEntry,
		run: (ctx, { query, page }) => listAuditEntries(ctx, query, page),
	}),
	endpoint.get({
		id: "getAuditEntry",
		path: "/v1/audit_log/:audit_entry_id",
		tag: "Audit log",
		summary: "Get an audit entry with its old values",
		scope: "read:audit_log",
		params: { audit_entry_id: "audit_entry" },
		answer: auditEntry,
		run: (ctx, { params: { audit_entry_id } }) => getAuditEntry(ctx, audit_entry_id),
	}),
];
