import type { AppContext } from "../../../platform/http/request/app-env.ts";
import { Breakable } from "../../ui/components/breakable.tsx";
import { PageSearch } from "../search/search-form.tsx";
import { readSearchIndex } from "../search/search-index.ts";
import { framed } from "../sending/framed-page.ts";
import { pagePolicy } from "../sending/send.ts";
import { pagesLike } from "./pages-like.ts";

export async function docsNotFoundPage(c: AppContext): Promise<Response> {
	const similar = pagesLike(await readSearchIndex(c), c.req.path);
	const content = (
		<>
			<h1>Page not found</h1>
			<p>The documentation has no page at this address.</p>
			{similar.length > 0 && (
				<>
					<h2>Did you mean one of these?</h2>
					<ul class="results">
						{similar.map(({ path, title, description }) => (
							<li>
								<a href={path}>{title}</a>
								<br />
								<Breakable text={description} />
							</li>
						))}
					</ul>
				</>
			)}
			<PageSearch id="search-here" />
			<p>
				Go to the <a href="/docs">start of the documentation</a>, to the <a href="/docs/reference">reference</a> or to
				the <a href="/dashboard">dashboard</a>.
			</p>
		</>
	);
	const page = await framed(c, {
		title: "Page not found",
		description: "There is no page at this address.",
		content,
	});
	return c.html(page, 404, pagePolicy(c));
}
