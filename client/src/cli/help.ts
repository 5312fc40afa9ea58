import { optionsOf } from "./arguments.ts";
import type { Argument, Command, Option } from "./command.ts";
import { glossary, wrapped } from "./text/table.ts";

const widest = 100;

const inUsage = ({ name, optional, several }: Argument): string => {
	const text = several ? `${name}…` : name;
	return optional ? `[${text}]` : text;
};

const written = ([name, { short, value }]: [string, Option]): string =>
	`${short ? `-${short}, ` : "    "}--${name}${value ? ` ${value}` : ""}`;

/** The help of one command. */
export function helpOf(command: Command, columns = 80): string[] {
	const { name, about, more = [], args = [], examples } = command;
	const width = Math.min(columns, widest);
	const usage = ["Usage: tattoo-studio", name, ...args.map(inUsage), "[options]"].join(" ");
	return [
		...wrapped(about, width),
		"",
		usage,
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
			Object.entries(optionsOf(command)).map((option) => [written(option), option[1].about]),
			width,
		),
		"",
		"Examples:",
		...examples.flatMap(([line, about]) => [`  ${about}`, `    tattoo-studio ${line}`]),
	];
}

/** The help of the program, or of those of its commands that begin with a word. */
export function overview(commands: Command[], columns = 80): string[] {
	return [
		"The command line of the Tattoo Studio API.",
		"",
		"Usage: tattoo-studio <command> [options]",
		"",
		"Commands:",
		...glossary(
			commands.map(({ name, about }) => [name, about]),
			Math.min(columns, widest),
		),
		"",
		"  tattoo-studio <command> --help   shows the options of a command, with examples",
		"  tattoo-studio --version          shows the version",
		"",
		"The commands act as who signed in with `tattoo-studio login`. A key in TATTOO_STUDIO_API_KEY comes before that,",
		"and is stored nowhere. TATTOO_STUDIO_BASE_URL is the address of the service.",
	];
}
