import { Hono } from "hono";
import { accepts } from "hono/accepts";
import type { AppContext, AppEnv } from "../../platform/http/request/app-env.ts";
import { frontDoorPictures } from "./front-door/picture-routes.ts";
import { search } from "./search/search.tsx";
import { securityText } from "./sending/security-contact.ts";
import { htmlType, markdownType, pagePolicy, sendCacheable, sendFile } from "./sending/send.ts";
import { tryIt } from "./try-it/try-it.ts";

/**
 * The build has made all files (`files.tsx`), so nothing here reads a database or checks a credential (contract:
 * Documentation 3).
 */
export const docs = new Hono<AppEnv>();

type Next = () => Promise<void>;

const anyOrigin = { "Access-Control-Allow-Origin": "*" };
const plainType = "text/plain; charset=utf-8";
const linksetType = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** The file keeps its own name. */
const sendAs = (type: string, headers?: Record<string, string>) => async (c: AppContext, next: Next) =>
	(await sendFile(c, c.req.path, type, headers)) ?? (await next());

docs.route("/", tryIt);
docs.route("/", search);
docs.route("/", frontDoorPictures);

docs.get("/", async (c, next) => (await sendFile(c, "/index.html", htmlType, pagePolicy(c))) ?? (await next()));
docs.get("/llms.txt", sendAs(plainType));
docs.get("/robots.txt", sendAs(plainType));
docs.get("/sitemap.xml", sendAs("application/xml; charset=utf-8"));
docs.get("/.well-known/api-catalog", async (c, next) => {
	const Link = `<${new URL(c.req.path, c.req.url).href}>; rel="api-catalog"`;
	return await sendAs(linksetType, { ...anyOrigin, Link })(c, next);
});
docs.get("/.well-known/security.txt", async (c, next) => {
	const text = securityText(c.env.SECURITY_CONTACT, new URL(c.req.url).origin, c.get("now"));
	return text === undefined ? await next() : sendCacheable(c, text, plainType);
});
docs.get("/openapi.json", sendAs("application/json", anyOrigin));
docs.get("/asyncapi.json", sendAs("application/json", anyOrigin));
docs.get("/openapi.yaml", sendAs("application/yaml", anyOrigin));
docs.get("/docs/files/:name", sendAs(plainType));
docs.get("/docs/changelog.xml", sendAs("application/atom+xml; charset=utf-8"));
docs.get("/docs/events/:name{.+\\.schema\\.json}", sendAs("application/schema+json", anyOrigin));
docs.get("/docs.md", sendAs(markdownType));
docs.get("/docs/*", sendPage);

async function sendPage(c: AppContext, next: Next) {
	const path = c.req.path.replace(/\/$/, "");
	const mediaType = accepts(c, { header: "Accept", supports: ["text/html", "text/markdown"], default: "text/html" });
	const sent = path.endsWith(".md")
		? sendFile(c, path, markdownType)
		: mediaType === "text/markdown"
			? sendFile(c, `${path}.md`, markdownType, { Vary: "Accept" }, "by Accept")
			: sendFile(c, `${path}.html`, htmlType, { ...pagePolicy(c), Vary: "Accept" });
	return (await sent) ?? (await next());
}
