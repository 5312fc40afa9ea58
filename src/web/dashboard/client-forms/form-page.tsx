import type { Form, FormField } from "../../../domain/studio/forms/schema.ts";
import { Facts, Panel, PostButton, Title } from "../../ui/components/elements.tsx";
import { type Column, Table } from "../../ui/components/table.tsx";
import { LocalTime } from "../components/local-time.tsx";
import { MetadataPanel } from "../components/metadata-panel.tsx";
import { DoneNote } from "../frame/done-note.tsx";
import type { Visit } from "../frame/visit.ts";
import { FormState } from "./list-page.tsx";
import { path, pathOf, submissionsPath } from "./paths.ts";
import { kindWords, madeOf, typeWords } from "./words.ts";

const done = {
	created: "The form has been created. To show it on a booking page, choose it in an event type.",
	changed: "The form has been changed. Earlier submissions stay as they are.",
	deactivated: "The form takes no more submissions. Booking pages no longer show it.",
	activated: "The form takes submissions again.",
};

export const FormPage = ({ visit, form }: { visit: Visit; form: Form }) => {
	const at = (step: string) => visit.to(`${pathOf(form)}/${step}`);
	return (
		<>
			<Title text={form.name} back={{ href: visit.to(path), text: "Forms" }} beside={<FormState form={form} />}>
				<a class="button" href={visit.to(submissionsPath(form.id))}>
					Submissions
				</a>
				<a class="button" href={at("preview")}>
					Preview
				</a>
				<a class="button" href={at("edit")}>
					Edit
				</a>
				{form.is_active ? (
					<PostButton action={at("deactivate")}>Deactivate</PostButton>
				) : (
					<PostButton action={at("activate")}>Activate</PostButton>
				)}
				<a class="button danger" href={at("delete")}>
					Delete
				</a>
			</Title>
			<DoneNote visit={visit} words={done} />
			<Panel>
				<Facts
					of={[
						["Kind", kindWords[form.kind]],
						["Introduction", form.description && <span class="pre">{form.description}</span>],
						["A submission makes", madeOf(form) ?? "Nothing else"],
						["Id", <code>{form.id}</code>],
						["Created", <LocalTime at={form.created_at} zone={visit.studio.timezone} withUtc />],
					]}
				/>
			</Panel>
			<Panel title="Questions">
				<Table label="Questions" rows={form.fields} columns={columns} />
			</Panel>
			<MetadataPanel of={form.metadata} />
		</>
	);
};

const columns: Column<FormField>[] = [
	{ head: "Question", kind: "lead", cell: ({ label }) => label },
	{
		head: "Answer",
		cell: ({ type, options }) => (
			<>
				{typeWords[type]}
				{options.length > 0 && <span class="hint">{options.join(", ")}</span>}
			</>
		),
	},
	{ head: "Required", kind: "short", cell: ({ required }) => (required ? "Yes" : "No") },
	{ head: "Key", cell: ({ key }) => <code>{key}</code> },
];
