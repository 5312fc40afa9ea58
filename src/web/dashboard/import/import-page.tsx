import type { Import, ImportRow } from "../../../domain/imports/schema.ts";
import { Facts, Note, Panel, PostButton, Title } from "../../ui/components/elements.tsx";
import { Live } from "../../ui/components/live.tsx";
import { Table } from "../../ui/components/table.tsx";
import { LocalTime } from "../components/local-time.tsx";
import { counted } from "../components/words.ts";
import { DoneNote } from "../frame/done-note.tsx";
import type { Visit } from "../frame/visit.ts";
import { importPath, path } from "./paths.ts";
import { reasonWords, StatusBadge } from "./words.tsx";

/** It goes with the end of the import. */
const started = { started: "The import has begun. You can leave this page and come back to it." };

const done = {
	cancelled: "The import has been cancelled. The rows that were done stay.",
	undone: "The clients of this import are being removed.",
};

interface Props {
	visit: Visit;
	import: Import;
	/** The first ones. */
	failed: ImportRow[];
	/** Clients that an undo left, because somebody has changed or used them. */
	left: ImportRow[];
	isUndoable: boolean;
}

export const ImportPage = (props: Props) => {
	const { visit, import: of } = props;
	const isUnderWay = of.finished_at === null;
	return (
		<>
			<Title text="Import of clients" back={{ href: visit.to(path), text: "Import clients" }} />
			<DoneNote visit={visit} words={done} />
			<Live what="results" on={isUnderWay}>
				{isUnderWay && <DoneNote visit={visit} words={started} />}
				<Progress {...props} />
			</Live>
		</>
	);
};

const Progress = ({ visit, import: of, failed, left, isUndoable }: Props) => {
	const number = (count: number) => count.toLocaleString("en-GB");
	return (
		<>
			{of.error && <Note tone="warn">{of.error}</Note>}
			<Panel
				title={`${number(of.rows_done)} of ${counted(of.rows_total, "row")} done`}
				actions={
					<>
						{of.finished_at === null && (
							<PostButton action={visit.to(`${importPath(of.id)}/cancel`)}>Cancel</PostButton>
						)}
						{isUndoable && (
							<a class="button" href={visit.to(`${importPath(of.id)}/undo`)}>
								Undo
							</a>
						)}
					</>
				}
			>
				<progress class="import-progress" max={of.rows_total} value={of.rows_done} aria-label="Rows that are done" />
				<Facts
					pairs
					of={[
						["Status", <StatusBadge status={of.status} />],
						["Created", number(of.created)],
						["Updated", number(of.updated)],
						["Skipped", number(of.skipped)],
						["Failed", number(of.failed)],
						["Began", <LocalTime at={of.created_at} zone={visit.studio.timezone} />],
						["Ended", of.finished_at && <LocalTime at={of.finished_at} zone={visit.studio.timezone} />],
						of.undone_at !== null && ["Undone", <LocalTime at={of.undone_at} zone={visit.studio.timezone} />],
					]}
				/>
			</Panel>
			{failed.length > 0 && (
				<Panel
					title="Failed rows"
					lead="Mend them in the file and import that file again. The columns about the outcome do no harm."
					actions={
						<a class="button" href={visit.to(`${importPath(of.id)}/failed.csv`)}>
							Download CSV
						</a>
					}
				>
					<Table
						label="Failed rows"
						rows={failed}
						columns={[
							{ head: "Row", cell: ({ row }) => number(row) },
							{ head: "Why", cell: ({ reason }) => reasonWords(reason ?? "") },
						]}
					/>
					{of.failed > failed.length && (
						<p class="dim">{counted(of.failed - failed.length, "further row")} in the file.</p>
					)}
				</Panel>
			)}
			{left.length > 0 && (
				<Panel title="Clients that stay" lead="Somebody has changed or used them since the import.">
					<Table
						label="Clients that stay"
						rows={left}
						columns={[
							{ head: "Row", cell: ({ row }) => number(row) },
							{
								head: "Client",
								cell: ({ client_id }) => <a href={visit.to(`/dashboard/clients/${client_id}`)}>{client_id}</a>,
							},
						]}
					/>
				</Panel>
			)}
		</>
	);
};
