import { Hono } from "hono";
import { html } from "hono/html";
import type { AppEnv } from "../http/app-env.ts";
import { type Code, problems } from "../problem-table/table.ts";

/** Contract: Documentation 3. */
export const docs = new Hono<AppEnv>();

docs.get("/docs/errors/:code", async (c, next) => {
	const code = c.req.param("code");
	if (!Object.hasOwn(problems, code)) return await next();
	const { status, title, meaning } = problems[code as Code];
	c.header("Cache-Control", "public, max-age=3600");
	c.header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
	return c.html(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${code} (${status})</title>
<style>
:root { color-scheme: light dark; }
body { font: 1rem/1.6 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem; }
code { font: 0.95em ui-monospace, monospace; }
</style>
</head>
<body>
<p><code>${code}</code> · HTTP ${status}</p>
<h1>${title}</h1>
<p>${meaning}</p>
</body>
</html>`);
});
