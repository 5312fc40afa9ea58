import type { Command, Option } from "./command.ts";
import { glossary, wrapped } from "./text/table.ts";
import { optionsOf, usageOf } from "./usage.ts";

const widest = 100;

const optionText = ([name, { short, value }]: [string, Option]): string =>
	`${short ? `-${short}, ` : "    "}--${name}${value ? ` ${value}` : ""}`;

export function helpOf(command: Command, columns = 80): string[] {
	const { about, more = [], args = [], examples } = command;
	const width = Math.min(columns, widest);
	return [
		...wrapped(about, width),
		"",
		`Usage: ${usageOf(command)}`,
		...more.flatMap((text) => ["", ...wrapped(text, width)]),
		...(args.length > 0
			? [
					"",
					"Arguments:",
					...glossary(
						args.map(({ name, about }) => [name, about]),
						width,
					),
				]
			: []),
		"",
		"Options:",
		...glossary(
			Object.entries(optionsOf(command)).map((option) => [optionText(option), option[1].about]),
			width,
		),
		"",
		"Examples:",
		...examples.flatMap(([line, about]) => [`  ${about}`, `    tattoo-studio ${line}`]),
	];
}

/** The list of commands: of the program, or of a group, such as `events`. */
export function overview(commands: Command[], columns = 80, word = ""): string[] {
	const width = Math.min(columns, widest);
	return [
		"The command line of the Tattoo Studio API.",
		"",
		`Usage: tattoo-studio ${word && `${word} `}<command> [options]`,
		"",
		"Commands:",
		...glossary(
			commands.map(({ name, about }) => [name, about]),
			width,
		),
		"",
		...glossary(
			[
				[`tattoo-studio ${word && `${word} `}<command> --help`, "shows the options of a command, with examples"],
				["tattoo-studio --version", "shows the version"],
			],
			width,
		),
		"",
		...wrapped(
			"The commands use the login of `tattoo-studio login`. If TATTOO_STUDIO_API_KEY is set, they use that key instead, and never store it. TATTOO_STUDIO_BASE_URL is the address of the service.",
			width,
		),
	];
}
