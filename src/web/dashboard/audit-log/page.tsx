import type { Names } from "../../../domain/access/audit-log/actors.ts";
import type { EntryWithValues } from "../../../domain/access/audit-log/changed-values.ts";
import type { AuditFilters } from "../../../domain/access/audit-log/read-entries.ts";
import { Empty, Note, Pager, Panel, Title } from "../../ui/components/elements.tsx";
import { type FormState, Input, Select } from "../../ui/components/fields.tsx";
import type { Records } from "../components/records.tsx";
import type { Visit } from "../frame/visit.ts";
import { maxInFile } from "../lists/csv.ts";
import { FilterDependent, Filters, NoneNewer, Results, resultCount } from "../lists/filters.tsx";
import { AuditTable } from "./table.tsx";

export const path = "/dashboard/audit_log";

export const filterNames = ["action", "actor", "resource_id", "since", "until"] as const;

interface Props {
	visit: Visit;
	entries: EntryWithValues[];
	names: Names;
	records: Records;
	filters: AuditFilters;
	people: { value: string; text: string }[];
	next: string | undefined;
}

export const AuditLog = ({ visit, entries, names, records, filters, people, next }: Props) => {
	const query = visit.c.req.query();
	const asked = Object.fromEntries(filterNames.map((name) => [name, query[name]]));
	const of: FormState = { values: Object.fromEntries(filterNames.map((name) => [name, [query[name] ?? ""]])) };
	const isFiltered = Object.values(filters).some((value) => value !== undefined);
	return (
		<>
			<Title
				text="Audit log"
				lead="Every change to the studio's data in the last two years, with its author, time and request."
			>
				<FilterDependent name="file">
					<a class="button" href={visit.to(`${path}/csv`, asked)}>
						Download CSV
					</a>
				</FilterDependent>
			</Title>
			<Panel>
				<Filters visit={visit} action={path}>
					<Input of={of} name="action" label="Action" placeholder="client.updated" mono />
					<Select of={of} name="actor" label="By" options={people} />
					<Input of={of} name="resource_id" label="Record" placeholder="cli_…" mono />
					<Input of={of} name="since" label="Since" type="datetime-local" />
					<Input of={of} name="until" label="Until" type="datetime-local" />
					<button type="submit">Filter</button>
				</Filters>
				<Results announcement={resultCount("entries", entries, next)}>
					{entries.length > 0 ? (
						<AuditTable visit={visit} entries={entries} names={names} records={records} />
					) : next ? (
						<NoneNewer what="entries" />
					) : (
						<Empty
							title={isFiltered ? "No entry matches" : "No entries yet"}
							actions={
								isFiltered && (
									<a class="button" href={visit.to(path)}>
										Show all
									</a>
								)
							}
						>
							Each change to the studio's data appears here.
						</Empty>
					)}
					<Pager first={query.after && visit.to(path, asked)} next={next} />
				</Results>
			</Panel>
			<Note>
				The values of a client, an appointment or another daily record are kept for 30 days, those of settings as long
				as the entry. The file has the newest {maxInFile.toLocaleString("en-GB")} entries that the filter finds.
			</Note>
		</>
	);
};
