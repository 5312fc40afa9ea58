import type { z } from "zod";
import { jsonAnswer } from "../commit/answer.ts";
import type { AnyChange } from "../commit/change.ts";
import { execute } from "../commit/execute.ts";
import { findStoredAnswer, fingerprint, type KeyedRequest, type Look } from "../commit/idempotency.ts";
import type { StorageLimit } from "../context.ts";
import { storedBytesLimits } from "../gate/plans.ts";
import { randomBase62, sha256 } from "../lib/crypto.ts";
import type { Faults, Typed } from "../pages/components/fields.tsx";
import { Problem } from "../problems.ts";
import type { Visit } from "./visit.ts";

/** What a form does to the studio's data. It decides whether a studio that is full may do it (contract: Plans 9). */
export type FormKind = "create" | "change" | "delete";

/** The hidden field of a form that creates something. Who sends such a form twice creates one record. */
export const onceField = "form_id";
export const newFormId = (): string => randomBase62(22);

/** A form that the service refuses, to be shown once more with what was typed. */
export class Refusal extends Error {
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
export function bodyOf<S extends z.ZodType>(schema: S, raw: unknown): z.output<S> {
	const parsed = schema.safeParse(raw);
	if (parsed.success) return parsed.data;
	const fields: Record<string, string> = {};
	for (const { path, message } of parsed.error.issues)
		fields[String(path[0] ?? "")] ??= `${labelOf(String(path[0] ?? "form"))} ${message}.`;
	throw new Refusal({ summary: checkForm, fields }, 422);
}

const labelOf = (name: string): string => {
	const words = name.replaceAll("_", " ");
	return words.charAt(0).toUpperCase() + words.slice(1);
};

const checkForm = "Check the form. Nothing has been changed yet.";

/** Refusals that a person can do something about. Others get an error page. */
const isForPerson = ({ status, code }: Problem): boolean =>
	status === 400 || status === 409 || status === 413 || status === 422 || code === "plan_limit_reached";

/** The fields that some problems are about without naming them. */
const fieldsOfCodes: Partial<Record<Problem["code"], string>> = { duplicate_email: "email" };

/** What a problem means at a form. */
export function refusalOf(problem: Problem): Refusal {
	const fields: Record<string, string> = {};
	const ofCode = fieldsOfCodes[problem.code];
	if (ofCode !== undefined) fields[ofCode] = problem.message;
	for (const { path, message } of (problem.extra.errors ?? []) as { path?: string; message: string }[])
		if (path) fields[path.split(".")[0] ?? path] ??= `${labelOf(path)} ${message}.`;
	const { code, extra } = problem;
	const summary = ofCode === undefined ? problem.message : checkForm;
	return new Refusal({ summary, fields }, problem.status === 400 ? 422 : problem.status, { code, ...extra });
}

/**
 * Executes what a form asks for, as the person who sent it. A form with an id does it once, however often it is sent:
 * the same form with other values is another one.
 */
export async function perform<T>(
	visit: Visit,
	kind: FormKind,
	typed: Typed,
	decide: (ctx: Visit["ctx"]) => Promise<AnyChange<T>> | AnyChange<T>,
): Promise<T> {
	const { c, studio, user } = visit;
	const ctx = { ...visit.ctx, ...storageOf(visit, kind) };
	const writer = c.get("writer");
	try {
		const id = typed[onceField]?.[0];
		if (id === undefined || !/^\w{22}$/.test(id)) return (await execute(writer, ctx, decide)).result;
		const content = fingerprint("POST", c.req.path, JSON.stringify(typed));
		const request: KeyedRequest = {
			tenantId: studio.id,
			credentialId: user.id,
			key: sha256(`${id} ${content}`),
			fingerprint: content,
		};
		const done = await execute(writer, ctx, decide, {
			request,
			look: lookInBoth(visit),
			held: true,
			sealed: true,
			answerOf: (result) => jsonAnswer(200, { result }),
			refusalOf: ({ code, message, extra }) => jsonAnswer(400, { code, message, extra }),
		});
		return done.replayed === undefined ? done.result : replayed(JSON.parse(done.replayed.body));
	} catch (error) {
		if (error instanceof Problem && isForPerson(error)) throw refusalOf(error);
		throw error;
	}
}

function replayed<T>(stored: { result: T } | Pick<Problem, "code" | "message" | "extra">): T {
	if ("result" in stored) return stored.result;
	throw new Problem(stored.code, stored.message, stored.extra);
}

/** A change of the studio is decided in the control database or in its data, and the record is beside it. */
const lookInBoth = ({ ctx }: Visit): Look => ({
	find: async (request) => {
		const found = await Promise.all([ctx.control, ctx.db].map((db) => findStoredAnswer(db, request)));
		return found.find((one) => one !== undefined);
	},
	claim: async (request) => request,
});

const storageOf = ({ studio }: Visit, kind: FormKind): { storage?: StorageLimit } =>
	kind === "delete" ? {} : { storage: { bytes: storedBytesLimits[studio.plan], creates: kind === "create" } };
