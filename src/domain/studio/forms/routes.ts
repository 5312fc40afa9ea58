import * as z from "zod";
import { formKinds } from "../../../platform/db/tables/data/forms.ts";
import { endpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { deleted, queryFlag, syncQuery } from "../../../platform/http/fields/fields.ts";
import { createForm, deleteForm, getForm, listForms, updateForm } from "./operations.ts";
import { form, formPatch, newForm } from "./schema.ts";

const tag = "Forms";
const params = { form_id: "form" } as const;

export const formRoutes = [
	endpoint.list({
		id: "listForms",
		path: "/v1/forms",
		tag,
		summary: "List forms",
		scope: "read:forms",
		query: z.object({ ...syncQuery, kind: z.enum(formKinds).optional(), is_active: queryFlag.optional() }),
		answer: form,
		run: (ctx, { query, page }) => listForms(ctx, query, page),
	}),
	endpoint.create({
		id: "createForm",
		path: "/v1/forms",
		tag,
		summary: "Create a form",
		scope: "write:forms",
		body: newForm,
		answer: form,
		errors: ["validation_error"],
		location: ({ id }) => `/v1/forms/${id}`,
		run: (ctx, { body }) => createForm(ctx, body),
	}),
	endpoint.get({
		id: "getForm",
		path: "/v1/forms/:form_id",
		tag,
		summary: "Get a form",
		scope: "read:forms",
		params,
		answer: form,
		run: (ctx, { params: { form_id } }) => getForm(ctx, form_id),
	}),
	endpoint.change("PATCH", {
		id: "updateForm",
		path: "/v1/forms/:form_id",
		tag,
		summary: "Update a form",
		description: "Changes the fields that are sent. Null empties a field. Existing submissions stay as they are.",
		scope: "write:forms",
		params,
		body: formPatch,
		answer: form,
		errors: ["validation_error"],
		run: (ctx, { params: { form_id }, body }) => updateForm(ctx, form_id, body),
	}),
	endpoint.change("DELETE", {
		id: "deleteForm",
		path: "/v1/forms/:form_id",
		tag,
		summary: "Delete a form",
		description:
			"A form that has submissions, or that an event type names, cannot be deleted. Set `is_active` to false instead.",
		scope: "write:forms",
		params,
		answer: deleted("form").meta({ id: "DeletedForm" }),
		run: (ctx, { params: { form_id } }) => deleteForm(ctx, form_id),
	}),
];
