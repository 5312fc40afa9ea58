import { and, eq, inArray } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { forms } from "../../db/tables/tenant/forms.ts";
import { fieldProblems } from "../../problems.ts";

/** A body's fields that name forms: unknown and foreign ids are told the same, all of them at once. */
export async function checkForms(
	{ db, tenantId }: Pick<Ctx, "db" | "tenantId">,
	named: Record<string, string | null | undefined>,
): Promise<void> {
	const given = Object.entries(named).flatMap(([field, id]) => (typeof id === "string" ? [{ field, id }] : []));
	if (given.length === 0) return;
	const ids = given.map(({ id }) => id);
	const found = await db
		.select({ id: forms.id })
		.from(forms)
		.where(and(eq(forms.tenantId, tenantId), inArray(forms.id, ids)));
	const known = new Set(found.map(({ id }) => id));
	const wrong = given.filter(({ id }) => !known.has(id));
	if (wrong.length > 0)
		throw fieldProblems(wrong.map(({ field }) => ({ location: "body", path: field, message: "names no form" })));
}
