import type { Connection } from "./connection.ts";
import type { Terminal } from "./terminal.ts";

export interface Option {
	about: string;
	/** What stands for the value in the help. An option without one is on or off. */
	value?: string;
	short?: string;
	/** The command cannot be carried out without it. */
	required?: boolean;
	/** It may be given several times. */
	several?: boolean;
	/** The values that there are, for the completion. */
	choices?: readonly string[];
}

export interface Argument {
	name: string;
	about: string;
	optional?: boolean;
	several?: boolean;
	choices?: readonly string[];
}

/** What was typed behind the name of the command. */
export interface Given {
	args: string[];
	text(option: string): string | undefined;
	texts(option: string): string[];
	isOn(option: string): boolean;
	/** A whole number, not negative. */
	number(option: string): number | undefined;
}

export interface Call extends Given {
	terminal: Terminal;
	/** Whether the results are for a program. */
	json: boolean;
	/** The service and the credential for it. */
	connect(): Promise<Connection>;
}

export interface Command {
	/** One word, or two with a space between them. */
	name: string;
	/** One line. */
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
		about: "The address of the service. Default: TATTOO_STUDIO_BASE_URL, or where you signed in last.",
	},
	json: { about: "Print the results as JSON, for programs." },
	help: { short: "h", about: "Show this help." },
};
