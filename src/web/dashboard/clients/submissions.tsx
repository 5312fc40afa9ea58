import type { FormOfClient } from "../../../domain/clients/clients/belongings.ts";
import type { Submission } from "../../../domain/clients/form-submissions/schema.ts";
import { Panel } from "../../ui/components/elements.tsx";
import { submissionPath } from "../client-forms/paths.ts";
import { LocalTime } from "../components/local-time.tsx";
import { SubmissionFacts } from "../components/submission-facts.tsx";
import type { Visit } from "../frame/visit.ts";

export interface SubmissionsOfClient {
	rows: readonly Submission[];
	forms: readonly FormOfClient[];
	more: boolean;
}

export const Submissions = ({ visit, rows, forms, more }: { visit: Visit } & SubmissionsOfClient) => (
	<Panel title="Forms" lead={more ? `The latest ${rows.length} submissions.` : undefined}>
		{rows.length === 0 ? (
			<p class="dim">The client has not filled in a form yet.</p>
		) : (
			rows.map((row) => <One visit={visit} row={row} form={forms.find(({ id }) => id === row.form_id)} />)
		)}
	</Panel>
);

const One = ({ visit, row, form }: { visit: Visit; row: Submission; form: FormOfClient | undefined }) => {
	return (
		<details class="submission">
			<summary>
				<strong>{form?.name ?? "Form"}</strong> <LocalTime at={row.created_at} zone={visit.studio.timezone} />
				{row.signature !== null && " · signed"}
			</summary>
			<SubmissionFacts visit={visit} submission={row} fields={form?.fields ?? []} />
			<p>
				<a href={visit.to(submissionPath(row))}>Open this submission</a>
			</p>
		</details>
	);
};
