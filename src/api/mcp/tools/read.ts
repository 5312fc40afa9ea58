import type { ApiCalls } from "../api-calls.ts";
import { type Outcome, outcomeOfAnswer } from "../outcome/outcome.ts";
import { wordsOfOthers } from "../outcome/words-of-others.ts";
import { addressOf, operationOfKind } from "./operations.ts";
import type { ArgumentsOf } from "./tools.ts";

export async function read(api: ApiCalls, { operation_id, path, query }: ArgumentsOf<"read">): Promise<Outcome> {
	const endpoint = operationOfKind("read", operation_id);
	const response = await api.call({ endpoint, address: addressOf(endpoint, path, query) });
	return await outcomeOfAnswer(response, endpoint.id, wordsOfOthers(endpoint));
}
