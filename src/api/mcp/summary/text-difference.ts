import { quotedText } from "./quoted-text.ts";

/** One place at which a text changes. */
interface Hunk {
	/** The words before it, which stay. */
	after: string;
	removed: string;
	added: string;
}

/** Of texts with more differing words, the whole stretch that differs is told. */
const mostSteps = 100;
const shownBefore = 24;

/** The difference of two long texts, place by place. */
export function textDifference(before: string, after: string): string {
	const hunks = hunksOf(before, after);
	const places = hunks.length === 1 ? "" : `in ${hunks.length} places: `;
	return places + hunks.map(inWords).join("; ");
}

function inWords({ after, removed, added }: Hunk): string {
	const where = after === "" ? "at the beginning" : `after ${quotedText(after)}`;
	if (removed === "") return `${where} it adds ${quotedText(added)}`;
	if (added === "") return `${where} it loses ${quotedText(removed)}`;
	return `${where} ${quotedText(removed)} becomes ${quotedText(added)}`;
}

/** Words with the space after them. */
const wordsOf = (text: string): string[] => text.match(/\S+\s*|\s+/g) ?? [];

function hunksOf(before: string, after: string): Hunk[] {
	const [old, next] = [wordsOf(before), wordsOf(after)];
	const shorter = Math.min(old.length, next.length);
	let start = 0;
	while (start < shorter && old[start] === next[start]) start++;
	let end = 0;
	while (end < shorter - start && old.at(-1 - end) === next.at(-1 - end)) end++;
	const [oldMiddle, nextMiddle] = [old.slice(start, old.length - end), next.slice(start, next.length - end)];
	const steps = stepsBetween(oldMiddle, nextMiddle) ?? [
		...oldMiddle.map((word) => ["-", word] as const),
		...nextMiddle.map((word) => ["+", word] as const),
	];
	const hunks: Hunk[] = [];
	let passed = old.slice(0, start).join("");
	let open: Hunk | undefined;
	for (const [kind, word] of steps) {
		if (kind === "=") {
			if (open) passed += open.removed;
			passed += word;
			open = undefined;
			continue;
		}
		if (!open) {
			open = { after: [...passed].slice(-shownBefore).join(""), removed: "", added: "" };
			hunks.push(open);
		}
		if (kind === "-") open.removed += word;
		else open.added += word;
	}
	return hunks;
}

type Step = readonly [kind: "=" | "-" | "+", word: string];

/** The fewest steps between two texts (E. Myers, 1986); undefined if there are more than `mostSteps`. */
function stepsBetween(old: string[], next: string[]): Step[] | undefined {
	const reached = new Map<number, number>([[1, 0]]);
	const rounds: Map<number, number>[] = [];
	for (let d = 0; d <= mostSteps; d++) {
		rounds.push(new Map(reached));
		for (let k = -d; k <= d; k += 2) {
			let x = isDown(reached, k, d) ? (reached.get(k + 1) ?? 0) : (reached.get(k - 1) ?? 0) + 1;
			while (x < old.length && x - k < next.length && old[x] === next[x - k]) x++;
			reached.set(k, x);
			if (x >= old.length && x - k >= next.length) return stepsBack(rounds, old, next);
		}
	}
	return undefined;
}

const isDown = (reached: Map<number, number>, k: number, d: number): boolean =>
	k === -d || (k !== d && (reached.get(k - 1) ?? 0) < (reached.get(k + 1) ?? 0));

function stepsBack(rounds: Map<number, number>[], old: string[], next: string[]): Step[] {
	const steps: Step[] = [];
	let [x, y] = [old.length, next.length];
	for (let d = rounds.length - 1; d >= 0; d--) {
		const reached = rounds[d] as Map<number, number>;
		const k = x - y;
		const from = isDown(reached, k, d) ? k + 1 : k - 1;
		const fromX = reached.get(from) ?? 0;
		const fromY = fromX - from;
		while (x > fromX && y > fromY) {
			steps.push(["=", old[x - 1] ?? ""]);
			x--;
			y--;
		}
		if (d > 0) steps.push(x === fromX ? ["+", next[fromY] ?? ""] : ["-", old[fromX] ?? ""]);
		[x, y] = [fromX, fromY];
	}
	return steps.reverse();
}
