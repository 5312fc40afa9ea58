import { previewsFor } from "../../../platform/gate/previews/previews.ts";
import type { ChangeEndpoint } from "../../../platform/http/endpoint/endpoint.ts";
import { type AppContext, gateRequestOf } from "../../../platform/http/request/app-env.ts";
import type { TriedChange } from "../../../platform/http/request/internal-request.ts";
import { entityTagsIn } from "../../../platform/http/versions/entity-tags.ts";
import { versionOfTag } from "../../../platform/http/versions/version.ts";
import { minuteMs, timestamp } from "../../../platform/lib/time.ts";
import { type FieldError, maxErrors, type Problem, problem } from "../../../platform/problems/problem.ts";
import type { ApiCalls } from "../api-calls.ts";
import { type Outcome, outcomeOf, outcomeOfAnswer } from "../outcome/outcome.ts";
import type { Json } from "../protocol/messages.ts";
import { consequencesOf } from "../summary/consequences.ts";
import { changeBodyOf, inRequest } from "./change-body.ts";
import { newPreviewId, sealChange } from "./kept-change.ts";
import { idsToBeMade, withoutValuesToBeMade } from "./made-anew.ts";
import { addressOf, operationOfKind } from "./operations.ts";
import type { ArgumentsOf } from "./tools.ts";

/** A preview can be applied for so long. */
export const goodForMs = 10 * minuteMs;

/** Tries a change, keeps it for `applyChange`, and tells what it would do. */
export async function previewChange(
	c: AppContext,
	api: ApiCalls,
	{ operation_id, path, body, if_match }: ArgumentsOf<"preview_change">,
): Promise<Outcome> {
	const endpoint = operationOfKind("change", operation_id);
	const { sent, query, said, unknown } = changeBodyOf(endpoint, body ?? {});
	const address = addressOf(endpoint, path, query);
	const ifMatch = if_match === undefined ? undefined : versionIn(endpoint, if_match);
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
	const outcome = await outcomeOfAnswer(response, endpoint.id);
	if (outcome.isError || !tried) return outcome;
	const { change, versions, caller, unknownFields } = tried;
	refuseUnknown([...unknown, ...unknownFields], endpoint);
	const made: Json = JSON.parse(outcome.text);
	const params = Object.fromEntries(Object.keys(endpoint.params).map((name) => [name, String(path?.[name])]));
	const newIds = idsToBeMade(change, made);
	const told = await consequencesOf(caller, {
		endpoint,
		params,
		body: said,
		change,
		answer: withoutSecretOf(endpoint, made),
		newIds,
	});
	const id = newPreviewId();
	const createdAt = c.get("now");
	const { summary } = told;
	const kept = { operationId: endpoint.id, address, body: sent, ifMatch, versions, summary };
	const content = await sealChange(c.get("vault"), id, kept);
	const { tenant, bucket } = caller.credential;
	await previewsFor(gateRequestOf(c), tenant).keep({ id, credential: bucket, content, createdAt });
	return outcomeOf(
		{
			preview: id,
			expires_at: timestamp(createdAt + goodForMs),
			...told,
			status: response.status,
			answer: withoutValuesToBeMade(made, endpoint, newIds),
			events,
		},
		{ hasRecords: true },
	);
}

/** The secret of a trial is none. */
const withoutSecretOf = ({ secretAnswer }: ChangeEndpoint, answer: Json): Json =>
	secretAnswer !== null && secretAnswer in answer ? { ...answer, [secretAnswer]: null } : answer;

/** A change of which the service would drop a part is not the change that somebody wants. */
function refuseUnknown(names: string[], { id }: ChangeEndpoint): void {
	if (names.length === 0) return;
	throw invalid(
		names.slice(0, maxErrors).map((name) => ({ path: `body.${name.slice(0, 100)}`, message: `is no field of ${id}` })),
	);
}

const invalid = (faults: { path: string; message: string }[]): Problem => {
	const errors = faults.map((fault): FieldError => ({ location: "body", ...fault }));
	const [first] = errors;
	return problem("validation_failed", `${first?.path}: ${first?.message}`, { errors });
};

/** The tag in `If-Match`. Models leave its quotes out. */
function versionIn({ changedRecord, id }: ChangeEndpoint, given: string): string {
	const path = "if_match";
	if (!changedRecord) throw invalid([{ path, message: `has no effect on ${id}, which changes no record that exists` }]);
	const tag = given === "*" || given.includes('"') ? given : `"${given}"`;
	const { tags = [] } = entityTagsIn("If-Match", tag);
	const isVersion =
		tags === "any" || (tags.length > 0 && tags.every(({ opaque }) => versionOfTag(opaque) !== undefined));
	if (!isVersion) throw invalid([{ path, message: 'must be the version of the record as it was read, such as "3"' }]);
	return tag;
}
