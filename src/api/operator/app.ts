import { Hono } from "hono";
import type { Binding, OperatorCaller } from "../../domain/access/health/operations.ts";
import { clocksAt } from "../../domain/events/dispatch/clocks.ts";
import { sweep } from "../../domain/events/dispatch/sweep.ts";
import { sendMoveMessages } from "../../platform/commit/after/queue-messages.ts";
import { execute } from "../../platform/commit/execute.ts";
import { firstPosition } from "../../platform/commit/in-bulk/resumable-scan.ts";
import { operatorKeys } from "../../platform/commit/keys/operator-keys.ts";
import { localSystemCaller } from "../../platform/commit/system-caller.ts";
import { openWriter } from "../../platform/commit/writer.ts";
import type { Caller } from "../../platform/context.ts";
import { dataIds } from "../../platform/db/databases.ts";
import { safeMessage } from "../../platform/db/errors.ts";
import { type Env, isDevelopment } from "../../platform/env.ts";
import { unauthorized } from "../../platform/gate/credentials/authenticate.ts";
import { operatorGate } from "../../platform/gate/gates.ts";
import { countAddress, enter } from "../../platform/gate/rate-limit.ts";
import { type AdmittedKey, answerChange, readBody, releaseAt } from "../../platform/http/endpoint/answer-change.ts";
import { refuseDryRun } from "../../platform/http/endpoint/dry-run.ts";
import type { Endpoint } from "../../platform/http/endpoint/endpoint.ts";
import { type AppContext, type AppEnv, callerOf, gateRequestOf, note } from "../../platform/http/request/app-env.ts";
import { idempotencyKeyOf } from "../../platform/http/request/idempotency-key.ts";
import { send } from "../../platform/http/request/respond.ts";
import { sameSecret } from "../../platform/lib/crypto.ts";
import { log } from "../../platform/log.ts";
import { problem } from "../../platform/problems/problem.ts";
import { developmentEndpoints, operatorEndpoints } from "./endpoints.ts";

/** The operator interface under /admin. It uses the same declarations and the same commit as /v1, but its own token. */
export const operatorInterface = new Hono<AppEnv>();

for (const endpoint of operatorEndpoints)
	operatorInterface.on(
		endpoint.method,
		withoutAdminPrefix(endpoint.path),
		handle(endpoint, () => true),
	);
for (const endpoint of developmentEndpoints)
	operatorInterface.on(
		endpoint.method,
		withoutAdminPrefix(endpoint.path),
		handle(endpoint, (c) => isDevelopment(c.env)),
	);

function withoutAdminPrefix(path: string): string {
	return path.replace(/^\/admin/, "");
}

function handle(endpoint: Endpoint<OperatorCaller>, exists: (c: AppContext) => boolean) {
	return async (c: AppContext, next: () => Promise<void>): Promise<Response | undefined> => {
		const token = c.env.OPERATOR_TOKEN;
		if (!token || !exists(c)) {
			await next();
			return undefined;
		}
		note(c, { operationId: endpoint.id, credentialId: "operator" });
		await authenticate(c, token);
		const caller = (): OperatorCaller => ({
			...callerOf(c, { type: "operator", id: null }),
			bindings: bindingsOf(c),
			sendDue: () => sendDue(c),
			workOnMove: (tenantId) => sendMoveMessages(c.env.SCHEDULE, [tenantId]),
		});
		if (endpoint.kind === "read") return send(await (await endpoint.prepare(c))(caller()));
		refuseDryRun(c);
		const body = await readBody(c, endpoint);
		return await answerChange(c, endpoint, caller(), await admittedKeyOf(c, caller()), body);
	};
}

async function authenticate(c: AppContext, token: string): Promise<void> {
	const [, presented] = /^bearer\s+(\S+)$/i.exec(c.req.header("Authorization") ?? "") ?? [];
	if (presented && sameSecret(presented, token)) return;
	await countAddress(gateRequestOf(c));
	throw presented
		? unauthorized(problem("invalid_api_key", "This is not the operator's token."))
		: unauthorized(problem("missing_api_key", "Send `Authorization: Bearer <OPERATOR_TOKEN>`."), "missing");
}

/** What the service needs besides its database. EMAIL is only checked for presence, because a try would send a mail. */
const bindingsOf = ({ env }: AppContext): Binding[] => [
	{ name: "GATE", ping: () => operatorGate(env).enter({ claims: [] }) },
	{ name: "WEBHOOKS", ping: () => env.WEBHOOKS.metrics() },
	{ name: "CALENDARS", ping: () => env.CALENDARS.metrics() },
	{ name: "SCHEDULE", ping: () => env.SCHEDULE.metrics() },
	{
		name: "EMAIL",
		ping: async () => {
			if (!env.EMAIL) throw new Error("not bound");
		},
	},
	{
		name: "FILES",
		ping: async () => {
			if (!(await env.FILES.fetch("https://files.invalid/openapi.json", { method: "HEAD" })).ok)
				throw new Error("empty");
		},
	},
	...limiterOf(env),
];

/** The clock has moved by now, also where a database does not answer. */
async function sendDue({ env, executionCtx }: AppContext): Promise<void> {
	for (const home of dataIds(env)) {
		const { databases, writer } = openWriter(env, (work) => executionCtx.waitUntil(work), { dataDatabaseId: home });
		const caller = localSystemCaller(env, databases, home);
		await execute(writer, caller, () => sweep(clocksAt(caller.now), firstPosition, { moved: true })).catch((error) =>
			log.warning("fault", { message: `What is due in ${home} waits for the next run: ${safeMessage(error)}` }),
		);
	}
}

/** A deployment may lack the limiter. */
const limiterOf = ({ UNKNOWN_CREDENTIALS: limiter }: Env): Binding[] =>
	limiter ? [{ name: "UNKNOWN_CREDENTIALS", ping: () => limiter.limit({ key: "health" }) }] : [];

/** All operator requests share one namespace of Idempotency-Keys, for every tenant that they are about. */
const namespace = { tenantId: "operator", credentialId: "operator" };

async function admittedKeyOf(c: AppContext, caller: Caller): Promise<AdmittedKey | undefined> {
	const { key, fault } = idempotencyKeyOf(c.req.header("Idempotency-Key"));
	if (fault) throw fault;
	if (key === undefined) return undefined;
	const gate = operatorGate(c.env);
	const lock = { key, nonce: crypto.randomUUID() };
	const verdict = await enter(gateRequestOf(c), gate, { claims: [], lock });
	const holdsLock = verdict.outcome === "admitted" && verdict.lock === "held";
	const lookUp = operatorKeys(c.get("writer"), caller);
	return {
		key,
		namespace,
		lookUp,
		holdsLock,
		release: async () => void (holdsLock && (await releaseAt(gate, lock))),
	};
}
