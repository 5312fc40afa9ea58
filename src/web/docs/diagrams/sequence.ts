/** A message from one to another; dashed if it answers. */
export interface Message {
	from: string;
	to: string;
	text: string;
	isAnswer: boolean;
}

/** Something that one of them does, or that happens to it. */
export interface Note {
	at: string;
	text: string;
}

export interface Sequence {
	title: string;
	/** In the order in which they are named. */
	parties: string[];
	steps: (Message | Note)[];
}

const message = /^(\w[\w ]*?) (->|-->) (\w[\w ]*): (.+)$/;
const note = /^note (\w[\w ]*): (.+)$/;

/** Reads a description: a title, and then a line for each step (`Program -> Service: POST`, `note Service: waits`). */
export function parseSequence(description: string): Sequence {
	const [title = "", ...lines] = description.trim().split("\n");
	const steps = lines.map((line) => stepIn(line.trim()));
	const parties = new Set(steps.flatMap((step) => ("at" in step ? [step.at] : [step.from, step.to])));
	return { title, parties: [...parties], steps };
}

function stepIn(line: string): Message | Note {
	const [, from, arrow, to, text] = message.exec(line) ?? [];
	if (from && to && text) return { from, to, text, isAnswer: arrow === "-->" };
	const [, at, said] = note.exec(line) ?? [];
	if (at && said) return { at, text: said };
	throw new Error(`No step of a diagram: ${line}`);
}

export const sentenceOf = (step: Message | Note): string =>
	"at" in step ? `${step.at}: ${step.text}` : `${step.from} → ${step.to}: ${step.text}`;
