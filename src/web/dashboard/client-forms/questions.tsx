import { Panel } from "../../ui/components/elements.tsx";
import { Checkbox, type FormState, Input, Select, TextArea } from "../../ui/components/fields.tsx";
import { fieldName, type QuestionRow, rowsIn, stepField } from "./question-rows.ts";
import { typeOptions } from "./words.ts";

const rowId = (row: number): string => `question_${row}`;

/** The buttons need no script. */
export const Questions = ({ of, action }: { of: FormState; action: string }) => {
	const rows = rowsIn(of.values);
	return (
		<Panel title="Questions" id="fields" lead="Clients see them in this order. A question without a text is left out.">
			{rows.map((row, n) => (
				<Row of={of} action={action} row={row} n={n} last={rows.length - 1} />
			))}
			<div class="actions">
				<Step action={action} step="add" leadsTo={rows.length}>
					More questions
				</Step>
			</div>
		</Panel>
	);
};

interface RowProps {
	of: FormState;
	action: string;
	row: QuestionRow;
	n: number;
	last: number;
}

const Row = ({ of, action, row, n, last }: RowProps) => {
	const keyFault = of.faults?.fields[fieldName(n, "key")];
	return (
		<fieldset class="question" id={rowId(n)}>
			<legend>Question {n + 1}</legend>
			<div class="columns">
				<Input of={of} name={fieldName(n, "label")} label="Text" maxlength={500} />
				<Select of={of} name={fieldName(n, "type")} label="Answer" options={typeOptions} />
			</div>
			<div class="options">
				<TextArea of={of} name={fieldName(n, "options")} label="Options" hint="One a line." rows={3} />
			</div>
			<div class="foot">
				<Checkbox of={of} name={fieldName(n, "required")} label="Required" />
				<div class="actions">
					{n > 0 && (
						<Step action={action} step={`up_${n}`} leadsTo={n - 1} label={`Move question ${n + 1} up`}>
							Up
						</Step>
					)}
					{n < last && (
						<Step action={action} step={`down_${n}`} leadsTo={n + 1} label={`Move question ${n + 1} down`}>
							Down
						</Step>
					)}
					<Step action={action} step={`remove_${n}`} leadsTo={Math.max(0, n - 1)} label={removal(row, n)}>
						Remove
					</Step>
				</div>
			</div>
			<details class="more" open={keyFault !== undefined}>
				<summary>Key for programs</summary>
				<div class="narrow">
					<Input
						of={of}
						name={fieldName(n, "key")}
						label="Key"
						hint="The answers are stored under it, so a new key parts them from the earlier ones. Empty: made from the text."
						maxlength={64}
						mono
					/>
				</div>
			</details>
		</fieldset>
	);
};

const removal = ({ label }: QuestionRow, n: number): string => `Remove question ${n + 1}${label && `: ${label}`}`;

interface StepProps {
	action: string;
	step: string;
	/** The row that the page shows afterwards. */
	leadsTo: number;
	label?: string;
	children: string;
}

const Step = ({ action, step, leadsTo, label, children }: StepProps) => (
	<button
		type="submit"
		name={stepField}
		value={step}
		formaction={`${action}#${rowId(leadsTo)}`}
		formnovalidate
		aria-label={label}
	>
		{children}
	</button>
);
