import type { Changes } from "../../../platform/lib/changes.ts";
import { Table } from "../../ui/components/table.tsx";
import { cellText } from "./json.ts";

/** Null if the event has no changes. */
export function changesIn(data: Record<string, unknown>): Changes | null {
	const { changes } = data;
	if (typeof changes !== "object" || changes === null || Array.isArray(changes)) return null;
	const entries = Object.entries(changes).filter(
		([, change]) => typeof change === "object" && change !== null && "old" in change && "new" in change,
	);
	return entries.length === 0 ? null : (Object.fromEntries(entries) as Changes);
}

export const ChangesTable = ({ changes, label }: { changes: Changes; label: string }) => (
	<Table
		label={label}
		rows={Object.entries(changes)}
		columns={[
			{ head: "Field", kind: "lead", cell: ([name]) => <code>{name}</code> },
			{ head: "Before", cell: ([, change]) => cellText(change.old) },
			{ head: "After", cell: ([, change]) => cellText(change.new) },
		]}
	/>
);
