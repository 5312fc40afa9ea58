import { leaveSecret, leftSecretsPath } from "../../../domain/access/left-secrets/left-secrets.ts";
import { serviceOrigin } from "../../../platform/env.ts";
import { admit } from "../../../platform/gate/admit.ts";
import type { Credential } from "../../../platform/gate/credentials/credentials.ts";
import { previewsFor } from "../../../platform/gate/previews/previews.ts";
import { type AppContext, gateRequestOf } from "../../../platform/http/request/app-env.ts";
import { fieldProblem, notFound } from "../../../platform/problems/problem.ts";
import type { ApiCalls } from "../api-calls.ts";
import { asCaller, changedSince, expired, type Outcome, outcomeOfAnswer, refusal } from "../outcome/outcome.ts";
import { previewAgain, repeatSummary } from "../outcome/what-to-do.ts";
import type { Json } from "../protocol/messages.ts";
import { recordIn } from "../summary/consequences.ts";
import { inRequest } from "./change-body.ts";
import { isPreviewId, openChange } from "./kept-change.ts";
import { operationOfKind } from "./operations.ts";
import { goodForMs } from "./preview.ts";
import type { ArgumentsOf } from "./tools.ts";

/** Makes the change of a preview, once. */
export async function applyChange(
	c: AppContext,
	api: ApiCalls,
	{ preview, summary }: ArgumentsOf<"apply_change">,
	countAsRequest: () => Promise<unknown>,
): Promise<Outcome> {
	// The request of the change counts, so this look-up does not.
	const operation = { id: "applyChange", scope: null };
	const { credential } = await asCaller(admit(gateRequestOf(c), operation, { uncounted: true }));
	const previews = previewsFor(gateRequestOf(c), credential.tenant);
	const found = isPreviewId(preview) ? await previews.find(preview) : null;
	if (!found || found.credential !== credential.bucket) {
		await countAsRequest();
		return refusal(notFound("preview"), previewAgain);
	}
	const kept = await openChange(c.get("vault"), preview, found.content);
	// The person who approves the call reads these words (contract: MCP 8).
	if (summary !== kept.summary) {
		await countAsRequest();
		return refusal(fieldProblem("summary", "is not the summary of this preview"), repeatSummary);
	}
	const { operationId, address, body, ifMatch, versions } = kept;
	const endpoint = operationOfKind("change", operationId);
	const response = await api.call({
		endpoint,
		address,
		// A repetition is answered like the first request, because it has the same key.
		headers: { "Idempotency-Key": preview, ...(ifMatch ? { "If-Match": ifMatch } : {}) },
		...inRequest(body),
		internal: {
			unchangedSince: { versions, otherwise: changedSince() },
			...(c.get("now") >= found.createdAt + goodForMs ? { refusal: expired() } : {}),
		},
	});
	const outcome = await outcomeOfAnswer(response, operationId);
	if (outcome.isError || endpoint.secretAnswer === null) return outcome;
	return await withoutSecret(c, outcome, { field: endpoint.secretAnswer, address, preview, credential });
}

/** The answer without the secret in it, which is left for the owners of the studio (contract: MCP 18). */
async function withoutSecret(
	c: AppContext,
	outcome: Outcome,
	{ field, address, preview, credential }: { field: string; address: string; preview: string; credential: Credential },
): Promise<Outcome> {
	const { [field]: secret, ...answer }: Json = JSON.parse(outcome.text);
	if (typeof secret !== "string") return outcome;
	const record = recordIn(answer);
	const [idInPath = ""] = /[a-z]{3}_[0-9a-f-]{32,36}/.exec(address) ?? [];
	const recordId = String(record.id ?? idInPath);
	const of = String(record.url ?? record.target_url ?? `${String(record.object).replaceAll("_", " ")} of ${recordId}`);
	const purpose = { recordId, of, secret };
	await leaveSecret(gateRequestOf(c), credential.tenant, { vault: c.get("vault"), id: preview, purpose });
	const origin = serviceOrigin(c.env, c.req.url) ?? "";
	const secret_at = `${origin}${leftSecretsPath}?studio=${credential.tenant.id}`;
	return { ...outcome, text: JSON.stringify({ ...answer, [field]: null, secret_at }) };
}
