import type { Form } from "../../../domain/studio/forms/schema.ts";
import { slugOf } from "../../../platform/lib/text/slug.ts";
import type { FormValues } from "../../ui/components/fields.tsx";
import { isTicked } from "../forms/form-values.ts";
import { hasOptions } from "./words.ts";

// The questions of a form as rows of fields, `question_0_label` and so on. Buttons of the form add, move and remove
// rows, and the page comes again with what was typed.

export interface QuestionRow {
	label: string;
	key: string;
	type: string;
	required: boolean;
	/** One a line. */
	options: string;
}

export const fieldName = (row: number, property: keyof QuestionRow): string => `question_${row}_${property}`;

/** People count from 1. Undefined for a field of no question. */
export function questionNumber(name: string): number | undefined {
	const row = /^question_(\d+)_/.exec(name)?.[1];
	return row === undefined ? undefined : Number(row) + 1;
}

const blank: QuestionRow = { label: "", key: "", type: "text", required: false, options: "" };

export function rowsIn(values: FormValues): QuestionRow[] {
	const rows: QuestionRow[] = [];
	const at = (row: number, property: keyof QuestionRow) => values[fieldName(row, property)]?.[0] ?? "";
	for (let n = 0; fieldName(n, "label") in values; n++)
		rows.push({
			label: at(n, "label"),
			key: at(n, "key"),
			type: at(n, "type"),
			required: isTicked(values, fieldName(n, "required")),
			options: at(n, "options"),
		});
	return rows.length > 0 ? rows : [blank];
}

const valuesOfRows = (rows: readonly QuestionRow[]): FormValues =>
	Object.fromEntries(
		rows.flatMap(({ label, key, type, required, options }, n) => [
			[fieldName(n, "label"), [label]],
			[fieldName(n, "key"), [key]],
			[fieldName(n, "type"), [type]],
			[fieldName(n, "required"), [String(required)]],
			[fieldName(n, "options"), [options]],
		]),
	);

const blankRows = (count: number): QuestionRow[] => Array.from({ length: count }, () => blank);
const isBlank = ({ label, key, options }: QuestionRow): boolean => `${label}${key}${options}`.trim() === "";

/** The rows of a new form, and those that the button for more adds. */
const newRows = 3;
export const valuesOfNew = (): FormValues => valuesOfRows(blankRows(newRows));

export const valuesOfQuestions = (fields: Form["fields"]): FormValues =>
	valuesOfRows(fields.map((field) => ({ ...field, options: field.options.join("\n") })));

/** The field with the button that was pressed: `add`, or `up`, `down` or `remove` with the number of a row. */
export const stepField = "step";

/** The values after the button that was pressed, or the same values if none was. */
export function valuesAfterStep(values: FormValues): FormValues {
	const [, step, digits] = /^(add|up|down|remove)(?:_(\d{1,3}))?$/.exec(values[stepField]?.[0] ?? "") ?? [];
	if (step === undefined) return values;
	const others = Object.entries(values).filter(([name]) => !name.startsWith("question_") && name !== stepField);
	return { ...Object.fromEntries(others), ...valuesOfRows(rowsAfter(rowsIn(values), step, Number(digits))) };
}

function rowsAfter(rows: QuestionRow[], step: string, row: number): QuestionRow[] {
	if (step === "add") return [...rows, ...blankRows(newRows)];
	const moved = rows[row];
	if (moved === undefined) return rows;
	const rest = rows.toSpliced(row, 1);
	if (step === "remove") return rest;
	return rest.toSpliced(step === "up" ? Math.max(0, row - 1) : row + 1, 0, moved);
}

interface TypedField {
	/** The row in which it was typed. */
	row: number;
	body: { key: string; label: string; type: string; required: boolean; options: string[] };
}

/** Rows in which nothing was typed are left out, except for a first one alone. */
export function fieldsIn(values: FormValues): TypedField[] {
	const rows = rowsIn(values).map((row, n) => ({ ...row, row: n }));
	const typed = rows.filter((row) => !isBlank(row) || (row.row === 0 && rows.every(isBlank)));
	const taken = new Set(typed.map(({ key }) => key.trim()));
	return typed.map(({ row, label, key, type, required, options }) => ({
		row,
		body: {
			label: label.trim(),
			key: key.trim() || newKey(label, taken),
			type,
			required,
			options: hasOptions(type) ? options.split(/[\r\n]+/).flatMap((line) => line.trim() || []) : [],
		},
	}));
}

const maxMadeChars = 60;

/** The text of the question makes the key. */
function newKey(label: string, taken: Set<string>): string {
	const words = slugOf(label, "question").replaceAll("-", "_");
	let base = (/^[a-z]/.test(words) ? words : `question_${words}`).slice(0, maxMadeChars);
	while (base.endsWith("_")) base = base.slice(0, -1);
	let key = base;
	for (let number = 2; taken.has(key); number++) key = `${base}_${number}`;
	taken.add(key);
	return key;
}
