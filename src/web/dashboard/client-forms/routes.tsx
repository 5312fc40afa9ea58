import { checkAnswers } from "../../../domain/clients/form-submissions/answers.ts";
import { wordsIn } from "../../../domain/languages/words.ts";
import { createForm, deleteForm, getForm, listForms, updateForm } from "../../../domain/studio/forms/operations.ts";
import { formKinds, formPatch, newForm } from "../../../domain/studio/forms/schema.ts";
import type { FormState } from "../../ui/components/fields.tsx";
import { answerTyped, faultOfAnswer } from "../../ui/questions/answer.ts";
import { referencedBy } from "../components/referenced-by.tsx";
import { confirmationPage, deactivateInstead } from "../forms/confirm.tsx";
import { FormRefusal, wrongFields } from "../forms/execute-form.ts";
import { textOf } from "../forms/form-values.ts";
import { Area } from "../frame/area.ts";
import { nextPageOf } from "../lists/next-page.ts";
import { queryChoice } from "../lists/query.ts";
import { bodyIn, valuesOf } from "./body.ts";
import { EditForm } from "./edit-page.tsx";
import { FormPage } from "./form-page.tsx";
import { Forms } from "./list-page.tsx";
import { path, pathOf, submissionsPath } from "./paths.ts";
import { answerField, Preview } from "./preview-page.tsx";
import { valuesAfterStep, valuesOfNew } from "./question-rows.ts";

export const formPages = new Area("everyone");

const kinds = { id: "form" } as const;
const perPage = 50;

formPages.page(path, {}, async (visit) => {
	const kind = queryChoice(visit, "kind", formKinds);
	const after = visit.c.req.query("after");
	const { shown, next } = nextPageOf(
		visit,
		await listForms(visit.ctx, { kind }, { after, take: perPage + 1 }),
		perPage,
	);
	return { title: "Forms", body: <Forms visit={visit} forms={shown} kind={kind ?? ""} next={next} /> };
});

const defaultState = (): FormState => ({
	values: { kind: ["INTAKE"], is_active: ["true"], links_client: ["false"], ...valuesOfNew() },
});

const afterStep = (again: FormState): FormState => ({ ...again, values: valuesAfterStep(again.values) });

formPages.form(
	`${path}/new`,
	{},
	{
		kind: "create",
		show: (visit, _, again) => ({
			title: "New form",
			body: <EditForm visit={visit} of={again ? afterStep(again) : defaultState()} />,
		}),
		operation: (_, values) => {
			const body = bodyIn(newForm, values);
			return (ctx) => createForm(ctx, body);
		},
		afterSubmit: (visit, form) => visit.to(pathOf(form), { done: "created" }),
	},
);

formPages.page(`${path}/:id`, kinds, async (visit, ids) => {
	const form = await getForm(visit.ctx, ids.id);
	return { title: form.name, body: <FormPage visit={visit} form={form} /> };
});

formPages.form(`${path}/:id/edit`, kinds, {
	kind: "change",
	show: async (visit, ids, again) => {
		const form = await getForm(visit.ctx, ids.id);
		const of = again ? afterStep(again) : { values: valuesOf(form) };
		return { title: `Edit ${form.name}`, body: <EditForm visit={visit} of={of} form={form} /> };
	},
	operation: (_, values, ids) => {
		const body = bodyIn(formPatch, values);
		return async (ctx) => {
			// The list of questions is replaced as a whole.
			if ((await getForm(ctx, ids.id)).updated_at !== textOf(values, "updated_at")) throw changedMeanwhile();
			return await updateForm(ctx, ids.id, body);
		};
	},
	afterSubmit: (visit, form) => visit.to(pathOf(form), { done: "changed" }),
});

const changedMeanwhile = () =>
	new FormRefusal(
		{
			summary: "Somebody else changed the form meanwhile. Nothing has been changed. Open the form again to see it.",
			fields: {},
		},
		409,
	);

for (const [step, is_active] of [
	["activate", true],
	["deactivate", false],
] as const)
	formPages.form(`${path}/:id/${step}`, kinds, {
		kind: "change",
		operation: (_, __, ids) => (ctx) => updateForm(ctx, ids.id, { is_active }),
		afterSubmit: (visit, form) => visit.to(pathOf(form), { done: `${step}d` }),
	});

formPages.check(`${path}/:id/preview`, kinds, {
	show: async (visit, ids, again) => {
		const form = await getForm(visit.ctx, ids.id);
		return {
			title: `Preview of ${form.name}`,
			body: <Preview visit={visit} form={form} of={again ?? { values: {} }} />,
		};
	},
	check: async (visit, values, ids) => {
		const form = await getForm(visit.ctx, ids.id);
		const given = form.fields.flatMap((field) => {
			const answer = answerTyped(field, values[answerField(field.key)] ?? []);
			return answer === undefined ? [] : [[field.key, answer] as const];
		});
		const faults = checkAnswers(form.fields, Object.fromEntries(given)).failures.flatMap(({ key, message }) => {
			const field = form.fields.find((one) => one.key === key);
			return field ? [[answerField(key), faultOfAnswer(field, message, wordsIn("en"))]] : [];
		});
		if (form.kind === "CONSENT" && !textOf(values, "signature"))
			faults.push(["signature", wordsIn("en").refusals.enterSignature]);
		if (faults.length > 0) throw wrongFields(Object.fromEntries(faults));
		return {
			title: `Preview of ${form.name}`,
			body: <Preview visit={visit} form={form} of={{ values }} isAccepted />,
		};
	},
});

formPages.form(`${path}/:id/delete`, kinds, {
	kind: "delete",
	show: async (visit, ids, again) => {
		const form = await getForm(visit.ctx, ids.id);
		return confirmationPage({
			question: `Delete ${form.name}?`,
			text: (
				<p>
					You can delete a form if it has <a href={visit.to(submissionsPath(form.id))}>no submissions</a> and no event
					type names it. A deleted form cannot be restored. To take no more submissions, deactivate it instead.
				</p>
			),
			verb: "Delete",
			action: visit.to(`${pathOf(form)}/delete`),
			back: { href: visit.to(pathOf(form)), text: form.name },
			again,
			refusal: await referencedBy(visit, again),
			instead: form.is_active ? deactivateInstead(visit.to(`${pathOf(form)}/deactivate`)) : undefined,
		});
	},
	operation: (_, __, ids) => (ctx) => deleteForm(ctx, ids.id),
	afterSubmit: (visit) => visit.to(path, { done: "deleted" }),
});
