import type { Import } from "../../../domain/imports/schema.ts";
import { Facts, Note, Panel, PostButton, Title } from "../../ui/components/elements.tsx";
import { FaultSummary, type FormState } from "../../ui/components/fields.tsx";
import { Table } from "../../ui/components/table.tsx";
import { counted } from "../components/words.ts";
import { FormId } from "../forms/form-id.tsx";
import type { Visit } from "../frame/visit.ts";
import { discardPath, draftPath } from "./paths.ts";
import { reasonWords } from "./words.tsx";

interface Props {
	visit: Visit;
	id: string;
	/** The outcome that the import would have. */
	tried: Import;
	of: FormState;
}

export const PreviewPage = ({ visit, id, tried, of }: Props) => {
	const { created, updated, skipped, failed, faults = [], ignored_columns } = tried;
	const acts = created + updated > 0;
	return (
		<>
			<Title
				text="Preview"
				lead="This is what the import would do. Nothing has been imported yet."
				back={{ href: visit.to(draftPath(id)), text: "Columns" }}
			>
				<PostButton action={visit.to(discardPath)}>Discard the file</PostButton>
			</Title>
			<Panel>
				<Facts
					pairs
					of={[
						["New clients", created.toLocaleString("en-GB")],
						["Updated clients", updated.toLocaleString("en-GB")],
						["Skipped rows", skipped.toLocaleString("en-GB")],
						["Rows with a fault", failed.toLocaleString("en-GB")],
					]}
				/>
				{ignored_columns.length > 0 && <p class="narrow">Left out: {ignored_columns.join(", ")}.</p>}
				<p class="narrow dim">
					Clients get no mail. Your programs are told of each new client. The new clients can be removed again for 7
					days, except those that somebody has changed or used by then.
				</p>
				<form method="post" action={visit.to(`${draftPath(id)}/preview`)}>
					<FaultSummary of={of} />
					<FormId />
					<div class="actions">
						{acts && (
							<button class="primary" type="submit">
								Import {counted(created + updated, "client")}
							</button>
						)}
						<a class="button" href={visit.to(draftPath(id))}>
							Change the columns
						</a>
					</div>
				</form>
			</Panel>
			{failed > 0 && (
				<Panel
					title="Rows with a fault"
					lead={`They are left out. You can mend them afterwards and send them again.${failed > faults.length ? ` These are the first ${faults.length}.` : ""}`}
				>
					{areMostOfDates(faults) && (
						<Note tone="warn">
							The dates of birth are perhaps written in another order. Choose it{" "}
							<a href={visit.to(`${draftPath(id)}#dates`)}>below the columns</a>.
						</Note>
					)}
					<FaultTable faults={faults} />
				</Panel>
			)}
		</>
	);
};

type Faults = NonNullable<Import["faults"]>;

const areMostOfDates = (faults: Faults): boolean =>
	2 * faults.filter(({ reason }) => reason.includes("date_of_birth: ")).length > faults.length;

const FaultTable = ({ faults }: { faults: Faults }) => (
	<Table
		label="Rows with a fault"
		rows={faults}
		columns={[
			{ head: "Row", cell: ({ row }) => row.toLocaleString("en-GB") },
			{ head: "Why", cell: ({ reason }) => reasonWords(reason) },
		]}
	/>
);
