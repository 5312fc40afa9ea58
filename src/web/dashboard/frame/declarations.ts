import type { JSX } from "hono/jsx/jsx-runtime";
import type { AnyChange } from "../../../platform/commit/change.ts";
import type { IdKind } from "../../../platform/lib/ids.ts";
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

export type IdKinds = Readonly<Record<string, IdKind>>;

/** Each id is well formed. */
export type Ids<Kinds extends IdKinds = IdKinds> = { readonly [name in keyof Kinds]: string };

export type Show<Kinds extends IdKinds> = (
	visit: Visit,
	ids: Ids<Kinds>,
) => Promise<Content | Response> | Content | Response;

/** The share of the studio that a visit takes from. Pages that read much share the small one with files. */
export type Counted = "page" | "file";

export interface Form<T, Kinds extends IdKinds> {
	kind: FormKind;
	/** Of the page and of the form, whose refusal shows the page again. */
	counted?: Counted;
	/** The answer shows a secret. */
	secret?: boolean;
	/** The page with the form, at the form's own address. After a refusal `again` has the values and the faults. */
	show?: (visit: Visit, ids: Ids<Kinds>, again?: FormState) => Promise<Content> | Content;
	/** May throw a `FormRefusal`. */
	operation(
		visit: Visit,
		values: FormValues,
		ids: Ids<Kinds>,
	): (ctx: Visit["ctx"]) => Promise<AnyChange<T>> | AnyChange<T>;
	/** The address of the next page, or a page that only this answer may show, such as a new secret. */
	afterSubmit(visit: Visit, result: T, ids: Ids<Kinds>): string | Promise<Content> | Content;
}

export interface Check<Kinds extends IdKinds> {
	show: Required<Form<never, Kinds>>["show"];
	/** May throw a `FormRefusal`. */
	check(visit: Visit, values: FormValues, ids: Ids<Kinds>): Promise<Content>;
}

export interface Upload<Kinds extends IdKinds> {
	show: Required<Form<never, Kinds>>["show"];
	/** Returns the address of the next page. May throw a `FormRefusal`. */
	take(visit: Visit, ids: Ids<Kinds>): Promise<string>;
}
