import { faultOf } from "../../ui/components/faults.ts";
import { type FormState, type FormValues, firstValue, Input } from "../../ui/components/fields.tsx";
import { type FormRefusal, wrongFields } from "./execute-form.ts";

type Metadata = Readonly<Record<string, string>>;

/** Rows for new entries. Saving the form gives as many again. */
const spareRows = 3;
const maxChars = { name: 40, value: 500 };

const nameAt = (row: number): string => `metadata_name_${row}`;
const valueAt = (row: number): string => `metadata_value_${row}`;
/** A hidden field: the entry as it was when the form was shown. */
const shownAt = (row: number): string => `metadata_shown_${row}`;

/** A browser sends a text without line breaks, whatever the field had. */
const inField = (text: string): string => text.replace(/[\r\n]/g, "");

/** As the form takes it. */
export const metadataValues = (metadata: Metadata): FormValues =>
	Object.fromEntries(
		Object.entries(metadata).flatMap(([name, value], row) => [
			[nameAt(row), [inField(name)]],
			[valueAt(row), [inField(value)]],
			[shownAt(row), [JSON.stringify([name, value])]],
		]),
	);

interface Row {
	name: string;
	value: string;
	shown: [name: string, value: string] | undefined;
}

function rowsIn(of: FormState): Row[] {
	const rows: Row[] = [];
	for (let n = 0; nameAt(n) in of.values; n++)
		rows.push({ name: firstValue(of, nameAt(n)), value: firstValue(of, valueAt(n)), shown: entryIn(of, n) });
	return rows;
}

function entryIn(of: FormState, row: number): Row["shown"] {
	try {
		const [name, value] = JSON.parse(firstValue(of, shownAt(row)));
		return typeof name === "string" && typeof value === "string" ? [name, value] : undefined;
	} catch {
		return undefined;
	}
}

/** As a PATCH takes the entries that the person changed. An entry without a name is removed. */
export function metadataBody(values: FormValues): Record<string, string | null> {
	const removed: [string, null][] = [];
	const set = new Map<string, string>();
	const names = new Set<string>();
	for (const { name, value, shown: [shownName, shownValue] = [] } of rowsIn({ values })) {
		const isSameName = shownName !== undefined && name === inField(shownName);
		const typedName = isSameName ? shownName : name.trim();
		if (shownName !== undefined && !isSameName) removed.push([shownName, null]);
		if (typedName === "" && (shownName !== undefined || value === "")) continue;
		if (names.has(typedName)) throw twice(typedName);
		names.add(typedName);
		const isSameValue = shownValue !== undefined && value === inField(shownValue);
		if (!isSameName || !isSameValue) set.set(typedName, isSameValue ? shownValue : value);
	}
	return Object.fromEntries([...removed, ...set]);
}

const twice = (name: string): FormRefusal =>
	wrongFields({ metadata: `{metadata}: the key “${name}” stands there twice.` });

const hint =
	"Texts for your programs, such as the id of this record in another system. To remove an entry, empty its key. To get more rows, save.";

export const MetadataFields = ({ of }: { of: FormState }) => {
	const fault = faultOf(of, "metadata", "Metadata");
	const given = rowsIn(of);
	const isSpare = ({ name, value, shown }: Row) => name === "" && value === "" && shown === undefined;
	const spare = Math.max(0, spareRows - given.filter(isSpare).length);
	const rows = [...given, ...Array.from({ length: spare }, () => undefined)];
	return (
		<details class="more" open={fault !== undefined}>
			<summary>Metadata</summary>
			<div id="metadata" tabindex={fault ? -1 : undefined}>
				<p class="dim">{hint}</p>
				{fault && <p class="fault">{fault}</p>}
				{rows.map((row, n) => (
					<div class="columns">
						<Input of={of} name={nameAt(n)} label={`Key ${n + 1}`} maxlength={maxChars.name} mono />
						<Input of={of} name={valueAt(n)} label={`Value ${n + 1}`} maxlength={maxChars.value} mono />
						{row?.shown && <input type="hidden" name={shownAt(n)} value={JSON.stringify(row.shown)} />}
					</div>
				))}
			</div>
		</details>
	);
};
