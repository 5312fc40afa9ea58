import type { AppContext } from "../request/app-env.ts";
import { note } from "../request/app-env.ts";
import { docsUrl } from "../request/respond.ts";
import { admitChange } from "./admit-change.ts";
import { answerChange } from "./answer-change.ts";
import { checksOfAChange } from "./checks-of-a-change.ts";
import { deprecationHeaders } from "./deprecation.ts";
import type { Endpoint } from "./endpoint.ts";
import { readHandler } from "./handle-read.ts";
import type { Handler } from "./in-order.ts";

const checks = checksOfAChange(admitChange);

export function handlerOf(endpoint: Endpoint): Handler {
	const answer: Handler =
		endpoint.kind === "read" ? readHandler(endpoint) : async (c) => await answerChange(c, endpoint, checks);
	return async (c, next) => {
		noteEndpoint(c, endpoint);
		return await answer(c, next);
	};
}

function noteEndpoint(c: AppContext, { id, deprecated }: Endpoint): void {
	note(c, { operationId: id });
	if (deprecated) c.set("deprecated", deprecationHeaders(deprecated, `${docsUrl(c)}/reference/${id}`));
}
