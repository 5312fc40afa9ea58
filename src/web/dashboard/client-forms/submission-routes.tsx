import { deleteSubmission } from "../../../domain/clients/form-submissions/delete-submission.ts";
import { getSubmission, listSubmissionsOf } from "../../../domain/clients/form-submissions/read.ts";
import type { Submission } from "../../../domain/clients/form-submissions/schema.ts";
import { listPictures } from "../../../domain/pictures/operations.ts";
import { getForm } from "../../../domain/studio/forms/operations.ts";
import { together } from "../../../platform/db/together.ts";
import { recordsOf } from "../components/records.tsx";
import { hasDrawing } from "../components/submission-facts.tsx";
import { confirmationPage } from "../forms/confirm.tsx";
import { Area } from "../frame/area.ts";
import type { Visit } from "../frame/visit.ts";
import { nextPageOf } from "../lists/next-page.ts";
import { PicturesPanel } from "../pictures/panel.tsx";
import type { PictureRecord } from "../pictures/record.ts";
import { addPicturePages } from "../pictures/routes.tsx";
import { path, submissionPath, submissionsPath } from "./paths.ts";
import { SubmissionPage, Submissions } from "./submission-pages.tsx";

export const submissionPages = new Area("everyone");

const perPage = 50;

const recordsIn = (submissions: readonly Submission[]): string[] =>
	submissions.flatMap(({ client_id, lead_id, idea_id }) => [client_id, lead_id, idea_id].filter((id) => id !== null));

submissionPages.page(`${path}/:id/submissions`, { id: "form" }, async (visit, { id }) => {
	const after = visit.c.req.query("after");
	const [form, found] = await together(
		visit.ctx,
		(ctx) => getForm(ctx, id),
		(ctx) => listSubmissionsOf(ctx, id, {}, { after, take: perPage + 1 }),
	);
	const { shown, next } = nextPageOf(visit, found, perPage);
	const records = await recordsOf(visit, recordsIn(shown));
	return {
		title: `Submissions of ${form.name}`,
		body: <Submissions visit={visit} form={form} submissions={shown} records={records} next={next} />,
	};
});

const kinds = { id: "form", submission_id: "form_submission" } as const;
const onePath = `${path}/:id/submissions/:submission_id`;

const submissionOf = ({ ctx }: Pick<Visit, "ctx">, { id, submission_id }: { id: string; submission_id: string }) =>
	getSubmission(ctx, { id: submission_id, formId: id });

const ownerIn = ({ submission_id }: { submission_id: string }) =>
	({ type: "form_submission", id: submission_id }) as const;

const pictureRecordOf = (submission: Submission): PictureRecord => ({
	owner: { type: "form_submission", id: submission.id },
	name: "the submission",
	path: submissionPath(submission),
});

addPicturePages(submissionPages, {
	path: onePath,
	kinds,
	ownerIn,
	find: async (ctx, ids) => pictureRecordOf(await submissionOf({ ctx }, ids)),
});

submissionPages.page(onePath, kinds, async (visit, ids) => {
	const [form, submission, pictures] = await together(
		visit,
		({ ctx }) => getForm(ctx, ids.id),
		(visit) => submissionOf(visit, ids),
		({ ctx }) => listPictures(ctx, ownerIn(ids)),
	);
	const records = await recordsOf(visit, recordsIn([submission]));
	return {
		title: form.name,
		body: (
			<SubmissionPage visit={visit} form={form} submission={submission} records={records}>
				<PicturesPanel visit={visit} record={pictureRecordOf(submission)} pictures={pictures} />
			</SubmissionPage>
		),
		images: hasDrawing([submission]) ? ["data:"] : [],
	};
});

submissionPages.form(`${onePath}/delete`, kinds, {
	kind: "delete",
	show: async (visit, ids, again) => {
		const submission = await submissionOf(visit, ids);
		return confirmationPage({
			question: "Delete this submission?",
			text: (
				<p>
					Its answers and its signature are gone then, and cannot be restored. The client stays, and so does the lead or
					the idea that it made.
				</p>
			),
			verb: "Delete",
			action: visit.to(`${submissionPath(submission)}/delete`),
			back: { href: visit.to(submissionPath(submission)), text: "Submission" },
			again,
		});
	},
	operation: (_, __, ids) => async (ctx) => {
		const { id } = await submissionOf({ ctx }, ids);
		return await deleteSubmission(ctx, id);
	},
	afterSubmit: (visit, _, { id }) => visit.to(submissionsPath(id), { done: "deleted" }),
});
