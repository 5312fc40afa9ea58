import { Hono } from "hono";
import { accepts } from "hono/accepts";
import type { AppContext, AppEnv } from "../../platform/http/request/app-env.ts";
import { search } from "./search.tsx";
import { htmlType, pagePolicy, sendFile } from "./send.ts";
import { tryIt } from "./try-it.tsx";

/**
 * What an integrator reads (contract: Documentation 3). The build has made it all (`files.tsx`): nothing here reads a
 * database or asks who comes.
 */
export const docs = new Hono<AppEnv>();

type Next = () => Promise<void>;

const forEverybody = { "Access-Control-Allow-Origin": "*" };
const markdownType = "text/markdown; charset=utf-8";
const plainType = "text/plain; charset=utf-8";

/** Sends a file under its own name. */
const send = (type: string, headers?: Record<string, string>) => async (c: AppContext, next: Next) =>
	(await sendFile(c, c.req.path, type, headers)) ?? (await next());

docs.route("/", tryIt);
docs.route("/", search);

docs.get("/", async (c, next) => (await sendFile(c, "/index.html", htmlType, pagePolicy(c))) ?? (await next()));
docs.get("/llms.txt", send(plainType));
docs.get("/openapi.json", send("application/json", forEverybody));
docs.get("/openapi.yaml", send("application/yaml", forEverybody));
docs.get("/docs/files/:name", send(plainType));
docs.get("/docs/changelog.xml", send("application/atom+xml; charset=utf-8"));
docs.get("/docs/events/:name{.+\\.schema\\.json}", send("application/schema+json", forEverybody));
docs.get("/docs.md", send(markdownType));
docs.get("/docs/*", sendPage);

async function sendPage(c: AppContext, next: Next) {
	const path = c.req.path.replace(/\/$/, "");
	const wanted = accepts(c, { header: "Accept", supports: ["text/html", "text/markdown"], default: "text/html" });
	const sent = path.endsWith(".md")
		? sendFile(c, path, markdownType)
		: wanted === "text/markdown"
			? sendFile(c, `${path}.md`, markdownType, { Vary: "Accept" })
			: sendFile(c, `${path}.html`, htmlType, { ...pagePolicy(c), Vary: "Accept" });
	return (await sent) ?? (await next());
}
