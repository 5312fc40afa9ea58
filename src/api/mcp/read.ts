import { addressOf, operationOfKind } from "./operations.ts";
import { type Outcome, outcomeOfAnswer } from "./outcome.ts";
import type { ApiCalls } from "./own-request-to-api.ts";
import type { ArgumentsOf } from "./tools.ts";
import { wordsOfOthers } from "./words-of-others.ts";

export async function read(api: ApiCalls, { operation_id, path, query }: ArgumentsOf<"read">): Promise<Outcome> {
	const endpoint = operationOfKind("read", operation_id);
	const response = await api.call({ endpoint, address: addressOf(endpoint, path, query) });
	return await outcomeOfAnswer(response, endpoint.id, wordsOfOthers(endpoint));
}
