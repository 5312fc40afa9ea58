import type { Form } from "../../../domain/studio/forms/schema.ts";
import { formKinds } from "../../../domain/studio/forms/schema.ts";
import { Badge, Empty, Pager, Panel, Title } from "../../ui/components/elements.tsx";
import { Select } from "../../ui/components/fields.tsx";
import { Icon } from "../../ui/components/icon.tsx";
import { type Column, Table } from "../../ui/components/table.tsx";
import { DoneNote } from "../frame/done-note.tsx";
import type { Visit } from "../frame/visit.ts";
import { Filters, NoneNewer, Results, resultCount } from "../lists/filters.tsx";
import { path, pathOf, submissionsPath } from "./paths.ts";
import { kindWords, madeOf } from "./words.ts";

interface Props {
	visit: Visit;
	forms: Form[];
	kind: string;
	next: string | undefined;
}

const kinds = [{ value: "", text: "All" }, ...formKinds.map((kind) => ({ value: kind, text: kindWords[kind] }))];

export const Forms = ({ visit, forms, kind, next }: Props) => (
	<>
		<Title text="Forms" lead="The questions that clients answer and the consents that they sign.">
			<a class="button primary" href={visit.to(`${path}/new`)}>
				<Icon name="plus" />
				New form
			</a>
		</Title>
		<DoneNote visit={visit} words={{ deleted: "The form has been deleted." }} />
		<Panel>
			{(forms.length > 0 || kind !== "") && (
				<Filters visit={visit} action={path}>
					<Select of={{ values: { kind: [kind] } }} name="kind" label="Kind" options={kinds} />
					<button type="submit">Show</button>
				</Filters>
			)}
			<Results announcement={resultCount("forms", forms, next)}>
				{forms.length > 0 ? (
					<Table label="Forms" rows={forms} columns={columns(visit)} />
				) : next ? (
					<NoneNewer what="forms" />
				) : kind !== "" ? (
					<Empty title="No forms of this kind">Choose another kind, or create a form.</Empty>
				) : (
					<NoForms visit={visit} />
				)}
				<Pager next={next} />
			</Results>
		</Panel>
	</>
);

const NoForms = ({ visit }: { visit: Visit }) => (
	<Empty
		title="No forms yet"
		actions={
			<a class="button" href={visit.to(`${path}/new`)}>
				Create a form
			</a>
		}
	>
		Create one for what you ask before a booking, or for a consent. An event type then shows it on its booking page.
	</Empty>
);

export const FormState = ({ form }: { form: Form }) =>
	form.is_active ? <Badge tone="good">Active</Badge> : <Badge tone="warn">Not active</Badge>;

const columns = (visit: Visit): Column<Form>[] => [
	{ head: "Name", kind: "lead", cell: (form) => <a href={visit.to(pathOf(form))}>{form.name}</a> },
	{ head: "State", cell: (form) => <FormState form={form} /> },
	{ head: "Kind", kind: "short", cell: ({ kind }) => kindWords[kind] },
	{ head: "Questions", kind: "number", cell: ({ fields }) => fields.length },
	{ head: "Makes", cell: (form) => madeOf(form) ?? "–" },
	{
		head: "Submissions",
		kind: "end",
		cell: ({ id, name }) => (
			<a href={visit.to(submissionsPath(id))} aria-label={`Submissions of ${name}`}>
				Submissions
			</a>
		),
	},
];
