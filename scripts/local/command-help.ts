import { type ParseArgsOptionDescriptor, parseArgs } from "node:util";

interface CommandOption extends ParseArgsOptionDescriptor {
	/** The name of its value, such as `NAME`. */
	value?: string;
	about: string;
}

/** A command that npm runs, as its `--help` describes it. */
export interface Command<T extends Record<string, CommandOption> = Record<string, CommandOption>> {
	/** Such as `npm run status`. */
	line: string;
	about: string;
	/** The names of the values that it takes in this order, such as `[origin]`. */
	positionals?: readonly string[];
	options: T;
	/** The arguments of a call, such as `--name second`, and their meaning. */
	examples: readonly (readonly [args: string, about: string])[];
	/** The document that says more. */
	document?: string;
}

export class UsageError extends Error {}

export function helpOf({ line, about, positionals = [], options, examples, document }: Command): string {
	const rows = Object.entries(options).map(([name, option]) => [
		`--${name}${option.value === undefined ? "" : ` ${option.value}`}`,
		`${option.about}${option.default ? ` (by default ${option.default})` : ""}`,
	]);
	const width = Math.max(...[...rows, ["--help"]].map(([name = ""]) => name.length)) + 3;
	return [
		["Usage:", line, ["--", ...positionals, "[options]"].join(" ")].join(" "),
		`\n${about}\n`,
		"Options:",
		...[...rows, ["--help", "shows these options"]].map(([name = "", text]) => `  ${name.padEnd(width)}${text}`),
		"\nExamples:",
		...examples.map(([args, meaning]) => `  ${line}${args && ` -- ${args}`}\n      ${meaning}`),
		...(document === undefined ? [] : [`\n${document} says more.`]),
	].join("\n");
}

/**
 * Shows the help and ends the program if the arguments ask for it. Wrong arguments of the program itself (without
 * `given`) end it, too.
 */
export function readArguments<const T extends Record<string, CommandOption>>(
	command: Command<T>,
	given?: readonly string[],
) {
	const args = given ?? process.argv.slice(2);
	if (args.includes("--help") || args.includes("-h")) {
		console.log(helpOf(command));
		process.exit();
	}
	try {
		return parseArgs({ args, options: command.options, allowPositionals: command.positionals !== undefined });
	} catch (error) {
		const message = `${(error as Error).message.replace(/\.$/, "")}. ${command.line} -- --help lists the options.`;
		if (given) throw new UsageError(message);
		console.error(message);
		process.exit(2);
	}
}
