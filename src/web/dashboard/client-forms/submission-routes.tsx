import { getSubmission, listSubmissionsOf } from "../../../domain/clients/form-submissions/operations.ts";
import type { Submission } from "../../../domain/clients/form-submissions/schema.ts";
import { getForm } from "../../../domain/studio/forms/operations.ts";
import { Area } from "../frame/area.tsx";
import { nextPageOf } from "../lists/next-page.ts";
import { recordsOf } from "../parts/records.tsx";
import { hasDrawing } from "../parts/submission-facts.tsx";
import { path } from "./paths.ts";
import { SubmissionPage, Submissions } from "./submission-pages.tsx";

/** The submissions of a form (contract: Dashboard 63). */
export const submissionPages = new Area("everyone");

const perPage = 50;

const recordsIn = (submissions: readonly Submission[]): string[] =>
	submissions.flatMap(({ client_id, lead_id, idea_id }) => [client_id, lead_id, idea_id].filter((id) => id !== null));

submissionPages.page(`${path}/:id/submissions`, { id: "form" }, async (visit, { id = "" }) => {
	const after = visit.c.req.query("after");
	const [form, found] = await Promise.all([
		getForm(visit.ctx, id),
		listSubmissionsOf(visit.ctx, id, {}, { after, take: perPage + 1 }),
	]);
	const { shown, next } = nextPageOf(visit, found, perPage);
	const records = await recordsOf(visit, recordsIn(shown));
	return {
		title: `Submissions of ${form.name}`,
		body: <Submissions visit={visit} form={form} submissions={shown} records={records} next={next} />,
	};
});

submissionPages.page(
	`${path}/:id/submissions/:submission_id`,
	{ id: "form", submission_id: "form_submission" },
	async (visit, { id = "", submission_id = "" }) => {
		const [form, submission] = await Promise.all([getForm(visit.ctx, id), getSubmission(visit.ctx, id, submission_id)]);
		const records = await recordsOf(visit, recordsIn([submission]));
		return {
			title: form.name,
			body: <SubmissionPage visit={visit} form={form} submission={submission} records={records} />,
			images: hasDrawing([submission]) ? ["data:"] : [],
		};
	},
);
