import { createApiKey, getApiKey, listApiKeys, updateApiKey } from "../../../domain/access/api-keys/operations.ts";
import { endReplacedValue, rotateApiKey } from "../../../domain/access/api-keys/rotation.ts";
import { type ApiKey, apiKeyPatch, newApiKey, rotation } from "../../../domain/access/api-keys/schema.ts";
import { defaultScopes } from "../../../platform/gate/scopes.ts";
import type { FormState, FormValues } from "../../ui/components/fields.tsx";
import { lastUses } from "../components/last-uses.ts";
import { confirmationPage } from "../forms/confirm.tsx";
import { FormRefusal, parseBody } from "../forms/execute-form.ts";
import { instantFieldValue, instantOf, linesOf, textOf } from "../forms/form-values.ts";
import { Area } from "../frame/area.ts";
import type { Visit } from "../frame/visit.ts";
import { nextPageOf } from "../lists/next-page.ts";
import { path, pathOf } from "./components.tsx";
import { EditKey, NewKey, NewKeyValue, RotateKey } from "./forms.tsx";
import { Key, Keys } from "./page.tsx";
import { confirmEnd } from "./replaced.tsx";
import { usesOf } from "./use.ts";

export const apiKeyPages = new Area("owner");

const kinds = { id: "api_key" } as const;
const perPage = 50;

const getKey = ({ ctx }: Visit, { id }: { id: string }): Promise<ApiKey> => getApiKey(ctx, id);

const idsOf = (keys: ApiKey[]): string[] => keys.map(({ id }) => id);

function settings(values: FormValues, zone: string) {
	const scopes = values.scopes ?? [];
	// The API accepts a key without scopes. In a form, no tick is an oversight.
	if (scopes.length === 0)
		throw new FormRefusal(
			{
				summary: "Check the form. Nothing has been changed yet.",
				fields: { scopes: "{scopes}: choose at least one." },
			},
			422,
		);
	return {
		name: textOf(values, "name"),
		scopes,
		ip_allowlist: linesOf(values, "ip_allowlist"),
		expires_at: instantOf(values, "expires_at", zone),
	};
}

/** In a form, an expiry in the past is a mistake: pausing and revoking end a key. */
const expiryAfter = (now: number) => ({
	expires_at: apiKeyPatch.shape.expires_at.refine((at) => at == null || at > now, "must be in the future"),
});

apiKeyPages.page(path, {}, async (visit) => {
	const after = visit.c.req.query("after");
	const [keys, seen] = await Promise.all([listApiKeys(visit.ctx, { after, take: perPage + 1 }, {}), lastUses(visit)]);
	const { shown, next } = nextPageOf(visit, keys, perPage);
	const uses = seen && (await usesOf(visit, idsOf(shown), seen));
	return { title: "API keys", body: <Keys visit={visit} keys={shown} uses={uses} next={next} /> };
});

const newKeyState: FormState = { values: { mode: ["live"], scopes: defaultScopes } };

apiKeyPages.form(
	`${path}/new`,
	{},
	{
		kind: "create",
		secret: true,
		show: (visit, _, again) => ({ title: "New API key", body: <NewKey visit={visit} of={again ?? newKeyState} /> }),
		operation: ({ studio, ctx }, values) => {
			const schema = newApiKey.extend(expiryAfter(ctx.now));
			const body = parseBody(schema, { ...settings(values, studio.timezone), mode: textOf(values, "mode") });
			return (ctx) => createApiKey(ctx, body);
		},
		afterSubmit: (visit, { api_key, key }) => ({
			title: "The key has been created",
			body: <NewKeyValue visit={visit} apiKey={api_key} value={key} rotated={false} />,
		}),
	},
);

apiKeyPages.page(`${path}/:id`, kinds, async (visit, ids) => {
	const [apiKey, seen] = await Promise.all([getKey(visit, ids), lastUses(visit, ids.id)]);
	const use = seen && (await usesOf(visit, [apiKey.id], seen)).get(apiKey.id);
	return { title: apiKey.name, body: <Key visit={visit} apiKey={apiKey} use={use ?? null} /> };
});

apiKeyPages.form(`${path}/:id/edit`, kinds, {
	kind: "change",
	show: async (visit, ids, again) => {
		const apiKey = await getKey(visit, ids);
		const { name, scopes, ip_allowlist, expires_at } = apiKey;
		const typed = {
			name: [name],
			scopes,
			ip_allowlist: [ip_allowlist.join("\n")],
			expires_at: [instantFieldValue(expires_at, visit.studio.timezone)],
		};
		return { title: `Edit ${name}`, body: <EditKey visit={visit} apiKey={apiKey} of={again ?? { values: typed }} /> };
	},
	operation: (visit, values, ids) => async (ctx) => {
		const { id, expires_at } = await getApiKey(ctx, ids.id);
		const zone = visit.studio.timezone;
		// An unchanged expiry is not checked, so that an expired key can be renamed.
		const isKept = textOf(values, "expires_at") === instantFieldValue(expires_at, zone);
		const given = { ...settings(values, zone), ...(isKept ? { expires_at: undefined } : {}) };
		return await updateApiKey(ctx, id, parseBody(apiKeyPatch.extend(expiryAfter(ctx.now)), given));
	},
	afterSubmit: (visit, apiKey) => visit.to(pathOf(apiKey), { done: "changed" }),
});

apiKeyPages.form(`${path}/:id/rotate`, kinds, {
	kind: "change",
	secret: true,
	show: async (visit, ids, again) => {
		const apiKey = await getKey(visit, ids);
		const body = <RotateKey visit={visit} apiKey={apiKey} of={again ?? { values: { overlap_seconds: ["86400"] } }} />;
		return { title: `Rotate ${apiKey.name}`, body };
	},
	operation: (_visit, values, ids) => {
		const { overlap_seconds } = parseBody(rotation, { overlap_seconds: Number(textOf(values, "overlap_seconds")) });
		return (ctx) => rotateApiKey(ctx, ids.id, overlap_seconds);
	},
	afterSubmit: (visit, { api_key, key }) => ({
		title: "The key has a new value",
		body: <NewKeyValue visit={visit} apiKey={api_key} value={key} rotated />,
	}),
});

apiKeyPages.form(`${path}/:id/end_replaced_value`, kinds, {
	kind: "change",
	show: async (visit, ids, again) => {
		const [apiKey, seen] = await Promise.all([getKey(visit, ids), lastUses(visit, ids.id)]);
		const use = (await usesOf(visit, [apiKey.id], seen ?? [])).get(apiKey.id);
		return confirmEnd({ visit, apiKey, replaced: use?.replaced ?? null, isKnown: seen !== null, again });
	},
	operation: (_visit, _, ids) => (ctx) => endReplacedValue(ctx, ids.id),
	afterSubmit: (visit, apiKey) => visit.to(pathOf(apiKey), { done: "ended" }),
});

for (const [step, status, done] of [
	["pause", "INACTIVE", "paused"],
	["resume", "ACTIVE", "resumed"],
] as const)
	apiKeyPages.form(`${path}/:id/${step}`, kinds, {
		kind: "change",
		operation: (_visit, _, ids) => (ctx) => updateApiKey(ctx, ids.id, { status }),
		afterSubmit: (visit, apiKey) => visit.to(pathOf(apiKey), { done }),
	});

apiKeyPages.form(`${path}/:id/revoke`, kinds, {
	kind: "delete",
	show: async (visit, ids, again) => {
		const apiKey = await getKey(visit, ids);
		return confirmationPage({
			question: `Revoke ${apiKey.name}?`,
			text: <p>Every program that uses the key loses access at once. A revoked key cannot come back.</p>,
			verb: "Revoke",
			action: visit.to(`${pathOf(apiKey)}/revoke`),
			back: { href: visit.to(pathOf(apiKey)), text: apiKey.name },
			again,
		});
	},
	operation: (_visit, _, ids) => (ctx) => updateApiKey(ctx, ids.id, { status: "REVOKED" }),
	afterSubmit: (visit) => visit.to(path, { done: "revoked" }),
});
