import { and, eq, inArray, sql } from "drizzle-orm";
import { mustChangeRows, update, type Write } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { eachOf } from "../../../platform/db/each-of.ts";
import { laterThanBefore } from "../../../platform/db/record.ts";
import { pictures } from "../../../platform/db/tables/data/pictures.ts";
import { type FieldError, fieldProblem, fieldProblems } from "../../../platform/problems/problem.ts";
import { maxPictures } from "../../pictures/create-picture.ts";
import type { FormRow } from "../../studio/forms/schema.ts";
import type { Answers } from "./answers.ts";

/** The pictures that wait for a submission of the form. */
const waitingFor = ({ tenantId }: Pick<Ctx, "tenantId">, formId: string) =>
	// The unary plus keeps SQLite at the primary key: a form may have many pictures that nobody used.
	and(eq(pictures.tenantId, tenantId), sql`+owner_id = ${formId}`, eq(pictures.ownerType, "form"));

export const findWaitingPictures = (ctx: Pick<Ctx, "db" | "tenantId">, formId: string, ids: readonly string[]) =>
	ctx.db
		.select()
		.from(pictures)
		.where(and(waitingFor(ctx, formId), inArray(pictures.id, eachOf(ids))));

export interface NamedPictures {
	ids: string[];
	bytes: number;
}

/**
 * The pictures in the answers, in the order of the fields. One error names all that the submission cannot
 * have (contract: Submissions 14).
 */
export async function namedPicturesIn(ctx: Ctx, { id, fields }: FormRow, answers: Answers): Promise<NamedPictures> {
	const named = fields.flatMap(({ type, key }) => {
		const answer = type === "picture" ? answers[key] : undefined;
		// The ids are texts, because the answers have been checked.
		const ids: string[] = Array.isArray(answer) ? answer : [];
		return ids.map((id, index) => ({ path: `submission_data.${key}.${index}`, id }));
	});
	if (named.length === 0) return { ids: [], bytes: 0 };
	if (named.length > maxPictures) throw fieldProblem("submission_data", `names more than ${maxPictures} pictures`);
	const ids = named.map(({ id }) => id);
	const rows = await findWaitingPictures(ctx, id, ids);
	const waiting = new Set(rows.map(({ id }) => id));
	const errors = named.flatMap(({ path, id }, index): FieldError[] => {
		if (!waiting.has(id)) return [{ location: "body", path, message: "names no unused picture of the form" }];
		return ids.indexOf(id) < index ? [{ location: "body", path, message: "names a picture again" }] : [];
	});
	if (errors.length > 0) throw fieldProblems(errors);
	return { ids, bytes: rows.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
}

/**
 * From now on the pictures count to the studio's storage. Of two submissions that name one picture, the first to commit
 * gets it.
 */
export function takePictures(ctx: Ctx, formId: string, submissionId: string, { ids, bytes }: NamedPictures): Write[] {
	if (ids.length === 0) return [];
	const list = JSON.stringify(ids);
	const taken = update(pictures)
		.set({
			ownerType: "form_submission",
			ownerId: submissionId,
			position: sql`(SELECT key + 1 FROM json_each(${list}) WHERE value = pictures.id)`,
			updatedAt: laterThanBefore(ctx.now),
			revision: sql`revision + 1`,
		})
		.where(and(waitingFor(ctx, formId), sql`id IN (SELECT value FROM json_each(${list}))`));
	return [{ ...mustChangeRows(taken, ids.length), freedBytes: -bytes }];
}
