import { Hono } from "hono";
import { stringify } from "yaml";
import type { AppContext, AppEnv } from "../http/app-env.ts";
import { entityTagsIn, isKnown } from "../http/entity-tags.ts";
import { docsUrl } from "../http/respond.ts";
import { sha256 } from "../lib/crypto.ts";
import { apiDocument } from "./document.ts";

/** Contract: Documentation 1. */
export const openapi = new Hono<AppEnv>();

const forms = {
	json: { contentType: "application/json", write: (document: object) => JSON.stringify(document) },
	yaml: {
		contentType: "application/yaml",
		write: (document: object) => stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 }),
	},
};

type Form = keyof typeof forms;

interface Written {
	at: string;
	text: string;
	tag: string;
}

/** The document depends on the address of the service alone, so the isolate keeps it. */
const made: Partial<Record<Form, Written>> = {};

function documentIn(form: Form, c: AppContext): Written {
	const origin = new URL(c.req.url).origin;
	const at = `${origin} ${docsUrl(c)}`;
	const kept = made[form];
	if (kept?.at === at) return kept;
	const text = forms[form].write(apiDocument(origin, docsUrl(c)));
	const written = { at, text, tag: `"${sha256(text).slice(0, 32)}"` };
	made[form] = written;
	return written;
}

for (const form of ["json", "yaml"] as const) {
	openapi.get(`/openapi.${form}`, (c) => {
		const { text, tag } = documentIn(form, c);
		const headers = { ETag: tag, "Access-Control-Allow-Origin": "*", "Cache-Control": "public, max-age=300" };
		// A header of the wrong form is no condition: this is no operation of the API, and a cache may have sent it.
		const { tags } = entityTagsIn("If-None-Match", c.req.header("If-None-Match"));
		if (tags && isKnown(tags, tag)) return c.body(null, 304, headers);
		return c.body(text, 200, { ...headers, "Content-Type": forms[form].contentType });
	});
}
