import { getTenant, updateTenant } from "../../../domain/access/tenants/operations.ts";
import { studioSettings } from "../../../domain/access/tenants/schema.ts";
import { parseBody } from "../forms/execute-form.ts";
import { textOf } from "../forms/form-values.ts";
import { Area } from "../frame/area.ts";
import { path, StudioSettings } from "./page.tsx";

export const studioPages = new Area("owner");

studioPages.form(
	path,
	{},
	{
		kind: "change",
		show: async (visit, _, again) => {
			const tenant = await getTenant(visit.ctx, visit.studio.id);
			const { name, email, timezone } = tenant;
			const of = again ?? { values: { name: [name], email: [email], timezone: [timezone] } };
			return { title: "Studio settings", body: <StudioSettings visit={visit} tenant={tenant} of={of} /> };
		},
		operation: (visit, values) => {
			const [name, email, timezone] = ["name", "email", "timezone"].map((field) => textOf(values, field));
			const body = parseBody(studioSettings, { name, email, timezone });
			return (ctx) => updateTenant(ctx, visit.studio.id, body);
		},
		afterSubmit: (visit) => visit.to(path, { done: "changed" }),
	},
);
