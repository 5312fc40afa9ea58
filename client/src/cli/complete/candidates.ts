import type { Command } from "../command.ts";
import { optionsOf } from "../usage.ts";

export type Candidate = [word: string, about: string];

export function candidates(commands: Command[], words: string[]): Candidate[] {
	const [last = ""] = words.slice(-1);
	const before = words.slice(0, -1);
	return allCandidates(commands, before, last).filter(([word]) => word.startsWith(last));
}

function allCandidates(commands: Command[], before: string[], last: string): Candidate[] {
	const command = [2, 1].flatMap((count) =>
		commands.filter(({ name }) => name === before.slice(0, count).join(" ")),
	)[0];
	if (!command) return firstWords(commands, before);
	const typed = before.slice(command.name.split(" ").length);
	const options = optionsOf(command);
	const previous = typed.at(-1) ?? "";
	const optionAwaitingValue = Object.entries(options).find(
		([name, { short, value }]) => value && (previous === `--${name}` || (short && previous === `-${short}`)),
	);
	if (optionAwaitingValue) return (optionAwaitingValue[1].choices ?? []).map((choice) => [choice, ""]);
	if (last.startsWith("-")) return Object.entries(options).map(([name, { about }]) => [`--${name}`, about]);
	const argumentIndex = typed.filter((word) => !word.startsWith("-")).length;
	return (command.args?.[argumentIndex]?.choices ?? []).map((choice) => [choice, ""]);
}

function firstWords(commands: Command[], before: string[]): Candidate[] {
	const [first] = before;
	if (before.length > 1) return [];
	const found = new Map<string, string>();
	for (const { name, about } of commands) {
		const [one = "", two] = name.split(" ");
		if (first === undefined) found.set(one, two ? "" : about);
		else if (first === one && two) found.set(two, about);
	}
	return [...found];
}
