import { archiveLead, convertLead, updateLead } from "../../resources/leads/operations.ts";
import { leadPatch } from "../../resources/leads/schema.ts";
import { Area } from "../area.tsx";
import { bodyOf } from "../forms.ts";
import { textOf } from "../typed.ts";
import { path } from "./new-leads.tsx";

/** What can be done with a lead. The overview shows them. */
export const leadPages = new Area("everyone");

const kinds = { id: "lead" } as const;

leadPages.form(`${path}/:id/stage`, kinds, {
	kind: "change",
	decide: (_, typed, { id = "" }) => {
		const body = bodyOf(leadPatch, { stage: textOf(typed, "stage") });
		return (ctx) => updateLead(ctx, id, body);
	},
	onward: (visit, { stage }) => visit.to("/dashboard", { done: stage === "NEW" ? undefined : "stage" }),
});

leadPages.form(`${path}/:id/archive`, kinds, {
	kind: "change",
	decide:
		(_, __, { id = "" }) =>
		(ctx) =>
			archiveLead(ctx, id),
	onward: (visit) => visit.to("/dashboard", { done: "archived" }),
});

leadPages.form(`${path}/:id/convert`, kinds, {
	kind: "create",
	decide:
		(_, __, { id = "" }) =>
		(ctx) =>
			convertLead(ctx, id),
	onward: (visit, { client_id }) => visit.to(`/dashboard/clients/${client_id}`, { done: "converted" }),
});
