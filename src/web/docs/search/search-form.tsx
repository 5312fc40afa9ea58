interface Props {
	id: string;
	query?: string | undefined;
}

const action = "/docs/search";

export const MenuSearch = ({ id, query }: Props) => (
	<search>
		<form action={action} method="get" data-search>
			<label class="hidden" for={id}>
				Search
			</label>
			<input id={id} type="search" name="q" value={query} placeholder="Search" autocomplete="off" />
		</form>
	</search>
);

/** On a phone, the search in the menu is hidden until the menu opens. */
export const PageSearch = ({ id, query }: Props) => (
	<search aria-label="Search from this page">
		<form class="with-button" action={action} method="get">
			<div class="field">
				<label for={id}>Search the documentation</label>
				<input id={id} type="search" name="q" value={query} autocomplete="off" />
			</div>
			<button type="submit">Search</button>
		</form>
	</search>
);
