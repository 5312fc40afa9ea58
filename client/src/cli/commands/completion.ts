import type { Command } from "../command.ts";
import { scriptFor, shells } from "../complete/scripts.ts";
import { usageFailure } from "../failure.ts";

export const completion: Command = {
	name: "completion",
	about: "Print the completion of this program for a shell.",
	args: [{ name: "<shell>", about: "bash, zsh or fish.", choices: shells }],
	examples: [
		["completion bash >> ~/.bashrc", "For bash"],
		["completion zsh > ~/.zfunc/_tattoo-studio", "For zsh, where ~/.zfunc is in fpath"],
		["completion fish > ~/.config/fish/completions/tattoo-studio.fish", "For fish"],
	],
	async run({ terminal, args }) {
		const script = scriptFor(args[0] ?? "");
		if (!script) throw usageFailure(`There is no completion for ${args[0]}.`, `There are: ${shells.join(", ")}`);
		terminal.out(script);
	},
};
