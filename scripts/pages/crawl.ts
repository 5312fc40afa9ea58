// Finds the pages of the dashboard by following links.

/** Signs in with the form, and returns the cookie. */
export async function signInAt(origin: string, email: string, password: string): Promise<string> {
	const { status, headers } = await fetch(`${origin}/sign_in`, {
		method: "POST",
		redirect: "manual",
		body: new URLSearchParams({ email, password }),
	});
	const cookie = headers.get("Set-Cookie")?.split(";")[0];
	if (status !== 303 || !cookie) throw new Error(`${email} cannot sign in at ${origin}: status ${status}.`);
	return cookie;
}

export interface CrawledPage {
	/** Its route, such as `/dashboard/clients/:id`. */
	pattern: string;
	/** The address, with its query. */
	path: string;
	status: number;
	/** The page that links to it. */
	from: string;
}

const ids = /\/[a-z]{3}_[0-9a-f-]{32,36}(?=\/|$)/g;

export const patternOf = (path: string): string => (path.split("?")[0] ?? path).replace(ids, "/:id");

const entities: Record<string, string> = { quot: '"', "#39": "'", lt: "<", gt: ">", amp: "&" };
const unescaped = (text: string) => text.replaceAll(/&(quot|#39|lt|gt|amp);/g, (_, name) => entities[name] ?? "");

/** A link may lead to a file, such as a CSV. */
const isPage = ({ headers }: Response): boolean => headers.get("Content-Type")?.startsWith("text/html") ?? false;

const linksIn = (html: string): string[] =>
	[...html.matchAll(/<a [^>]*href="(\/dashboard[^"#]*)/g)].map(([, href = ""]) => unescaped(href));

/** A limit that ends the crawl in any case. */
const mostPages = 300;

/** One page of each route. `chosen` are the addresses to use for their routes. */
export async function crawl(origin: string, cookie: string, chosen: string[] = []): Promise<CrawledPage[]> {
	const found: CrawledPage[] = [];
	const patterns = new Set<string>();
	const wanted = (path: string): boolean => {
		const pattern = patternOf(path);
		if (patterns.has(pattern) || patterns.size >= mostPages) return false;
		patterns.add(pattern);
		return true;
	};
	let next = ["/dashboard", ...chosen].filter(wanted).map((path) => ({ path, from: "" }));
	while (next.length > 0) {
		const links = await Promise.all(
			next.map(async ({ path, from }) => {
				const response = await fetch(origin + path, { headers: { Cookie: cookie } });
				const html = await response.text();
				if (!isPage(response) && response.ok) return [];
				const { pathname, search } = new URL(response.url);
				found.push({ pattern: patternOf(path), path: pathname + search, status: response.status, from });
				return response.ok ? linksIn(html).map((link) => ({ path: link, from: path })) : [];
			}),
		);
		next = links.flat().filter(({ path }) => wanted(path));
	}
	return found.sort((a, b) => (a.pattern < b.pattern ? -1 : 1));
}
