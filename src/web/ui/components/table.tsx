import type { Child } from "hono/jsx";

export interface Column<T> {
	head: string;
	cell: (row: T) => Child;
	/** `lead`: the title of the row. `end`: its buttons. `number`: aligned right. `short`: never wrapped. */
	kind?: "lead" | "end" | "number" | "short";
}

interface Props<T> {
	label: string;
	columns: readonly (Column<T> | false | null)[];
	rows: readonly T[];
}

/**
 * On a narrow screen CSS shows each row as a card. A table part with another `display` loses its role in browsers, so
 * the roles are explicit.
 */
export function Table<T>({ label, columns, rows }: Props<T>) {
	const shown = columns.filter((column) => column !== false && column !== null);
	return (
		// biome-ignore lint/a11y/noRedundantRoles: see above
		<table class="table" role="table" aria-label={label}>
			{/* biome-ignore lint/a11y/noRedundantRoles: see above */}
			<thead role="rowgroup">
				{/* biome-ignore lint/a11y/noRedundantRoles: see above */}
				<tr role="row">
					{shown.map(({ head, kind }) => (
						// biome-ignore lint/a11y/noRedundantRoles: see above
						<th role="columnheader" scope="col" class={kind}>
							{kind === "end" ? <span class="hidden">{head}</span> : head}
						</th>
					))}
				</tr>
			</thead>
			{/* biome-ignore lint/a11y/noRedundantRoles: see above */}
			<tbody role="rowgroup">
				{rows.map((row) => (
					// biome-ignore lint/a11y/noRedundantRoles: see above
					<tr role="row">
						{shown.map(({ head, kind, cell }) => (
							// biome-ignore lint/a11y/noRedundantRoles: see above
							<td role="cell" class={kind} data-head={head}>
								{kind === "end" ? <div class="actions">{cell(row)}</div> : <div>{cell(row)}</div>}
							</td>
						))}
					</tr>
				))}
			</tbody>
		</table>
	);
}
