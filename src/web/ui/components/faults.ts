/** What is wrong with a form: as a whole, and with each of its fields. */
export interface Faults {
	/** One sentence for the top of the form. */
	summary: string;
	/** A sentence about each of them. A field's name in braces stands for its label. */
	fields: Readonly<Record<string, string>>;
}

interface WithFaults {
	faults?: Faults | undefined;
}

/** What the fields of a refused form are called, by their names. The fields tell it while they are rendered. */
const labels = new WeakMap<object, Map<string, string>>();

/** A sentence about a field names fields in braces, such as `{end_at} must be after {start_at}.` */
const fieldInBraces = /\{(\w+)\}/g;

const inWords = (name: string): string => {
	const words = name.replaceAll("_", " ");
	return words.charAt(0).toUpperCase() + words.slice(1);
};

function withLabels({ faults }: WithFaults, sentence: string): string {
	const known = faults && labels.get(faults);
	return sentence.replace(fieldInBraces, (_, name: string, at: number) => {
		const label = known?.get(name) ?? inWords(name);
		// Within the sentence, and with a comma of its own, a label would not be read as one thing.
		return at === 0 && !label.includes(",") ? label : `“${label}”`;
	});
}

/** What is wrong with a field, as the form says it. The field tells its label here. */
export function faultOf(of: WithFaults, name: string, label: string): string | undefined {
	if (!of.faults) return undefined;
	const known = labels.get(of.faults) ?? new Map<string, string>();
	labels.set(of.faults, known.set(name, label));
	const sentence = of.faults.fields[name];
	return sentence && withLabels(of, sentence);
}

/** The same for all fields. They must have told their labels, so this waits until the page is rendered. */
export async function faultsOfFields(of: WithFaults): Promise<(readonly [name: string, sentence: string])[]> {
	await Promise.resolve();
	return Object.entries(of.faults?.fields ?? {}).map(([name, sentence]) => [name, withLabels(of, sentence)] as const);
}
