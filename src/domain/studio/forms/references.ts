import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { freedBytesOf, type Write } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { eventTypes } from "../../../platform/db/tables/data/event-types.ts";
import { forms } from "../../../platform/db/tables/data/forms.ts";
import { fieldProblems } from "../../../platform/problems/problem.ts";

/**
 * Checks the body fields that name forms. Unknown ids and ids of other tenants get the same error, and one error lists
 * all of them.
 */
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
		.where(and(eq(forms.tenantId, tenantId), inArray(forms.id, ids)));
	const known = new Set(found.map(({ id }) => id));
	const unknown = given.filter(({ id }) => !known.has(id));
	if (unknown.length > 0)
		throw fieldProblems(unknown.map(({ field }) => ({ location: "body", path: field, message: "names no form" })));
}

/** Writes an event type only if the forms that it names are still there. */
export const whileFormsExist = (tenantId: string, references: Record<string, unknown>, write: Write): Write => {
	const ids = [...new Set(Object.values(references).filter((id) => typeof id === "string"))];
	if (ids.length === 0) return write;
	const count = sql`SELECT count(*) FROM ${forms} WHERE tenant_id = ${tenantId}
		AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
	return { write, condition: sql`(${count}) = ${ids.length}`, reason: "stale_write" };
};

const namesForm = (tenantId: string, id: string): SQL =>
	sql`tenant_id = ${tenantId} AND ${id} IN (details ->> 'intake_form_id', details ->> 'consent_form_id')`;

export async function isFormReferenced({ db, tenantId }: Pick<Ctx, "db" | "tenantId">, id: string): Promise<boolean> {
	const found = await db.select({ id: eventTypes.id }).from(eventTypes).where(namesForm(tenantId, id)).limit(1);
	return found.length > 0;
}

/** Removes a form only if no event type names it. */
export const whileNotReferenced = (tenantId: string, id: string, write: Write): Write => ({
	write,
	condition: sql`NOT EXISTS (SELECT 1 FROM ${eventTypes} WHERE ${namesForm(tenantId, id)})`,
	reason: "stale_write",
	freedBytes: freedBytesOf(write),
});
