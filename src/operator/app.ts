import { Hono } from "hono";
import type { Change } from "../commit/commit.ts";
import type { Caller } from "../context.ts";
import { isDevelopment } from "../env.ts";
import { unauthorized } from "../gate/authenticate.ts";
import { countAddress } from "../gate/rate-limit.ts";
import { type AppContext, type AppEnv, callerOf } from "../http/app-env.ts";
import { readJsonBody } from "../http/body.ts";
import { carryOut } from "../http/carry-out.ts";
import type { Endpoint } from "../http/endpoint.ts";
import { changeAnswer, readAnswer, runner } from "../http/operate.ts";
import { send } from "../http/respond.ts";
import { sameSecret } from "../lib/crypto.ts";
import { problem } from "../problems.ts";
import { developmentEndpoints, operatorEndpoints } from "./endpoints.ts";

/** The operator interface, mounted at /admin: the same pipeline behind another door. */
export const operatorInterface = new Hono<AppEnv>();

for (const endpoint of operatorEndpoints)
	operatorInterface.on(
		endpoint.method,
		within(endpoint.path),
		serve(endpoint, () => true),
	);
for (const endpoint of developmentEndpoints)
	operatorInterface.on(
		endpoint.method,
		within(endpoint.path),
		serve(endpoint, (c) => isDevelopment(c.env)),
	);

function within(path: string): string {
	return path.replace(/^\/admin/, "");
}

function serve(endpoint: Endpoint<Caller>, exists: (c: AppContext) => boolean) {
	const run = runner(endpoint);
	return async (c: AppContext, next: () => Promise<void>): Promise<Response | undefined> => {
		const token = c.env.OPERATOR_TOKEN;
		if (!token || !exists(c)) {
			await next();
			return undefined;
		}
		await authenticate(c, token);
		if (endpoint.body) await readJsonBody(c, endpoint);
		const caller = callerOf(c, { type: "operator", id: null });
		const { input, outcome } = await run(c, caller);
		if (endpoint.method === "GET") return send(readAnswer(c, endpoint, "", input, outcome));
		const { result } = await carryOut(c, caller, async () => outcome as Change);
		return send(changeAnswer(endpoint, result));
	};
}

async function authenticate(c: AppContext, token: string): Promise<void> {
	const [, presented] = /^bearer\s+(\S+)$/i.exec(c.req.header("Authorization") ?? "") ?? [];
	if (presented && sameSecret(presented, token)) return;
	await countAddress(c);
	throw presented
		? unauthorized(problem("invalid_api_key", "This is not the operator's token."))
		: unauthorized(problem("missing_api_key", "Send `Authorization: Bearer <OPERATOR_TOKEN>`."), "missing");
}
