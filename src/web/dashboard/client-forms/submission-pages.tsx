import type { Child } from "hono/jsx";
import { contactIn } from "../../../domain/clients/form-submissions/contact.ts";
import type { Submission } from "../../../domain/clients/form-submissions/schema.ts";
import type { Form } from "../../../domain/studio/forms/schema.ts";
import { Badge, Empty, Facts, Pager, Panel, Title } from "../../ui/components/elements.tsx";
import { type Column, Table } from "../../ui/components/table.tsx";
import { LocalTime } from "../components/local-time.tsx";
import { RecordLink, type Records } from "../components/records.tsx";
import { SubmissionFacts } from "../components/submission-facts.tsx";
import { DoneNote } from "../frame/done-note.tsx";
import type { Visit } from "../frame/visit.ts";
import { pathOf, submissionPath, submissionsPath } from "./paths.ts";

interface ListProps {
	visit: Visit;
	form: Form;
	submissions: Submission[];
	records: Records;
	next: string | undefined;
}

export const Submissions = ({ visit, form, submissions, records, next }: ListProps) => (
	<>
		<Title text={`Submissions of ${form.name}`} back={{ href: visit.to(pathOf(form)), text: form.name }} />
		<DoneNote visit={visit} words={{ deleted: "The submission has been deleted." }} />
		<Panel>
			{submissions.length === 0 ? (
				<Empty title="No submissions yet">
					They come from booking pages whose event type names the form, and from programs that send them in.
				</Empty>
			) : (
				<Table label="Submissions" rows={submissions} columns={columns(visit, form, records)} />
			)}
			<Pager next={next} />
		</Panel>
	</>
);

const columns = (visit: Visit, form: Form, records: Records): (Column<Submission> | false)[] => [
	{
		head: "Sent",
		kind: "lead",
		cell: (submission) => (
			<a href={visit.to(submissionPath(submission))}>
				<LocalTime at={submission.created_at} zone={visit.studio.timezone} />
			</a>
		),
	},
	{ head: "From", cell: (submission) => senderOf(visit, form, submission, records) },
	{ head: "Made", cell: (submission) => <Made visit={visit} of={submission} records={records} /> },
	form.kind === "CONSENT" && {
		head: "Signed",
		kind: "short",
		cell: ({ signature }) => signature !== null && <Badge tone="good">Signed</Badge>,
	},
];

/** Without a client, the name that the answers give. */
function senderOf(visit: Visit, { fields }: Form, submission: Submission, records: Records) {
	const { client_id, submission_data, signer_name } = submission;
	if (client_id !== null) return <RecordLink visit={visit} id={client_id} records={records} />;
	const { firstName, lastName, email } = contactIn(fields, submission_data);
	return [firstName, lastName].filter(Boolean).join(" ") || email || signer_name || "–";
}

const Made = ({ visit, of: { lead_id, idea_id }, records }: { visit: Visit; of: Submission; records: Records }) => {
	if (lead_id !== null)
		return (
			<>
				Lead: <RecordLink visit={visit} id={lead_id} records={records} />
			</>
		);
	if (idea_id === null) return <>–</>;
	return (
		<>
			Idea: <RecordLink visit={visit} id={idea_id} records={records} />
		</>
	);
};

interface PageProps {
	visit: Visit;
	form: Form;
	submission: Submission;
	records: Records;
	children?: Child;
}

export const SubmissionPage = ({ visit, form, submission, records, children }: PageProps) => {
	const { id, client_id, lead_id, idea_id, created_at } = submission;
	return (
		<>
			<Title
				text={form.name}
				back={{ href: visit.to(submissionsPath(form.id)), text: "Submissions" }}
				lead={
					<>
						Sent <LocalTime at={created_at} zone={visit.studio.timezone} withUtc />
					</>
				}
			>
				<a class="button danger" href={visit.to(`${submissionPath(submission)}/delete`)}>
					Delete
				</a>
			</Title>
			<Panel title="Answers">
				<SubmissionFacts visit={visit} submission={submission} fields={form.fields} />
			</Panel>
			{children}
			<Panel title="Details">
				<Facts
					of={[
						["From", senderOf(visit, form, submission, records)],
						client_id === null && ["Client", "None"],
						(lead_id !== null || idea_id !== null) && [
							"Made",
							<Made visit={visit} of={submission} records={records} />,
						],
						["Id", <code>{id}</code>],
					]}
				/>
			</Panel>
		</>
	);
};
