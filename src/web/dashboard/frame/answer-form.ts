import { Problem } from "../../../platform/problems/problem.ts";
import type { FormState, FormValues } from "../../ui/components/fields.tsx";
import { FormRefusal } from "../forms/execute-form.ts";
import type { Content, Form, IdKinds, Ids } from "./declarations.ts";
import { refusalContent, respond } from "./respond.tsx";
import type { Visit } from "./visit.ts";

/** Shows the form again if it is refused. */
export async function answerForm<Kinds extends IdKinds>(
	visit: Visit,
	ids: Ids<Kinds>,
	show: Form<never, Kinds>["show"],
	act: () => Promise<Content | string>,
	values: FormValues = {},
): Promise<Response> {
	try {
		const next = await act();
		return typeof next === "string" ? visit.c.redirect(next, 303) : await respond(visit, next);
	} catch (error) {
		if (!(error instanceof FormRefusal)) throw error;
		const again = { values, faults: error.faults, extra: error.extra, status: error.status };
		const content = (show && (await pageAgain(show, visit, ids, again))) ?? refusalContent(error);
		return await respond(visit, { status: error.status, ...content });
	}
}

/** Undefined if somebody else has just deleted the record of the form. */
async function pageAgain<Kinds extends IdKinds>(
	show: Required<Form<never, Kinds>>["show"],
	visit: Visit,
	ids: Ids<Kinds>,
	{ status, ...again }: FormState & { status: number },
) {
	try {
		return await show(visit, ids, again);
	} catch (error) {
		if (error instanceof Problem && error.status === 404 && status === 409) return undefined;
		throw error;
	}
}
