import { hasScopes } from "../../../platform/gate/scopes.ts";
import type { AppContext } from "../../../platform/http/request/app-env.ts";
import { type Outcome, outcomeOf } from "../outcome/outcome.ts";
import type { Json } from "../protocol/messages.ts";
import { descriptionPath, operationOf, unknownOperation } from "./operations.ts";

export async function describeOperation(
	c: AppContext,
	operationId: string,
	scopes: readonly string[],
): Promise<Outcome> {
	const { id, scope } = operationOf(operationId);
	if (!hasScopes(scopes, scope)) throw unknownOperation(id);
	const file = await c.env.FILES.fetch(new URL(descriptionPath(id), c.req.url));
	if (!file.ok) throw new Error(`The build has made no description of ${id}.`);
	const description: Json = await file.json();
	return outcomeOf(description);
}
