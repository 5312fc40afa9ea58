import type { Changes } from "../../../platform/lib/changes.ts";
import { Table } from "../../ui/components/table.tsx";
import { cellText } from "./json.ts";

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
