import type { Child } from "hono/jsx";
import type { Visit } from "../frame/visit.ts";

interface FiltersProps {
	visit: Visit;
	action: string;
	children?: Child;
}

/**
 * The filter of a list is in its address. A script replaces the parts that depend on the filter without a reload
 * (web/ui/browser/filters.client.js).
 */
export const Filters = ({ visit, action, children }: FiltersProps) => (
	<form class="filters" method="get" action={action} data-in-place>
		<input type="hidden" name="studio" value={visit.studio.id} />
		{children}
	</form>
);

/** The name must be unique on the page. */
export const FilterDependent = ({ name, children }: { name: string; children?: Child }) => (
	<div class="follows" data-follows={name}>
		{children}
	</div>
);

/** The results of a filter. After a change without a reload, screen readers say the announcement. */
export const Results = ({ announcement, children }: { announcement: string; children?: Child }) => (
	<div tabindex={-1} data-follows="results" data-announcement={announcement}>
		{children}
	</div>
);

/** On a page that a filter left empty, and after which others follow. */
export const NoneNewer = ({ what }: { what: string }) => (
	<p class="dim">
		None of the newer {what} matches. Continue with older {what}.
	</p>
);

export const resultCount = (what: string, shown: readonly unknown[], next: string | undefined): string =>
	`Found ${what}: ${shown.length}${next === undefined ? "" : ", and more on the next page"}`;
