import { type Argument, type Command, commonOptions, type Option } from "./command.ts";

export const optionsOf = (command: Command): Record<string, Option> => ({ ...command.options, ...commonOptions });

const inUsage = ({ name, optional, several }: Argument): string => {
	const text = several ? `${name}…` : name;
	return optional ? `[${text}]` : text;
};

export function usageOf({ name, args = [], options = {} }: Command): string {
	const needed = Object.entries(options)
		.filter(([, { required }]) => required)
		.map(([option, { value }]) => `--${option} ${value}`);
	return ["tattoo-studio", name, ...args.map(inUsage), ...needed, "[options]"].join(" ");
}
