import { Hono } from "hono";
import type { AppEnv } from "../../../platform/http/request/app-env.ts";
import { tryItScript } from "../../ui/assets.ts";
import { tryItFile } from "../sending/built-assets.ts";
import { htmlType, policy, sendFile } from "../sending/send.ts";
import { scalar, scalarPath } from "./scalar.ts";

export const tryIt = new Hono<AppEnv>();

export const tryItPath = "/docs/reference/try";

const yearSeconds = 31_536_000;

tryIt.get(scalarPath, async (c) => {
	const file = await c.env.FILES.fetch(new URL(scalar.file, c.req.url));
	if (!file.ok) throw new Error(`The file of Scalar is missing: ${file.status}.`);
	return new Response(file.body, {
		headers: {
			"Content-Type": "text/javascript; charset=utf-8",
			"Cache-Control": `public, max-age=${yearSeconds}, immutable`,
		},
	});
});

tryIt.get(tryItPath, async (c, next) => {
	const { origin } = new URL(c.req.url);
	const headers = policy([
		`script-src ${origin}${tryItScript.path} ${origin}${scalarPath}`,
		// Scalar writes its style sheet and the positions of its parts into the page.
		"style-src 'unsafe-inline'",
		"img-src 'self' data:",
		"font-src data:",
	]);
	return (await sendFile(c, tryItFile, htmlType, headers)) ?? (await next());
});
