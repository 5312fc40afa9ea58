import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../request/app-env.ts";

export type Handler = MiddlewareHandler<AppEnv>;

/** One handler that runs these, each of which may answer. Hono would look for each of them at every request. */
export const inOrder =
	(...handlers: Handler[]): Handler =>
	async (c, next) => {
		let response: Response | undefined;
		const run = async (n: number): Promise<void> => {
			const handler = handlers[n];
			if (!handler) return await next();
			response = (await handler(c, () => run(n + 1))) ?? response;
		};
		await run(0);
		return response;
	};
