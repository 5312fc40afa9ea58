import type { DocPage } from "./doc-page.ts";

/** RFC 9727. Each target has the media type with which the service sends it. */
export function apiCatalog(origin: string): object {
	const catalog = `${origin}/.well-known/api-catalog`;
	const [api, mcp] = [`${origin}/v1`, `${origin}/mcp`];
	const resource = `${origin}/.well-known/oauth-protected-resource`;
	return {
		linkset: [
			{ anchor: catalog, item: [{ href: api }, { href: mcp }] },
			{
				anchor: api,
				"service-desc": [
					{ href: `${origin}/openapi.json`, type: "application/json" },
					{ href: `${origin}/openapi.yaml`, type: "application/yaml" },
					{ href: `${origin}/asyncapi.json`, type: "application/json" },
				],
				"service-doc": [{ href: `${origin}/docs`, type: "text/html" }],
				"service-meta": [{ href: resource, type: "application/json" }],
				status: [{ href: `${origin}/healthz`, type: "application/json" }],
			},
			{
				anchor: mcp,
				"service-doc": [{ href: `${origin}/docs/agents`, type: "text/html" }],
				"service-meta": [{ href: `${resource}/mcp`, type: "application/json" }],
			},
		],
	};
}

/**
 * The paths of programs, of the studios' own pages, and of pages that only a mailed link opens. The rules end with `/`
 * or `$`, or have an underscore, which no slug has: every artist's page stays open to crawlers.
 */
const keptFromCrawlers = [
	...["/admin/", "/v1/", "/mcp$", "/oauth/", "/dashboard$", "/dashboard/", "/manage/", "/invitations/", "/calendars/"],
	...["/sign_in", "/forgot_password", "/reset_password", "/confirm_email"],
];

export const robots = (origin: string): string =>
	[
		"User-agent: *",
		...keptFromCrawlers.map((path) => `Disallow: ${path}`),
		"",
		`Sitemap: ${origin}/sitemap.xml`,
		"",
	].join("\n");

export function sitemap(pages: readonly DocPage[], origin: string): string {
	const urls = ["/", ...pages.map(({ path }) => path)].map((path) => `<url><loc>${origin}${path}</loc></url>`);
	return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`;
}
