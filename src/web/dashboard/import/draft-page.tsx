import { columnAt, type Draft, type DraftSettings } from "../../../domain/imports/draft.ts";
import { fieldOfColumn, fullName, importFields, withoutGuard } from "../../../domain/imports/file/columns.ts";
import { type DateOrder, dateOrders } from "../../../domain/imports/file/dates.ts";
import { Panel, PostButton, Title } from "../../ui/components/elements.tsx";
import { faultOf } from "../../ui/components/faults.ts";
import {
	FaultSummary,
	type FormState,
	type FormValues,
	firstValue,
	type Option,
	OptionGroup,
	Select,
} from "../../ui/components/fields.tsx";
import { Table } from "../../ui/components/table.tsx";
import { counted } from "../components/words.ts";
import { textOf } from "../forms/form-values.ts";
import type { Visit } from "../frame/visit.ts";
import { discardPath, draftPath, path } from "./paths.ts";
import { labelOf } from "./words.tsx";

interface Props {
	visit: Visit;
	draft: Draft;
	/** The first rows of the file. */
	rows: string[][];
	of: FormState;
}

/** The others are left out. */
const shownColumns = 100;

export const DraftPage = ({ visit, draft, rows, of }: Props) => (
	<>
		<Title text="What is in your file?" lead={leadOf(draft)} back={{ href: visit.to(path), text: "Import clients" }}>
			<PostButton action={visit.to(discardPath)}>Discard the file</PostButton>
		</Title>
		<Panel>
			<form method="post" action={visit.to(draftPath(draft.id))}>
				<FaultSummary of={of} />
				{draft.columns && <Columns columns={draft.columns} rows={rows} of={of} />}
				<div class="narrow">
					{draft.columns && (
						<Select
							of={of}
							name="dates"
							label="Dates are written as"
							hint="Only for dates of birth."
							options={dateOrders.map((value) => ({ value, text: dateWords[value] }))}
						/>
					)}
					<OptionGroup
						of={of}
						name="on_duplicate"
						type="radio"
						legend="If a client of yours has the email of a row"
						options={[
							{ value: "skip", text: "Leave the client as it is" },
							{ value: "update", text: "Update the client with the row" },
						]}
					/>
				</div>
				<div class="actions">
					<button class="primary" type="submit">
						Preview
					</button>
				</div>
			</form>
		</Panel>
	</>
);

const leadOf = ({ product, rows, columns }: Draft): string => {
	const found = counted(rows, "row");
	if (columns === null) return `${found} of JSON.`;
	return product === null
		? `${found}. Say for each column what it holds.`
		: `${found}, as ${product} exports them. Check what each column holds.`;
};

const dateWords: Record<DateOrder, string> = {
	ymd: "Year, month, day: 1994-06-03",
	dmy: "Day, month, year: 03.06.1994",
	mdy: "Month, day, year: 06/03/1994",
};

interface Column {
	name: string;
	n: number;
}

const Columns = ({ columns, rows, of }: { columns: string[]; rows: string[][]; of: FormState }) => (
	<>
		<div class="fields-of-columns">
			<Table<Column>
				label="Columns"
				rows={columns.slice(0, shownColumns).map((name, n) => ({ name, n }))}
				columns={[
					{ head: "Column", kind: "lead", cell: ({ name, n }) => nameOfColumn(name, n) },
					{ head: "For example", cell: ({ n }) => <span class="dim">{exampleOf(rows, n) || "–"}</span> },
					{ head: "Holds", cell: (column) => <FieldOfColumn {...column} of={of} /> },
				]}
			/>
		</div>
		{columns.length > shownColumns && (
			<p class="dim">{counted(columns.length - shownColumns, "further column")} are left out.</p>
		)}
	</>
);

const nameOfColumn = (name: string, n: number): string => name || `Column ${n + 1}`;

const maxExamples = 2;
const maxExampleChars = 60;

function exampleOf(rows: readonly string[][], n: number): string {
	const cells = new Set(rows.flatMap((cells) => withoutGuard(cells[n] ?? "") || []));
	const examples = [...cells].slice(0, maxExamples);
	return examples
		.map((cell) => (cell.length > maxExampleChars ? `${cell.slice(0, maxExampleChars)}…` : cell))
		.join(", ");
}

const FieldOfColumn = ({ name, n, of }: Column & { of: FormState }) => {
	const field = columnAt(n);
	const fault = faultOf(of, field, nameOfColumn(name, n));
	const chosen = firstValue(of, field);
	return (
		<>
			<select
				id={field}
				name={field}
				aria-label={`Field of the column ${nameOfColumn(name, n)}`}
				aria-describedby={fault ? `${field}-fault` : undefined}
				aria-invalid={fault ? "true" : undefined}
			>
				{[...fieldOptions, ...metadataOption(name)].map(({ value, text }) => (
					<option value={value} selected={value === chosen}>
						{text}
					</option>
				))}
			</select>
			{fault && (
				<span class="fault" id={`${field}-fault`}>
					{fault}
				</span>
			)}
		</>
	);
};

const fieldOptions: readonly Option[] = [
	{ value: "", text: "Leave it out" },
	{ value: fullName, text: "First and last name in one" },
	...importFields.map((value) => ({ value, text: labelOf(value) })),
	{ value: "metadata.former_id", text: "Id in the former product" },
];

const maxKeyChars = 40;

function metadataOption(name: string): Option[] {
	if (name === "") return [];
	const own = fieldOfColumn(name);
	const value = own?.startsWith("metadata.") ? own : `metadata.${name.slice(0, maxKeyChars).trim()}`;
	return [{ value, text: "Keep it as metadata" }];
}

export const valuesOfDraft = ({ fields, dates, onDuplicate }: Draft): FormValues => ({
	dates: [dates],
	on_duplicate: [onDuplicate],
	...Object.fromEntries(fields.map((field, n) => [columnAt(n), [field ?? ""]])),
});

export const settingsIn = (values: FormValues): DraftSettings => ({
	fields: Array.from({ length: shownColumns }, (_, n) => textOf(values, columnAt(n)) || null),
	dates: dateOrders.find((order) => order === textOf(values, "dates")) ?? "ymd",
	onDuplicate: textOf(values, "on_duplicate") === "update" ? "update" : "skip",
});
