import type { z } from "zod";
import type { AnyChange } from "../../../platform/commit/change.ts";
import type { StorageLimit } from "../../../platform/context.ts";
import { storedBytesLimits } from "../../../platform/gate/plans.ts";
import { instantMessage } from "../../../platform/http/fields/fields.ts";
import { Problem } from "../../../platform/problems/problem.ts";
import type { Faults } from "../../ui/components/faults.ts";
import type { FormValues } from "../../ui/components/fields.tsx";
import { executeOnce, formIdField } from "../../ui/execute-once.ts";
import type { Visit } from "../frame/visit.ts";
import { faultSentence, issueText } from "./fault-words.ts";

/** What a form does to the studio's data. It decides whether a studio that is full may do it (contract: Plans 9). */
export type FormKind = "create" | "change" | "delete";

/** A form that the service refuses, to be shown once more with what was typed. */
export class FormRefusal extends Error {
	/** Absent where nothing is wrong and the form only asks for more. */
	readonly faults: Faults | undefined;
	readonly status: number;
	/** What the page needs to know beyond that, such as the times that are free instead. */
	readonly extra: Readonly<Record<string, unknown>>;

	constructor(faults: Faults | undefined, status: number, extra: Readonly<Record<string, unknown>> = {}) {
		super(faults?.summary);
		this.faults = faults;
		this.status = status;
		this.extra = extra;
	}
}

/** The body that the API's operation takes, checked by the API's own schema. */
export function parseBody<S extends z.ZodType>(schema: S, raw: unknown): z.output<S> {
	const parsed = schema.safeParse(raw, { error: issueText });
	if (parsed.success) return parsed.data;
	const fields: Record<string, string> = {};
	for (const { path, message } of parsed.error.issues) {
		const name = String(path[0] ?? "form");
		fields[name] ??= faultSentence(name, forPeople(message));
	}
	throw new FormRefusal({ summary: checkForm, fields }, 422);
}

/** A form has a field for a date and a time, and no ISO 8601. */
const forPeople = (message: string): string => (message === instantMessage ? "must be a date and a time" : message);

const checkForm = "Check the form. Nothing has been changed yet.";

/** Refusals that a person can do something about. Others get an error page. */
const isForPerson = ({ status, code }: Problem): boolean =>
	status === 400 || status === 409 || status === 413 || status === 422 || code === "plan_limit_reached";

/** The fields that some problems are about without naming them. */
const fieldsOfCodes: Partial<Record<Problem["code"], string>> = { duplicate_email: "email" };

const nameIn = (path: string): string => path.split(".")[0] ?? path;

/** What a problem means at a form. */
function refusalOf(problem: Problem): FormRefusal {
	const fields: Record<string, string> = {};
	const ofCode = fieldsOfCodes[problem.code];
	if (ofCode !== undefined) fields[ofCode] = problem.message;
	for (const { path, message } of (problem.extra.errors ?? []) as { path?: string; message: string }[])
		if (path) fields[nameIn(path)] ??= faultSentence(nameIn(path), message);
	const { code, extra } = problem;
	// The detail of a problem about fields calls them by the API's names.
	const summary = Object.keys(fields).length === 0 ? problem.message : checkForm;
	return new FormRefusal({ summary, fields }, problem.status === 400 ? 422 : problem.status, { code, ...extra });
}

/** Executes what a form asks for, as the person who sent it. */
export async function executeForm<T>(
	visit: Visit,
	kind: FormKind,
	values: FormValues,
	decide: (ctx: Visit["ctx"]) => Promise<AnyChange<T>> | AnyChange<T>,
	secret?: boolean,
): Promise<T> {
	const ctx = { ...visit.ctx, ...storageOf(visit, kind) };
	try {
		return await executeOnce(visit.c, ctx, { by: visit.user.id, id: values[formIdField]?.[0], values, secret }, decide);
	} catch (error) {
		if (error instanceof Problem && isForPerson(error)) throw refusalOf(error);
		throw error;
	}
}

const storageOf = ({ studio }: Visit, kind: FormKind): { storage?: StorageLimit } =>
	kind === "delete" ? {} : { storage: { bytes: storedBytesLimits[studio.plan], creates: kind === "create" } };
