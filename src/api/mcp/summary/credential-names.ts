import { namesOfActors } from "../../../domain/access/audit-log/actors.ts";
import type { Ctx } from "../../../platform/context.ts";
import { kindOfId } from "../../../platform/lib/ids.ts";
import { isObject, type Json } from "../protocol/messages.ts";
import { nameWords } from "./names.ts";

const kinds = { api_key: "the API key", oauth_app: "the app" } as const;
type Kind = keyof typeof kinds;

const mostNamed = 30;

/** The names of the API keys and apps in an answer; undefined if none is there. */
export async function credentialNames(ctx: Ctx, answer: Json): Promise<string | undefined> {
	const records = Array.isArray(answer.data) ? answer.data.filter(isObject) : [answer];
	const ids = [...new Set(records.flatMap(credentialsIn))].slice(0, mostNamed);
	if (ids.length === 0) return undefined;
	const found = await namesOfActors(
		ctx,
		ids.map((id) => ({ type: kindOfId(id) as Kind, id })),
	);
	const told = ids.flatMap((id) => {
		const name = found.get(id);
		return name === undefined ? [] : [`${id} is ${kinds[kindOfId(id) as Kind]} ${nameWords(name)}`];
	});
	return told.length > 0 ? `${told.join(", ")}.` : undefined;
}

/** Only the service writes these fields, so nobody learns the name of an app by writing its id somewhere. */
const credentialsIn = ({ actor, credential, resource_id }: Json): string[] =>
	[isObject(actor) && actor.id, isObject(credential) && credential.id, resource_id].filter(
		(id): id is string => typeof id === "string" && (kindOfId(id) ?? "") in kinds,
	);
