import { Hono } from "hono";
import type { Binding, OperatorCaller } from "../../domain/access/databases/operator-caller.ts";
import { clocksAt } from "../../domain/events/dispatch/clocks.ts";
import { sweep } from "../../domain/events/dispatch/sweep.ts";
import { beginMove } from "../../domain/moves/work-on-move.ts";
import { execute } from "../../platform/commit/execute.ts";
import { firstPosition } from "../../platform/commit/in-bulk/resumable-scan.ts";
import { operatorKeys } from "../../platform/commit/keys/operator-keys.ts";
import { localSystemCaller } from "../../platform/commit/system-caller.ts";
import { openWriter } from "../../platform/commit/writer.ts";
import type { Caller } from "../../platform/context.ts";
import { dataIds } from "../../platform/db/databases.ts";
import { safeMessage } from "../../platform/db/errors.ts";
import { type Env, isDevelopment } from "../../platform/env.ts";
import { sendMoveMessages } from "../../platform/events/nudges.ts";
import { unauthorized } from "../../platform/gate/credentials/authenticate.ts";
import { enter } from "../../platform/gate/gate-client.ts";
import { operatorGate } from "../../platform/gate/gates.ts";
import { countAddress } from "../../platform/gate/rate-limit.ts";
import { answerChange } from "../../platform/http/endpoint/answer-change.ts";
import type { AdmittedKey, ChangeRequest } from "../../platform/http/endpoint/change-request.ts";
import { noDryRun } from "../../platform/http/endpoint/checks/header-syntax.ts";
import { checksOfAChange } from "../../platform/http/endpoint/checks-of-a-change.ts";
import { sendUnlessKnown, versionsOfCaller } from "../../platform/http/endpoint/conditional-read.ts";
import type { Endpoint } from "../../platform/http/endpoint/endpoint.ts";
import { type Handler, inOrder } from "../../platform/http/endpoint/in-order.ts";
import { validatorsOf } from "../../platform/http/endpoint/validation.ts";
import { type AppContext, type AppEnv, callerOf, gateRequestOf, note } from "../../platform/http/request/app-env.ts";
import { readJsonBody } from "../../platform/http/request/body/read-body.ts";
import { refuseUnknownRoute } from "../../platform/http/request/unknown-route.ts";
import { settle } from "../../platform/lib/async/settle.ts";
import { sameSecret } from "../../platform/lib/secrets/crypto.ts";
import { log } from "../../platform/log.ts";
import { problem } from "../../platform/problems/problem.ts";
import { developmentEndpoints, operatorEndpoints } from "./endpoints.ts";

/** The operator interface under /admin. It uses the same declarations and the same commit as /v1, but its own token. */
export const operatorInterface = new Hono<AppEnv>();

const checks = checksOfAChange(admitChange, noDryRun);

for (const endpoint of operatorEndpoints) addRoute(endpoint, () => true);
for (const endpoint of developmentEndpoints) addRoute(endpoint, (c) => isDevelopment(c.env));

function addRoute(endpoint: Endpoint<OperatorCaller>, exists: (c: AppContext) => boolean): void {
	const path = endpoint.path.replace(/^\/admin/, "");
	operatorInterface.on(endpoint.method, path, inOrder(refuseUnless(exists), ...handlersOf(endpoint)));
}

/** A route that is not there looks like any unknown route. */
function refuseUnless(exists: (c: AppContext) => boolean): Handler {
	return async (c, next) => (c.env.OPERATOR_TOKEN && exists(c) ? await next() : await refuseUnknownRoute(c));
}

function handlersOf(endpoint: Endpoint<OperatorCaller>): Handler[] {
	if (endpoint.kind === "change") return [async (c) => await answerChange(c, endpoint, checks)];
	return [
		async (c, next) => {
			await authenticateOperator(c, endpoint);
			await next();
		},
		...validatorsOf(endpoint, () => {}),
		async (c) => {
			const tags = versionsOfCaller(c, endpoint);
			return sendUnlessKnown(await endpoint.prepare(c)(operatorOf(c)), tags);
		},
	];
}

/** The first check of a change under /admin. It does not read the body of a request without the operator's token. */
async function admitChange(change: ChangeRequest<OperatorCaller>): Promise<void> {
	const { c, endpoint } = change;
	await authenticateOperator(c, endpoint);
	change.body = await settle(readJsonBody(c, endpoint));
	change.caller = operatorOf(c);
	const lock = change.newLock();
	if (lock) change.admittedKey = await admittedKeyOf(c, lock);
}

const operatorOf = (c: AppContext): OperatorCaller => ({
	...callerOf(c, { type: "operator", id: null }),
	version: c.env.VERSION?.id ?? null,
	bindings: bindingsOf(c),
	sendDue: () => sendDue(c),
	beginMove: (tenantId) => beginMoveOf(c, tenantId),
});

/** If the tenant's database does not answer, the first run of the queue closes the tenant. */
async function beginMoveOf(c: AppContext, tenantId: string): Promise<void> {
	await beginMove(c.get("writer"), tenantId).catch((error) =>
		log.warning("fault", { message: `${tenantId} is not closed for its move yet: ${safeMessage(error)}` }),
	);
	await sendMoveMessages(c.env.JOBS, [tenantId]);
}

export async function authenticateOperator(c: AppContext, { id }: { id: string }): Promise<void> {
	note(c, { operationId: id, credentialId: "operator" });
	const token = c.env.OPERATOR_TOKEN;
	const [, presented] = /^bearer\s+(\S+)$/i.exec(c.req.header("Authorization") ?? "") ?? [];
	if (token && presented && sameSecret(presented, token)) return;
	await countAddress(gateRequestOf(c));
	throw presented
		? unauthorized(problem("invalid_api_key", "This is not the operator's token."), {
				wasSent: true,
				resourceMetadata: null,
			})
		: unauthorized(problem("missing_api_key", "Send `Authorization: Bearer <OPERATOR_TOKEN>`."), {
				wasSent: false,
				resourceMetadata: null,
			});
}

/** The bindings besides the databases. EMAIL is not called, because a try would send a mail. */
const bindingsOf = ({ env }: AppContext): Binding[] => [
	{ name: "GATE", ping: () => operatorGate(env).enter({ claims: [] }) },
	{ name: "WEBHOOKS", ping: () => env.WEBHOOKS.metrics() },
	{ name: "CALENDARS", ping: () => env.CALENDARS.metrics() },
	{ name: "SCHEDULE", ping: () => env.SCHEDULE.metrics() },
	{ name: "JOBS", ping: () => env.JOBS.metrics() },
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
	{ name: "PICTURES", ping: () => env.PICTURES.head("health") },
	...optionalOf(env),
];

/** The clock has already moved, so a database that does not answer is not an error here. */
async function sendDue({ env, executionCtx }: AppContext): Promise<void> {
	for (const database of dataIds(env)) {
		const { databases, writer } = openWriter(env, (work) => executionCtx.waitUntil(work), { dataDatabaseId: database });
		const caller = localSystemCaller(env, databases, database);
		await execute(writer, caller, () => sweep(clocksAt(caller.now), firstPosition, { moved: true })).catch((error) =>
			log.warning("fault", {
				message: `The work that is due in ${database} waits for the next run: ${safeMessage(error)}`,
			}),
		);
	}
}

/** A deployment may lack these. */
const optionalOf = ({ PICTURES_EU: bucket, UNKNOWN_CREDENTIALS: limiter }: Env): Binding[] => [
	...(bucket ? [{ name: "PICTURES_EU", ping: () => bucket.head("health") }] : []),
	...(limiter ? [{ name: "UNKNOWN_CREDENTIALS", ping: () => limiter.limit({ key: "health" }) }] : []),
];

/** All operator requests share one namespace of Idempotency-Keys, whichever tenant they are about. */
const namespace = { tenantId: "operator", credentialId: "operator" };

async function admittedKeyOf(c: AppContext, lock: { key: string; nonce: string }): Promise<AdmittedKey<Caller>> {
	const gate = operatorGate(c.env);
	const verdict = await enter(gateRequestOf(c), gate, { claims: [], lock });
	const holdsLock = verdict.outcome === "admitted" && verdict.lock === "held";
	return {
		key: lock.key,
		namespace,
		answers: operatorKeys(c.get("writer")),
		holdsLock,
		release: async () => void (holdsLock && (await gate.release(lock).catch(() => {}))),
	};
}
