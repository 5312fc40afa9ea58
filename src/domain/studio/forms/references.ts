import { and, eq, inArray, sql } from "drizzle-orm";
import { type Referrers, referrersIn } from "../../../platform/commit/referrers.ts";
import type { Write } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { eachOf } from "../../../platform/db/each-of.ts";
import { eventTypes } from "../../../platform/db/tables/data/event-types.ts";
import { formSubmissions, forms } from "../../../platform/db/tables/data/forms.ts";
import { fieldProblems } from "../../../platform/problems/problem.ts";

/** Unknown ids and ids of other tenants get the same error, and one error lists all of them. */
export async function checkForms(
	{ db, tenantId }: Pick<Ctx, "db" | "tenantId">,
	references: Record<string, string | null | undefined>,
): Promise<void> {
	const given = Object.entries(references).flatMap(([field, id]) => (typeof id === "string" ? [{ field, id }] : []));
	if (given.length === 0) return;
	const ids = given.map(({ id }) => id);
	const found = await db
		.select({ id: forms.id })
		.from(forms)
		.where(and(eq(forms.tenantId, tenantId), inArray(forms.id, eachOf(ids))));
	const known = new Set(found.map(({ id }) => id));
	const unknown = given.filter(({ id }) => !known.has(id));
	if (unknown.length > 0)
		throw fieldProblems(unknown.map(({ field }) => ({ location: "body", path: field, message: "names no form" })));
}

export const whileFormsExist = (tenantId: string, references: Record<string, unknown>, write: Write): Write => {
	const ids = [...new Set(Object.values(references).filter((id) => typeof id === "string"))];
	if (ids.length === 0) return write;
	const count = sql`SELECT count(*) FROM ${forms} WHERE tenant_id = ${tenantId}
		AND id IN ${eachOf(ids)}`;
	return { write, condition: sql`(${count}) = ${ids.length}`, reason: "stale_write" };
};

export const referrersOfForm = (form: { tenantId: string; id: string }): Referrers[] => [
	referrersIn("form_submission", formSubmissions, formSubmissions.formId, form),
	{
		object: "event_type",
		table: eventTypes,
		where: sql`tenant_id = ${form.tenantId} AND ${form.id} IN (details ->> 'intake_form_id', details ->> 'consent_form_id')`,
	},
];
