import {
	createApiKey,
	endReplacedValue,
	getApiKey,
	listApiKeys,
	rotateApiKey,
	updateApiKey,
} from "../../../domain/access/api-keys/operations.ts";
import { type ApiKey, apiKeyPatch, newApiKey, rotation } from "../../../domain/access/api-keys/schema.ts";
import { defaultScopes } from "../../../platform/gate/scopes.ts";
import { notFound } from "../../../platform/problems/problem.ts";
import type { Filled, Typed } from "../../ui/components/fields.tsx";
import { confirmation } from "../forms/confirm.tsx";
import { fieldOfInstant, instantOf, linesOf, textOf } from "../forms/form-values.ts";
import { bodyOf, Refusal } from "../forms/forms.ts";
import { Area } from "../frame/area.tsx";
import type { Visit } from "../frame/visit.ts";
import { nextOf } from "../lists/next-page.ts";
import { lastUses } from "../parts/last-uses.ts";
import { EditKey, KeyValue, NewKey, RotateKey } from "./forms.tsx";
import { Key, Keys } from "./page.tsx";
import { path, pathOf } from "./parts.tsx";
import { confirmEnd } from "./replaced.tsx";
import { usesOf } from "./use.ts";

/** The keys of the studio's programs. */
export const apiKeyPages = new Area("owner");

const kinds = { id: "api_key" } as const;
const perPage = 50;

/** The operator's operations know no studio. Somebody else's key is answered like one that does not exist. */
async function own({ ctx }: Visit, { id = "" }: Record<string, string>): Promise<ApiKey> {
	const key = await getApiKey(ctx, id);
	if (key.tenant_id !== ctx.tenantId) throw notFound("API key");
	return key;
}

const idsOf = (keys: ApiKey[]): string[] => keys.map(({ id }) => id);

function settings(typed: Typed, zone: string) {
	const scopes = typed.scopes ?? [];
	// The API takes a key that may do nothing. Whoever ticks nothing at a form has overlooked it.
	if (scopes.length === 0)
		throw new Refusal(
			{
				summary: "Check the form. Nothing has been changed yet.",
				fields: { scopes: "{scopes}: choose at least one." },
			},
			422,
		);
	return {
		name: textOf(typed, "name"),
		scopes,
		ip_allowlist: linesOf(typed, "ip_allowlist"),
		expires_at: instantOf(typed, "expires_at", zone),
	};
}

/** Who types an expiry that has passed has mistyped it: pausing and revoking are what ends a key. */
const expiryAfter = (now: number) => ({
	expires_at: apiKeyPatch.shape.expires_at.refine((at) => at == null || at > now, "must be in the future"),
});

apiKeyPages.page(path, {}, async (visit) => {
	const after = visit.c.req.query("after");
	const [keys, seen] = await Promise.all([
		listApiKeys(visit.ctx, visit.ctx.tenantId, { after, take: perPage + 1 }, {}),
		lastUses(visit),
	]);
	const { shown, next } = nextOf(visit, keys, perPage);
	const uses = seen && (await usesOf(visit, idsOf(shown), seen));
	return { title: "API keys", body: <Keys visit={visit} keys={shown} uses={uses} next={next} /> };
});

const fresh: Filled = { typed: { mode: ["live"], scopes: defaultScopes } };

apiKeyPages.form(
	`${path}/new`,
	{},
	{
		kind: "create",
		secret: true,
		show: (visit, _, again) => ({ title: "New API key", body: <NewKey visit={visit} of={again ?? fresh} /> }),
		decide: ({ studio, ctx }, typed) => {
			const schema = newApiKey.extend(expiryAfter(ctx.now));
			const body = bodyOf(schema, { ...settings(typed, studio.timezone), mode: textOf(typed, "mode") });
			return (ctx) => createApiKey(ctx, ctx.tenantId, body);
		},
		onward: (visit, { api_key, key }) => ({
			title: "The key is created",
			body: <KeyValue visit={visit} apiKey={api_key} value={key} rotated={false} />,
		}),
	},
);

apiKeyPages.page(`${path}/:id`, kinds, async (visit, ids) => {
	const [apiKey, seen] = await Promise.all([own(visit, ids), lastUses(visit, ids.id)]);
	const use = seen && (await usesOf(visit, [apiKey.id], seen)).get(apiKey.id);
	return { title: apiKey.name, body: <Key visit={visit} apiKey={apiKey} use={use ?? null} /> };
});

apiKeyPages.form(`${path}/:id/edit`, kinds, {
	kind: "change",
	show: async (visit, ids, again) => {
		const apiKey = await own(visit, ids);
		const { name, scopes, ip_allowlist, expires_at } = apiKey;
		const typed = {
			name: [name],
			scopes,
			ip_allowlist: [ip_allowlist.join("\n")],
			expires_at: [fieldOfInstant(expires_at, visit.studio.timezone)],
		};
		return { title: `Edit ${name}`, body: <EditKey visit={visit} apiKey={apiKey} of={again ?? { typed }} /> };
	},
	decide: (visit, typed, ids) => async (ctx) => {
		const { id, expires_at } = await own(visit, ids);
		const zone = visit.studio.timezone;
		// The name of a key that has expired can be changed, too.
		const isKept = textOf(typed, "expires_at") === fieldOfInstant(expires_at, zone);
		const given = { ...settings(typed, zone), ...(isKept ? { expires_at: undefined } : {}) };
		return await updateApiKey(ctx, id, bodyOf(apiKeyPatch.extend(expiryAfter(ctx.now)), given));
	},
	onward: (visit, apiKey) => visit.to(pathOf(apiKey), { done: "changed" }),
});

apiKeyPages.form(`${path}/:id/rotate`, kinds, {
	kind: "change",
	secret: true,
	show: async (visit, ids, again) => {
		const apiKey = await own(visit, ids);
		const body = <RotateKey visit={visit} apiKey={apiKey} of={again ?? { typed: { overlap_seconds: ["86400"] } }} />;
		return { title: `Rotate ${apiKey.name}`, body };
	},
	decide: (visit, typed, ids) => {
		const { overlap_seconds } = bodyOf(rotation, { overlap_seconds: Number(textOf(typed, "overlap_seconds")) });
		return async (ctx) => rotateApiKey(ctx, (await own(visit, ids)).id, overlap_seconds);
	},
	onward: (visit, { api_key, key }) => ({
		title: "The key has a new value",
		body: <KeyValue visit={visit} apiKey={api_key} value={key} rotated />,
	}),
});

apiKeyPages.form(`${path}/:id/end_replaced_value`, kinds, {
	kind: "change",
	show: async (visit, ids, again) => {
		const [apiKey, seen] = await Promise.all([own(visit, ids), lastUses(visit, ids.id)]);
		const use = (await usesOf(visit, [apiKey.id], seen ?? [])).get(apiKey.id);
		return confirmEnd({ visit, apiKey, replaced: use?.replaced ?? null, isKnown: seen !== null, again });
	},
	decide: (visit, _, ids) => async (ctx) => endReplacedValue(ctx, (await own(visit, ids)).id),
	onward: (visit, apiKey) => visit.to(pathOf(apiKey), { done: "ended" }),
});

for (const [step, status, done] of [
	["pause", "INACTIVE", "paused"],
	["resume", "ACTIVE", "resumed"],
] as const)
	apiKeyPages.form(`${path}/:id/${step}`, kinds, {
		kind: "change",
		decide: (visit, _, ids) => async (ctx) => updateApiKey(ctx, (await own(visit, ids)).id, { status }),
		onward: (visit, apiKey) => visit.to(pathOf(apiKey), { done }),
	});

apiKeyPages.form(`${path}/:id/revoke`, kinds, {
	kind: "delete",
	show: async (visit, ids, again) => {
		const apiKey = await own(visit, ids);
		return confirmation({
			question: `Revoke ${apiKey.name}?`,
			text: <p>Every program that uses the key loses access at once. A revoked key cannot come back.</p>,
			verb: "Revoke",
			action: visit.to(`${pathOf(apiKey)}/revoke`),
			back: { href: visit.to(pathOf(apiKey)), text: apiKey.name },
			again,
		});
	},
	decide: (visit, _, ids) => async (ctx) => updateApiKey(ctx, (await own(visit, ids)).id, { status: "REVOKED" }),
	onward: (visit) => visit.to(path, { done: "revoked" }),
});
