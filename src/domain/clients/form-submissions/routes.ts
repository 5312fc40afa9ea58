import * as z from "zod";
import { endpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { createdQuery, deleted, idFilter, syncQuery } from "../../../platform/http/fields/fields.ts";
import { deleteSubmission } from "./delete-submission.ts";
import { createSubmission } from "./operations.ts";
import { getSubmission, listSubmissions, listSubmissionsOf } from "./read.ts";
import { newSubmission, submission } from "./schema.ts";

const tag = "Form submissions";

export const formSubmissionRoutes = [
	endpoint.list({
		id: "listFormSubmissions",
		path: "/v1/forms/:form_id/submissions",
		tag,
		summary: "List a form's submissions",
		scope: "read:form_submissions",
		params: { form_id: "form" },
		query: z.object({ ...createdQuery, ...syncQuery }),
		answer: submission,
		run: (ctx, { params: { form_id }, query, page }) => listSubmissionsOf(ctx, form_id, query, page),
	}),
	endpoint.list({
		id: "listAllFormSubmissions",
		path: "/v1/form_submissions",
		tag,
		summary: "List the submissions of all forms",
		scope: "read:form_submissions",
		query: z.object({
			client_id: idFilter("a client", "client"),
			form_id: idFilter("a form", "form"),
			...createdQuery,
			...syncQuery,
		}),
		answer: submission,
		run: (ctx, { query, page }) => listSubmissions(ctx, query, page),
	}),
	endpoint.create({
		id: "createFormSubmission",
		path: "/v1/forms/:form_id/submissions",
		tag,
		summary: "Submit a form",
		description:
			"The service checks the answers against the form's fields. Depending on the form, it links or creates a client and creates a lead or an idea, in one transaction with the submission.",
		scope: "write:form_submissions",
		capPerMinute: 60,
		params: { form_id: "form" },
		body: newSubmission,
		answer: submission,
		errors: ["validation_error"],
		location: ({ form_id, id }) => `/v1/forms/${form_id}/submissions/${id}`,
		run: (ctx, { params: { form_id }, body, ignore }) => createSubmission(ctx, form_id, body, ignore),
	}),
	endpoint.get({
		id: "getFormSubmission",
		path: "/v1/forms/:form_id/submissions/:submission_id",
		tag,
		summary: "Get a form submission",
		scope: "read:form_submissions",
		params: { form_id: "form", submission_id: "form_submission" },
		answer: submission,
		run: (ctx, { params: { form_id, submission_id } }) => getSubmission(ctx, { formId: form_id, id: submission_id }),
	}),
	endpoint.get({
		id: "getFormSubmissionById",
		path: "/v1/form_submissions/:submission_id",
		tag,
		summary: "Get a form submission by its id alone",
		scope: "read:form_submissions",
		params: { submission_id: "form_submission" },
		answer: submission,
		run: (ctx, { params: { submission_id } }) => getSubmission(ctx, { id: submission_id }),
	}),
	endpoint.change("DELETE", {
		id: "deleteFormSubmission",
		path: "/v1/form_submissions/:submission_id",
		tag,
		summary: "Delete a form submission",
		description:
			"The client, lead or idea that the submission made stays. The lead or idea then has no `form_submission_id`.",
		scope: "write:form_submissions",
		params: { submission_id: "form_submission" },
		answer: deleted("form_submission").meta({ id: "DeletedFormSubmission" }),
		run: (ctx, { params: { submission_id } }) => deleteSubmission(ctx, submission_id),
	}),
];
