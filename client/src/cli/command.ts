import type { Connection } from "./connection.ts";
import type { Terminal } from "./terminal.ts";

export interface Option {
	about: string;
	/** The placeholder of the value in the help. An option without one is on or off. */
	value?: string;
	short?: string;
	/** The command refuses to run without it. */
	required?: boolean;
	/** It may be repeated. */
	several?: boolean;
	/** The possible values, for the completion. */
	choices?: readonly string[];
}

export interface Argument {
	name: string;
	about: string;
	optional?: boolean;
	several?: boolean;
	choices?: readonly string[];
}

export interface Given {
	args: string[];
	text(option: string): string | undefined;
	texts(option: string): string[];
	isOn(option: string): boolean;
	/** A whole number that is not negative. */
	number(option: string): number | undefined;
}

export interface Call extends Given {
	terminal: Terminal;
	/** Whether the results are to be JSON, for a program. */
	json: boolean;
	/** The service with its credential. Throws if one of them is missing. */
	connect(): Promise<Connection>;
}

export interface Command {
	/** One word, or two with a space between them. */
	name: string;
	/** One line for the list of commands. */
	about: string;
	more?: string[];
	args?: Argument[];
	options?: Record<string, Option>;
	examples: [command: string, about: string][];
	run(call: Call): Promise<void>;
}

/** The options that every command has. */
export const commonOptions: Record<string, Option> = {
	"base-url": {
		value: "<url>",
		about: "The address of the service. Default: TATTOO_STUDIO_BASE_URL, or the service of your last login.",
	},
	json: { about: "Print the results as JSON, for programs." },
	help: { short: "h", about: "Show this help." },
};
