import type { ImportRow } from "../../../domain/imports/schema.ts";
import type { ImportWithUndo } from "../../../domain/imports/undo.ts";
import { timestamp } from "../../../platform/lib/time.ts";
import { Facts, Note, Panel, PostButton, Title } from "../../ui/components/elements.tsx";
import { Live } from "../../ui/components/live.tsx";
import { Table } from "../../ui/components/table.tsx";
import { LocalTime } from "../components/local-time.tsx";
import { counted } from "../components/words.ts";
import { DoneNote } from "../frame/done-note.tsx";
import type { Visit } from "../frame/visit.ts";
import { importPath, path } from "./paths.ts";
import { reasonWords, StatusBadge } from "./words.tsx";

const begun = {
	started: "The import has begun. You can leave this page and come back to it.",
	undone: "The import is being undone. You can leave this page and come back to it.",
};

const ended = {
	cancelled: "The import has been cancelled. The rows that were done stay.",
	undone: "The import has been undone.",
};

interface Props extends ImportWithUndo {
	visit: Visit;
	/** The first ones. */
	failed: ImportRow[];
	/** Clients that an undo left, because somebody has changed or used them: the first ones. */
	left: ImportRow[];
}

export const ImportPage = (props: Props) => {
	const { visit, import: of, undoing } = props;
	const isUnderWay = of.finished_at === null || undoing !== undefined;
	return (
		<>
			<Title text="Import of clients" back={{ href: visit.to(path), text: "Import clients" }} />
			{!isUnderWay && <DoneNote visit={visit} words={ended} />}
			<Live what="results" on={isUnderWay}>
				{isUnderWay && <DoneNote visit={visit} words={begun} />}
				<Progress {...props} />
			</Live>
		</>
	);
};

const number = (count: number): string => count.toLocaleString("en-GB");

const Progress = ({ visit, import: of, undoing, undone, failed, left, isUndoable }: Props) => {
	const timeOf = (at: string | null) => at && <LocalTime at={at} zone={visit.studio.timezone} />;
	return (
		<>
			{of.error && <Note tone="warn">{of.error}</Note>}
			<Panel
				title={
					undoing
						? `${number(undoing.removed)} of ${counted(undoing.total ?? 0, "client")} removed`
						: undone
							? `Undone: ${counted(undone.removed, "client")} removed, ${number(undone.left)} left`
							: `${number(of.rows_done)} of ${counted(of.rows_total, "row")} done`
				}
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
				{undoing ? (
					<progress
						class="import-progress"
						max={undoing.total ?? 0}
						value={undoing.done}
						aria-label="Clients that are done"
					/>
				) : (
					!undone && (
						<progress
							class="import-progress"
							max={of.rows_total}
							value={of.rows_done}
							aria-label="Rows that are done"
						/>
					)
				)}
				<Facts
					pairs
					of={[
						["Status", <StatusBadge of={of} isBeingUndone={undoing !== undefined} />],
						["Created", number(of.created)],
						["Updated", number(of.updated)],
						["Skipped", number(of.skipped)],
						["Failed", number(of.failed)],
						["Began", timeOf(of.created_at)],
						["Ended", timeOf(of.finished_at)],
						undoing !== undefined && ["Undo began", timeOf(timestamp(undoing.createdAt))],
						of.undone_at !== null && ["Undone", timeOf(of.undone_at)],
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
