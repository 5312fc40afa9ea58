import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../request/app-env.ts";
import { note } from "../request/app-env.ts";
import { docsUrl } from "../request/respond.ts";
import { admitChange } from "./admit-change.ts";
import { answerChange } from "./answer-change.ts";
import { checksOfAChange } from "./checks-of-a-change.ts";
import { deprecationHeaders } from "./deprecation.ts";
import type { Endpoint } from "./endpoint.ts";
import { readHandlers } from "./handle-read.ts";

type Handler = MiddlewareHandler<AppEnv>;

const checks = checksOfAChange(admitChange);

/** The handlers of an endpoint of /v1, in the order in which a request meets them. */
export const handlersOf = (endpoint: Endpoint): [Handler, ...Handler[]] => [
	noteEndpoint(endpoint),
	...(endpoint.kind === "read"
		? readHandlers(endpoint)
		: ([async (c) => await answerChange(c, endpoint, checks)] satisfies Handler[])),
];

const noteEndpoint =
	({ id, deprecated }: Endpoint): Handler =>
	async (c, next) => {
		note(c, { operationId: id });
		if (deprecated) c.set("deprecated", deprecationHeaders(deprecated, `${docsUrl(c)}/reference/${id}`));
		await next();
	};
