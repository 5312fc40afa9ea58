import { escaped } from "../code/escaped.ts";
import { type Message, type Note, parseSequence, type Sequence, sentenceOf } from "./sequence.ts";

const width = 760;
const headHeight = 34;
const stepHeight = 46;
const lineHeight = 15;
/** About the letters that fit into 100 units. */
const lettersIn100 = 16.5;

/** The lines are about equally long, so that no word stands alone. */
function wrapped(text: string, room: number): string[] {
	const letters = Math.max(12, Math.floor((room / 100) * lettersIn100));
	const { length } = linesOf(text, letters);
	let most = Math.ceil(text.length / length);
	while (linesOf(text, most).length > length) most++;
	return linesOf(text, most);
}

function linesOf(text: string, letters: number): string[] {
	const lines: string[] = [];
	for (const word of text.split(" ")) {
		const longer = [lines.at(-1), word].filter(Boolean).join(" ");
		if (lines.length > 0 && longer.length <= letters) lines[lines.length - 1] = longer;
		else lines.push(word);
	}
	return lines;
}

const textAt = (x: number, y: number, lines: string[], kind: string): string =>
	lines
		.map(
			(line, n) =>
				`<text class="${kind}" x="${x}" y="${y + n * lineHeight}" text-anchor="middle">${escaped(line)}</text>`,
		)
		.join("");

interface Drawn {
	svg: string;
	height: number;
}

function drawMessage({ from, to, text, isAnswer }: Message, place: (party: string) => number, y: number): Drawn {
	const [start, end] = [place(from), place(to)];
	const direction = Math.sign(end - start) || 1;
	const lines = wrapped(text, Math.abs(end - start) - 20);
	const arrowY = y + lines.length * lineHeight + 2;
	const tip = end - direction * 2;
	const head = `M${tip - direction * 7} ${arrowY - 4}L${tip} ${arrowY}L${tip - direction * 7} ${arrowY + 4}`;
	const line = `<path class="${isAnswer ? "answer" : "message"}" d="M${start + direction * 2} ${arrowY}H${tip}"/><path class="head" d="${head}"/>`;
	return {
		svg: textAt((start + end) / 2, y + 9, lines, "said") + line,
		height: stepHeight + (lines.length - 1) * lineHeight,
	};
}

function drawNote({ at, text }: Note, place: (party: string) => number, y: number): Drawn {
	const room = 190;
	const lines = wrapped(text, room);
	const height = lines.length * lineHeight + 10;
	const x = Math.min(Math.max(place(at), room / 2 + 8), width - room / 2 - 8);
	const box = `<rect class="note" x="${x - room / 2 - 6}" y="${y - 2}" width="${room + 12}" height="${height}" rx="5"/>`;
	return { svg: box + textAt(x, y + 14, lines, "noted"), height: height + 16 };
}

function draw({ parties, steps }: Sequence): string {
	const gap = width / parties.length;
	const place = (party: string): number => gap * (parties.indexOf(party) + 0.5);
	let y = headHeight + 14;
	let body = "";
	for (const step of steps) {
		const drawn = "at" in step ? drawNote(step, place, y) : drawMessage(step, place, y);
		body += drawn.svg;
		y += drawn.height;
	}
	const box = Math.min(gap - 16, 150);
	const heads = parties
		.map((party) => {
			const x = place(party);
			return `<path class="life" d="M${x} ${headHeight}V${y}"/><rect class="party" x="${x - box / 2}" y="1" width="${box}" height="${headHeight - 2}" rx="6"/>${textAt(x, 22, [party], "name")}`;
		})
		.join("");
	return `<svg viewBox="0 0 ${width} ${y + 4}" aria-hidden="true" focusable="false">${heads}${body}</svg>`;
}

/**
 * The list has the same steps, for readers of the screen, and for everybody on a narrow screen, where the words of the
 * picture would be too small. The style sheet gives the picture the colours of the page.
 */
export function diagramOf(description: string): string {
	const sequence = parseSequence(description);
	const steps = sequence.steps.map((step) => `<li>${escaped(sentenceOf(step))}</li>`).join("");
	return `<figure class="diagram">${draw(sequence)}<figcaption>${escaped(sequence.title)}</figcaption><ol>${steps}</ol></figure>\n`;
}
