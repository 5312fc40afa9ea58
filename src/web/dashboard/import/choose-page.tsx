import type { Draft } from "../../../domain/imports/draft.ts";
import type { Import } from "../../../domain/imports/schema.ts";
import { Empty, Panel, PostButton, Title } from "../../ui/components/elements.tsx";
import { faultOf } from "../../ui/components/faults.ts";
import { FaultSummary, type FormState } from "../../ui/components/fields.tsx";
import { Table } from "../../ui/components/table.tsx";
import { LocalTime } from "../components/local-time.tsx";
import { counted } from "../components/words.ts";
import { path as exportPath } from "../export/paths.ts";
import { FormId } from "../forms/form-id.tsx";
import { DoneNote } from "../frame/done-note.tsx";
import type { Visit } from "../frame/visit.ts";
import { discardPath, draftPath, fileField, importPath, path } from "./paths.ts";
import { countWords, StatusBadge } from "./words.tsx";

const done = { discarded: "No file of yours waits any more." };

interface Props {
	visit: Visit;
	/** The person's file that is not imported yet. */
	draft: Draft | undefined;
	/** The newest ones. */
	imports: Import[];
	/** Their ids. */
	beingUndone: string[];
	of: FormState;
}

export const ChoosePage = ({ visit, draft, imports, beingUndone, of }: Props) => (
	<>
		<Title
			text="Import clients"
			lead="Bring your clients along from another product or from a spreadsheet."
			back={{ href: visit.to("/dashboard/clients"), text: "Clients" }}
		/>
		<DoneNote visit={visit} words={done} />
		{draft && (
			<Panel
				title="Your file waits"
				lead={`You have chosen a file with ${counted(draft.rows, "row")} and not imported it yet. It is kept for a day, or until you choose another.`}
				actions={
					<>
						<a class="button primary" href={visit.to(continuedAt(draft))}>
							Continue with it
						</a>
						<PostButton action={visit.to(discardPath)}>Discard</PostButton>
					</>
				}
			/>
		)}
		<Panel title={draft ? "Choose another file" : "Choose a file"}>
			<p class="narrow">
				The exports of Square, Fresha, Vagaro, Acuity, Booksy and Calendly are recognised. In any other file you say
				which column is what. You see what would happen before anything is imported.
				{visit.studio.role === "OWNER" && (
					<>
						{" "}
						You can <a href={visit.to(exportPath)}>take everything out again</a> at any time.
					</>
				)}
			</p>
			<FileForm visit={visit} of={of} />
		</Panel>
		<Panel title="Imports of the last 30 days">
			{imports.length === 0 ? (
				<Empty title="No imports yet">Each import is listed here with what became of its rows.</Empty>
			) : (
				<Table
					label="Imports"
					rows={imports}
					columns={[
						{
							head: "Began",
							kind: "lead",
							cell: ({ id, created_at }) => (
								<a href={visit.to(importPath(id))}>
									<LocalTime at={created_at} zone={visit.studio.timezone} />
								</a>
							),
						},
						{
							head: "Status",
							kind: "short",
							cell: (of) => <StatusBadge of={of} isBeingUndone={beingUndone.includes(of.id)} />,
						},
						{ head: "Rows", kind: "number", cell: ({ rows_total }) => rows_total.toLocaleString("en-GB") },
						{ head: "Outcome", cell: countWords },
					]}
				/>
			)}
		</Panel>
	</>
);

/** The columns, until one of them has the email. */
const continuedAt = ({ id, columns, fields }: Draft): string =>
	columns === null || fields.includes("email") ? `${draftPath(id)}/preview` : draftPath(id);

const FileForm = ({ visit, of }: Pick<Props, "visit" | "of">) => {
	const fault = faultOf(of, fileField, "The file");
	return (
		<form method="post" action={visit.to(path)} enctype="multipart/form-data" class="narrow">
			<FaultSummary of={of} />
			<FormId />
			<div class="field">
				<label for={fileField}>File of clients</label>
				<span class="hint" id={`${fileField}-hint`}>
					CSV with a header, or NDJSON. At most 10 MiB and 20,000 rows. Save a workbook of Excel or Numbers as CSV
					first.
				</span>
				<input
					id={fileField}
					name={fileField}
					type="file"
					required
					accept=".csv,.tsv,.txt,.ndjson,.jsonl,text/csv,application/x-ndjson"
					aria-describedby={fault ? `${fileField}-hint ${fileField}-fault` : `${fileField}-hint`}
					aria-invalid={fault ? "true" : undefined}
				/>
				{fault && (
					<span class="fault" id={`${fileField}-fault`}>
						{fault}
					</span>
				)}
			</div>
			<div class="actions">
				<button class="primary" type="submit">
					Continue
				</button>
			</div>
		</form>
	);
};
