import type { AppContext } from "../http/app-env.ts";
import { Page } from "./layout.tsx";
import { page } from "./respond.tsx";

/** The page of an address at which there is none. */
export const missingPage = (c: AppContext) =>
	page(
		c,
		<Page title="Page not found">
			<h1>Page not found</h1>
			<p>There is no page at this address.</p>
			<p>
				Go to the <a href="/docs">documentation</a> or to the <a href="/dashboard">dashboard</a>.
			</p>
		</Page>,
		{ status: 404 },
	);
