import { readArguments } from "./arguments.ts";
import type { Command } from "./command.ts";
import { commands } from "./commands/commands.ts";
import { candidates } from "./complete/candidates.ts";
import { connect } from "./connection.ts";
import { usageFailure } from "./failure.ts";
import { helpOf, overview } from "./help.ts";
import type { Terminal } from "./terminal.ts";
import { nearest } from "./text/nearest.ts";
import { version } from "./version.ts";

const print = ({ out }: Terminal, lines: string[]) => out(lines.join("\n"));

export async function program(all: string[], terminal: Terminal): Promise<void> {
	const typed = commandFirst(all);
	const [first, ...others] = typed;
	if (first === "--version" || first === "-v") return terminal.out(version());
	if (first === undefined || ["--help", "-h"].includes(first))
		return print(terminal, overview(commands, terminal.columns));
	if (first === "help") return help(others, terminal);
	if (first === "__complete")
		return print(
			terminal,
			candidates(commands, others).map((candidate) => candidate.join("\t")),
		);
	const group = groupOf(first);
	if (group.length > 0 && ["--help", "-h"].includes(others[0] ?? "")) return helpOfGroup(first, group, terminal);
	const { command, rest } = findCommand(typed);
	const given = readArguments(command, rest);
	if (given.isOn("help")) return print(terminal, helpOf(command, terminal.columns));
	await command.run({
		...given,
		terminal,
		json: given.isOn("json"),
		connect: () => connect(terminal, given.text("base-url")),
	});
}

/** The common options may also stand before the command. */
function commandFirst(typed: string[]): string[] {
	const [first = "", second] = typed;
	if (first === "--json" || first.startsWith("--base-url=")) return [...commandFirst(typed.slice(1)), first];
	if (first === "--base-url" && second !== undefined) return [...commandFirst(typed.slice(2)), first, second];
	return typed;
}

const groupOf = (word: string): Command[] => commands.filter(({ name }) => name.startsWith(`${word} `));

const helpOfGroup = (word: string, group: Command[], terminal: Terminal): void =>
	print(terminal, overview(group, terminal.columns, word));

function help(words: string[], terminal: Terminal): void {
	const [word = ""] = words;
	const group = groupOf(word);
	if (words.length === 0) print(terminal, overview(commands, terminal.columns));
	else if (words.length === 1 && group.length > 0) helpOfGroup(word, group, terminal);
	else print(terminal, helpOf(findCommand(words).command, terminal.columns));
}

/** A name has one word or two. */
function findCommand(words: string[]): { command: Command; rest: string[] } {
	for (const count of [2, 1]) {
		const command = commands.find(({ name }) => name === words.slice(0, count).join(" "));
		if (command) return { command, rest: words.slice(count) };
	}
	const [word = "", second] = words;
	const group = groupOf(word).map(({ name }) => name);
	if (group.length > 0)
		throw usageFailure(
			second && !second.startsWith("-") ? `There is no command ${word} ${second}.` : `${word} needs a second word.`,
			`There are: ${group.map((name) => `tattoo-studio ${name}`).join(", ")}`,
		);
	const meant = nearest(word, [...new Set(commands.map(({ name }) => name.split(" ")[0] ?? ""))]);
	throw usageFailure(
		`There is no command ${word}.${meant ? ` Do you mean ${meant}?` : ""}`,
		"See: tattoo-studio --help",
	);
}
