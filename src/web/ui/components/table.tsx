import type { Child } from "hono/jsx";

export interface Column<T> {
	head: string;
	cell: (row: T) => Child;
	/** `lead`: what the row is about, its title where rows are cards. `end`: its buttons. `number`: to the right. `short`: never broken. */
	kind?: "lead" | "end" | "number" | "short";
}

interface Props<T> {
	/** Says what the table shows. */
	label: string;
	columns: readonly (Column<T> | false | null)[];
	rows: readonly T[];
}

/**
 * Where there is little room each row is shown as a card. Browsers take the parts of a table for none where they are
 * displayed otherwise, so each has its role.
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
