import { parseArgs } from "node:util";
import type { Command, Given } from "./command.ts";
import { usageFailure } from "./failure.ts";
import { nearest } from "./text/nearest.ts";
import { optionsOf, usageOf } from "./usage.ts";

export function readArguments(command: Command, typed: string[]): Given {
	const options = optionsOf(command);
	const { values, positionals, tokens } = parseArgs({
		args: typed,
		options: Object.fromEntries(
			Object.entries(options).map(([name, { value, short, several = false }]) => [
				name,
				{ type: value ? "string" : "boolean", multiple: several, ...(short ? { short } : {}) } as const,
			]),
		),
		allowPositionals: true,
		// This program reports the errors itself, below.
		strict: false,
		tokens: true,
	});
	const help = `See: tattoo-studio ${command.name} --help`;
	for (const token of tokens) {
		if (token.kind !== "option") continue;
		const option = options[token.name];
		if (!option) {
			const meant = nearest(token.name, Object.keys(options));
			throw usageFailure(`There is no option ${token.rawName}.${meant ? ` Do you mean --${meant}?` : ""}`, help);
		}
		if (option.value && token.value === undefined)
			throw usageFailure(`The option ${token.rawName} needs a value: ${token.rawName} ${option.value}`, help);
		if (!option.value && token.value !== undefined)
			throw usageFailure(`The option ${token.rawName} takes no value.`, help);
	}
	if (values.help !== true) {
		checkCount(command, positionals, help);
		const missing = Object.entries(options).find(([name, { required }]) => required && !values[name])?.[0];
		if (missing) throw usageFailure(`--${missing} is missing.`, `Type: ${usageOf(command)}`);
	}
	const text = (name: string) => [values[name]].flat().at(-1) as string | undefined;
	return {
		args: positionals,
		text,
		texts: (name) => [values[name] ?? []].flat() as string[],
		isOn: (name) => values[name] === true,
		number: (name) => {
			const given = text(name);
			if (given !== undefined && !/^\d{1,15}$/.test(given))
				throw usageFailure(`The option --${name} takes a whole number, not “${given}”.`, help);
			return given === undefined ? undefined : Number(given);
		},
	};
}

function checkCount(command: Command, given: string[], help: string): void {
	const { args = [] } = command;
	const missing = args.find(({ optional }, n) => !optional && given[n] === undefined);
	if (missing) throw usageFailure(`${missing.name} is missing.`, `Type: ${usageOf(command)}`);
	if (!args.some(({ several }) => several) && given.length > args.length)
		throw usageFailure(`“${given[args.length]}” is more than this command takes.`, help);
}
