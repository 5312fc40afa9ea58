import { result } from "./answers.ts";
import type { Cloud, Routes } from "./cloud.ts";

/** A token of the form that wrangler reads. Cloudflare signs it. */
const token = (content: object) =>
	["{}", JSON.stringify(content), "signature"].map((part) => Buffer.from(part).toString("base64url")).join(".");

const known = new WeakMap<Cloud, Set<string>>();

export const assetRoutes: Routes = {
	"POST /workers/scripts/:name/assets-upload-session": async ({ cloud, request }) => {
		const { manifest } = (await request.json()) as { manifest: Record<string, { hash: string }> };
		const hashes = known.get(cloud) ?? new Set();
		known.set(cloud, hashes);
		const missing = [...new Set(Object.values(manifest).map(({ hash }) => hash))].filter((hash) => !hashes.has(hash));
		return result({ jwt: token({ done: missing.length === 0 }), buckets: missing.length > 0 ? [missing] : [] });
	},
	"POST /workers/assets/upload": async ({ cloud, request }) => {
		const form = await request.formData();
		for (const hash of form.keys()) known.get(cloud)?.add(hash);
		return result({ jwt: token({ done: true }) });
	},
};
