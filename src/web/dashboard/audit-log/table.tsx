import type { Names } from "../../../domain/access/audit-log/actors.ts";
import type { EntryWithValues } from "../../../domain/access/audit-log/changed-values.ts";
import { Badge } from "../../ui/components/elements.tsx";
import { Table } from "../../ui/components/table.tsx";
import { ActorName } from "../components/actors.tsx";
import { cellText } from "../components/json.ts";
import { RequestLink, shortId } from "../components/links.tsx";
import { LocalTime } from "../components/local-time.tsx";
import { RecordLink, type Records } from "../components/records.tsx";
import type { Visit } from "../frame/visit.ts";

interface Props {
	visit: Visit;
	entries: EntryWithValues[];
	names: Names;
	records: Records;
	/** The page is about one request, so the column of requests is left out. */
	inRequest?: boolean;
}

export const AuditTable = ({ visit, entries, names, records, inRequest }: Props) => (
	<Table
		label="Audit entries"
		rows={entries}
		columns={[
			{
				head: "Change",
				kind: "lead",
				cell: (entry) => (
					<>
						<code>{entry.action}</code> {entry.testMode && <Badge tone="info">Test</Badge>}
						<ChangedValues visit={visit} entry={entry} />
					</>
				),
			},
			{ head: "Record", cell: ({ resourceId }) => <RecordLink visit={visit} id={resourceId} records={records} /> },
			{
				head: "By",
				cell: ({ actorType, actorId, ipAddress }) => (
					<>
						<ActorName visit={visit} actor={{ type: actorType, id: actorId }} names={names} />
						{ipAddress !== null && <span class="hint">from {ipAddress}</span>}
					</>
				),
			},
			!inRequest && {
				head: "Request",
				kind: "short",
				cell: ({ requestId }) => <RequestLink visit={visit} id={requestId} short />,
			},
			{
				head: "When",
				cell: ({ createdAt }) => <LocalTime at={createdAt} zone={visit.studio.timezone} precision="second" />,
			},
		]}
	/>
);

const ChangedValues = ({ visit, entry }: { visit: Visit; entry: EntryWithValues }) => {
	const changes = Object.entries(entry.changes ?? {});
	const details = Object.entries(entry.details ?? {});
	const { eventId } = entry;
	return (
		<>
			{details.map(([name, value]) => (
				<span class="hint">
					{name}: {shortId(String(value))}
				</span>
			))}
			{changes.length > 0 ? (
				<details class="values">
					<summary>
						{changes.length === 1 ? "1 field" : `${changes.length} fields`}: {changes.map(([name]) => name).join(", ")}
					</summary>
					<dl class="before-after">
						{changes.map(([name, change]) => (
							<>
								<dt>{name}</dt>
								<dd>
									<del>{cellText(change.old)}</del> <ins>{cellText(change.new)}</ins>
								</dd>
							</>
						))}
					</dl>
				</details>
			) : (
				eventId !== null && (
					<a class="hint" href={visit.to(`/dashboard/events/${eventId}`)}>
						Show its event
					</a>
				)
			)}
		</>
	);
};
