export interface Faults {
	/** One sentence for the top of the form. */
	summary: string;
	/** The sentences by the names of the fields. A name in braces stands for the label of that field. */
	fields: Readonly<Record<string, string>>;
}

interface WithFaults {
	faults?: Faults | undefined;
}

/** The labels of the fields of each refused form. The fields add them while they are rendered. */
const labels = new WeakMap<object, Map<string, string>>();

/** Such as in `{end_at} must be after {start_at}.` */
const fieldInBraces = /\{(\w+)\}/g;

const inWords = (name: string): string => {
	const words = name.replaceAll("_", " ");
	return words.charAt(0).toUpperCase() + words.slice(1);
};

function withLabels({ faults }: WithFaults, sentence: string): string {
	const known = faults && labels.get(faults);
	return sentence.replace(fieldInBraces, (_, name: string, at: number) => {
		const label = known?.get(name) ?? inWords(name);
		// Quotes show the borders of a label inside a sentence, and of a label with a comma.
		return at === 0 && !label.includes(",") ? label : `“${label}”`;
	});
}

/** Also records the label of the field. */
export function faultOf(of: WithFaults, name: string, label: string): string | undefined {
	if (!of.faults) return undefined;
	const known = labels.get(of.faults) ?? new Map<string, string>();
	labels.set(of.faults, known.set(name, label));
	const sentence = of.faults.fields[name];
	return sentence && withLabels(of, sentence);
}

/** Waits until the fields are rendered, because they record their labels. */
export async function faultsOfFields(of: WithFaults): Promise<(readonly [name: string, sentence: string])[]> {
	await Promise.resolve();
	return Object.entries(of.faults?.fields ?? {}).map(([name, sentence]) => [name, withLabels(of, sentence)] as const);
}
