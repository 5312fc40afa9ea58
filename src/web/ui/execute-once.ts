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
import { randomBase62, sha256 } from "../../platform/lib/secrets/crypto.ts";
import { Problem } from "../../platform/problems/problem.ts";
import type { FormValues } from "./components/fields.tsx";

/** A form that is sent twice creates one record. */
export const formIdField = "form_id";

const idLength = 22;
export const newFormId = (): string => randomBase62(idLength);

interface SubmittedForm {
	/** The person or the page that sends it. */
	by: string;
	values: FormValues;
	/** The result holds a secret, so it is stored sealed. */
	secret?: boolean | undefined;
}

export interface DoneOnce<T> {
	result: T;
	/** The same form was sent before, and this is its result. */
	isReplay: boolean;
}

/** The same form with other values is another one. A form without an id has no key. */
export function keyOfForm(c: AppContext, values: FormValues): string | undefined {
	const id = values[formIdField]?.[0];
	return id !== undefined && /^\w{22}$/.test(id) ? sha256(`${id} ${fingerprintOf(c, values)}`) : undefined;
}

const fingerprintOf = (c: AppContext, values: FormValues): string =>
	fingerprint("POST", c.req.path, JSON.stringify(values));

/** A form without an id is executed each time. */
export async function executeOnce<T, C extends Ctx>(
	c: AppContext,
	ctx: C,
	{ by, values, secret = false }: SubmittedForm,
	decide: (ctx: C) => Promise<AnyChange<T>> | AnyChange<T>,
): Promise<DoneOnce<T>> {
	const writer = c.get("writer");
	const key = keyOfForm(c, values);
	if (key === undefined) return { result: (await execute(writer, ctx, decide)).result, isReplay: false };
	const request: KeyedRequest = {
		tenantId: ctx.tenantId,
		credentialId: by,
		key,
		fingerprint: fingerprintOf(c, values),
	};
	const done = await execute(writer, ctx, decide, {
		request,
		answers: answersInBothDatabases,
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
const answersInBothDatabases: AnswerStore<Ctx> = {
	find: async ({ control, db }, request) => {
		const found = await Promise.all([control, db].map((one) => findStoredAnswer(one, request)));
		return found.find((one) => one !== undefined);
	},
	claim: async (_, request) => request,
};
