import type * as z from "zod";
import type { AnyChange } from "../../../platform/commit/change.ts";
import type { StorageLimit } from "../../../platform/context.ts";
import { storedBytesLimits } from "../../../platform/gate/plans.ts";
import { instantMessage } from "../../../platform/http/fields/fields.ts";
import { Problem } from "../../../platform/problems/problem.ts";
import type { Faults } from "../../ui/components/faults.ts";
import type { FormValues } from "../../ui/components/fields.tsx";
import { executeOnce } from "../../ui/execute-once.ts";
import type { Visit } from "../frame/visit.ts";
import { faultSentence, issueText } from "./fault-words.ts";

/** A full studio may not do all of these (contract: Plans 9). */
export type FormKind = "create" | "change" | "delete";

/** The page shows the form again with the typed values. */
export class FormRefusal extends Error {
	/** Absent if nothing is wrong and the form only asks for more. */
	readonly faults: Faults | undefined;
	readonly status: number;
	/** More data for the page, such as free times. */
	readonly extra: Readonly<Record<string, unknown>>;

	constructor(faults: Faults | undefined, status: number, extra: Readonly<Record<string, unknown>> = {}) {
		super(faults?.summary);
		this.faults = faults;
		this.status = status;
		this.extra = extra;
	}
}

type PathOfValue = readonly PropertyKey[];

const firstName = ([name = "form"]: PathOfValue): string => String(name);

/** Parses the body with the API's own schema. `nameOf` returns the field of a wrong value. */
export function parseBody<S extends z.ZodType>(
	schema: S,
	raw: unknown,
	nameOf: (path: PathOfValue) => string = firstName,
): z.output<S> {
	const parsed = schema.safeParse(raw, { error: issueText });
	if (parsed.success) return parsed.data;
	const fields: Record<string, string> = {};
	for (const { path, message } of parsed.error.issues) {
		const name = nameOf(path);
		fields[name] ??= faultSentence(name, forPeople(message));
	}
	throw wrongFields(fields);
}

export const wrongFields = (fields: Record<string, string>): FormRefusal =>
	new FormRefusal({ summary: checkForm, fields }, 422);

/** A form has a field for a date and time, so the words about ISO 8601 do not fit. */
const forPeople = (message: string): string => (message === instantMessage ? "must be a date and a time" : message);

const checkForm = "Check the form. Nothing has been changed yet.";

/** Tells whether the person can correct the problem. Other problems get an error page. */
const isForPerson = ({ status, code }: Problem): boolean =>
	status === 400 || status === 409 || status === 413 || status === 422 || code === "plan_limit_reached";

/** The fields of problems that do not name a field. */
const fieldsOfCodes: Partial<Record<Problem["code"], string>> = { duplicate_email: "email" };

const nameIn = (path: string): string => path.split(".")[0] ?? path;

/** Names the fields that are wrong. */
function refusalOf(problem: Problem): FormRefusal {
	const fields: Record<string, string> = {};
	const ofCode = fieldsOfCodes[problem.code];
	if (ofCode !== undefined) fields[ofCode] = problem.message;
	for (const { path, message } of (problem.extra.errors ?? []) as { path?: string; message: string }[])
		if (path) fields[nameIn(path)] ??= faultSentence(nameIn(path), message);
	const { code, extra } = problem;
	// The message of a problem about fields has the names of the API, so the form has its own summary.
	const summary = Object.keys(fields).length === 0 ? problem.message : checkForm;
	return new FormRefusal({ summary, fields }, problem.status === 400 ? 422 : problem.status, { code, ...extra });
}

export async function executeForm<T>(
	visit: Visit,
	kind: FormKind,
	values: FormValues,
	decide: (ctx: Visit["ctx"]) => Promise<AnyChange<T>> | AnyChange<T>,
	secret?: boolean,
): Promise<T> {
	const ctx = { ...visit.ctx, ...storageOf(visit, kind) };
	try {
		const once = { by: visit.user.id, values, secret };
		return (await executeOnce(visit.c, ctx, once, decide)).result;
	} catch (error) {
		if (error instanceof Problem && isForPerson(error)) throw refusalOf(error);
		throw error;
	}
}

const storageOf = ({ studio }: Visit, kind: FormKind): { storage?: StorageLimit } =>
	kind === "delete" ? {} : { storage: { bytes: storedBytesLimits[studio.plan], creates: kind === "create" } };
