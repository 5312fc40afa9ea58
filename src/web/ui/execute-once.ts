import type { AnyChange } from "../../platform/commit/change.ts";
import { execute } from "../../platform/commit/execute.ts";
import { jsonAnswer } from "../../platform/commit/keys/answer.ts";
import {
	type AnswerStore,
	findStoredAnswer,
	fingerprint,
	type KeyedRequest,
} from "../../platform/commit/keys/idempotency.ts";
import type { Ctx } from "../../platform/context.ts";
import type { AppContext } from "../../platform/http/request/app-env.ts";
import { randomBase62, sha256 } from "../../platform/lib/crypto.ts";
import { Problem } from "../../platform/problems/problem.ts";

/** The hidden field of a form that creates something. A form that is sent twice creates one record. */
export const formIdField = "form_id";

const idLength = 22;
export const newFormId = (): string => randomBase62(idLength);

interface SubmittedForm {
	/** The person or the page that sends it. */
	by: string;
	/** The id in the form's hidden field. */
	id: string | undefined;
	/** All typed values: the same form with other values is a new submission. */
	values: unknown;
	/** The result holds a secret, so it is stored sealed. */
	secret?: boolean | undefined;
}

export interface DoneOnce<T> {
	result: T;
	/** The same form was sent before, and this is its result. */
	isReplay: boolean;
}

/** Executes a form once, even if it is sent more than once. A form without an id is executed each time. */
export async function executeOnce<T, C extends Ctx>(
	c: AppContext,
	ctx: C,
	{ by, id, values, secret = false }: SubmittedForm,
	decide: (ctx: C) => Promise<AnyChange<T>> | AnyChange<T>,
): Promise<DoneOnce<T>> {
	const writer = c.get("writer");
	if (id === undefined || !/^\w{22}$/.test(id))
		return { result: (await execute(writer, ctx, decide)).result, isReplay: false };
	const content = fingerprint("POST", c.req.path, JSON.stringify(values));
	const key = sha256(`${id} ${content}`);
	const request: KeyedRequest = { tenantId: ctx.tenantId, credentialId: by, key, fingerprint: content };
	const done = await execute(writer, ctx, decide, {
		request,
		answers: findInBothDatabases(ctx),
		holdsLock: true,
		sealed: secret,
		storesOnlyChanges: true,
		answerOf: (result) => jsonAnswer(200, { result }),
		refusalOf: ({ code, message, extra }) => jsonAnswer(400, { code, message, extra }),
	});
	return done.replayed === undefined
		? { result: done.result, isReplay: false }
		: { result: replayedResult(JSON.parse(done.replayed.body)), isReplay: true };
}

function replayedResult<T>(stored: { result: T } | Pick<Problem, "code" | "message" | "extra">): T {
	if ("result" in stored) return stored.result;
	throw new Problem(stored.code, stored.message, stored.extra);
}

/** The stored answer is in the database of the change: the control database or the studio's. */
const findInBothDatabases = ({ control, db }: Ctx): AnswerStore => ({
	find: async (request) => {
		const found = await Promise.all([control, db].map((one) => findStoredAnswer(one, request)));
		return found.find((one) => one !== undefined);
	},
	claim: async (request) => request,
});
