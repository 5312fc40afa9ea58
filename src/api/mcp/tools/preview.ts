import type { ApiCtx } from "../../../platform/context.ts";
import { admit } from "../../../platform/gate/admit.ts";
import { type Previews, previewsFor } from "../../../platform/gate/previews/previews.ts";
import { type AppContext, gateRequestOf } from "../../../platform/http/request/app-env.ts";
import type { TriedChange } from "../../../platform/http/request/internal-request.ts";
import type { Versions } from "../../../platform/http/versions/named-records.ts";
import { minuteMs, timestamp } from "../../../platform/lib/time.ts";
import { notFound } from "../../../platform/problems/problem.ts";
import type { ApiCalls } from "../api-calls.ts";
import {
	asCaller,
	changedSince,
	expired,
	type Outcome,
	outcomeOf,
	outcomeOfAnswer,
	refusal,
} from "../outcome/outcome.ts";
import { previewAgain } from "../outcome/what-to-do.ts";
import { wordsOfOthers } from "../outcome/words-of-others.ts";
import type { Json } from "../protocol/messages.ts";
import { consequencesOf } from "../summary/consequences.ts";
import { changeBodyOf, inRequest, type SentBody } from "./change-body.ts";
import { addressOf, operationOfKind } from "./operations.ts";
import type { ArgumentsOf } from "./tools.ts";

const goodForMs = 10 * minuteMs;

interface KeptChange {
	operationId: string;
	address: string;
	body: SentBody;
	ifMatch: string | undefined;
	versions: Versions;
}

const previewPrefix = "prv_";
const newPreviewId = () => `${previewPrefix}${crypto.randomUUID().replaceAll("-", "")}`;
/** A body may hold a secret, such as the address of a calendar, so a preview is stored sealed. */
const ownerOf = (id: string): string => `preview:${id}`;
const isPreviewId = (text: string) => /^prv_[0-9a-f]{32}$/.test(text);

/** Tries a change, keeps it for `applyChange`, and tells what it would do. */
export async function previewChange(
	c: AppContext,
	api: ApiCalls,
	{ operation_id, path, body, if_match }: ArgumentsOf<"preview_change">,
): Promise<Outcome> {
	const endpoint = operationOfKind("change", operation_id);
	const { sent, query, said } = changeBodyOf(endpoint, body ?? {});
	const address = addressOf(endpoint, path, query);
	const ifMatch = if_match === undefined ? undefined : quoted(if_match);
	let tried: TriedChange | undefined;
	const response = await api.call({
		endpoint,
		address,
		headers: { "Service-Dry-Run": "true", ...(ifMatch ? { "If-Match": ifMatch } : {}) },
		...inRequest(sent),
		internal: {
			onTried: (given) => {
				tried = given;
			},
		},
	});
	const events = response.headers.get("Service-Dry-Run-Events")?.split(",") ?? [];
	const outcome = await outcomeOfAnswer(response, endpoint.id, wordsOfOthers(endpoint));
	if (outcome.isError || !tried) return outcome;
	const { change, versions, caller } = tried;
	const answer: Json = JSON.parse(outcome.text);
	const id = newPreviewId();
	const kept: KeptChange = { operationId: endpoint.id, address, body: sent, ifMatch, versions };
	const createdAt = c.get("now");
	const content = await c.get("vault").seal(JSON.stringify(kept), ownerOf(id));
	const [consequences] = await Promise.all([
		consequencesOf(caller, {
			endpoint,
			ids: Object.keys(endpoint.params).map((name) => String(path?.[name])),
			body: said,
			change,
			answer,
		}),
		previewsOf(c, caller).keep({ id, credential: caller.credential.bucket, content, createdAt }),
	]);
	return outcomeOf(
		{
			preview: id,
			expires_at: timestamp(createdAt + goodForMs),
			...consequences,
			status: response.status,
			answer,
			events,
		},
		{ wordsOfOthers: [...new Set(["summary", ...outcome.wordsOfOthers])], facts: outcome.facts },
	);
}

/** Makes the change of a preview, once. */
export async function applyChange(
	c: AppContext,
	api: ApiCalls,
	{ preview }: ArgumentsOf<"apply_change">,
	countAsRequest: () => Promise<unknown>,
): Promise<Outcome> {
	// The request of the change counts, so this look-up does not.
	const operation = { id: "applyChange", scope: null };
	const { credential } = await asCaller(admit(gateRequestOf(c), operation, { uncounted: true }));
	const found = isPreviewId(preview) ? await previewsFor(gateRequestOf(c), credential.tenant).find(preview) : null;
	if (!found || found.credential !== credential.bucket) {
		await countAsRequest();
		return refusal(notFound("preview"), previewAgain);
	}
	const { operationId, address, body, ifMatch, versions }: KeptChange = JSON.parse(
		await c.get("vault").open(found.content, ownerOf(preview)),
	);
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
	return await outcomeOfAnswer(response, operationId, wordsOfOthers(endpoint));
}

const previewsOf = (c: AppContext, { credential }: ApiCtx): Previews =>
	previewsFor(gateRequestOf(c), credential.tenant);

/** Models leave the quotes of a tag out. */
const quoted = (tag: string): string => (tag === "*" || tag.includes('"') ? tag : `"${tag}"`);
