import type { JSX } from "hono/jsx/jsx-runtime";
import type { AnyChange } from "../../../platform/commit/change.ts";
import type { FormState, FormValues } from "../../ui/components/fields.tsx";
import type { FormKind } from "../forms/execute-form.ts";
import type { Visit } from "./visit.ts";

// The parts of which an area declares its pages and forms.

export interface Content {
	title: string;
	body: JSX.Element;
	status?: number;
	/** The origins whose pictures the page shows. */
	images?: string[];
}

/** The ids in the path, by their names. */
export type Ids = Record<string, string>;

export type Show = (visit: Visit, ids: Ids) => Promise<Content | Response> | Content | Response;

export interface Form<T> {
	kind: FormKind;
	/** The answer shows a secret. */
	secret?: boolean;
	/** The page with the form, at the form's own address. After a refusal `again` has the values and the faults. */
	show?: (visit: Visit, ids: Ids, again?: FormState) => Promise<Content> | Content;
	/** Returns the operation for the typed values. It may throw a `FormRefusal`. */
	operation(visit: Visit, values: FormValues, ids: Ids): (ctx: Visit["ctx"]) => Promise<AnyChange<T>> | AnyChange<T>;
	/** The address of the next page, or a page that only this answer may show, such as a new secret. */
	afterSubmit(visit: Visit, result: T, ids: Ids): string | Promise<Content> | Content;
}

/** A form that only looks something up for what was typed. It changes nothing, so nothing of it is stored. */
export interface Check {
	show: Required<Form<never>>["show"];
	/** May throw a `FormRefusal`. */
	check(visit: Visit, values: FormValues, ids: Ids): Promise<Content>;
}

/** A form with files. */
export interface Upload {
	show: Required<Form<never>>["show"];
	/** Reads the body, stores the files and returns the address of the next page. May throw a `FormRefusal`. */
	take(visit: Visit, ids: Ids): Promise<string>;
}
