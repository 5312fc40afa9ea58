import type { Child } from "hono/jsx";
import type { Visit } from "../frame/visit.ts";

interface FiltersProps {
	visit: Visit;
	/** The path of the page that shows what it finds. */
	action: string;
	children?: Child;
}

/**
 * What a list is filtered by stands in its address. Where scripts run, what follows the filter is put in without a
 * reload (web/ui/browser/filters.client.js).
 */
export const Filters = ({ visit, action, children }: FiltersProps) => (
	<form class="filters" method="get" action={action} data-in-place>
		<input type="hidden" name="studio" value={visit.studio.id} />
		{children}
	</form>
);

/** A part of the page beside the results that depends on the filter, too. Its name is its own on the page. */
export const FilterDependent = ({ name, children }: { name: string; children?: Child }) => (
	<div class="follows" data-follows={name}>
		{children}
	</div>
);

/** What a filter finds. Screen readers hear what is told of it when it has changed without a reload. */
export const Results = ({ announcement, children }: { announcement: string; children?: Child }) => (
	<div tabindex={-1} data-follows="results" data-told={announcement}>
		{children}
	</div>
);

/** How much a page of a list shows, `what` being the word for it in the plural. */
export const resultCount = (what: string, shown: readonly unknown[], next: string | undefined): string =>
	`Found ${what}: ${shown.length}${next === undefined ? "" : ", and more on the next page"}`;
