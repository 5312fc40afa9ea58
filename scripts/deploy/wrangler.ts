import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { root } from "./base.ts";
import { secretNames } from "./secrets.ts";

/** Rejects with wrangler's words if the command fails. */
export type Wrangler = (args: string[], environment?: Record<string, string>) => Promise<string>;

/** Wrangler waits without end for an answer that does not come. */
const timeoutMs = 10 * 60_000;

export class WranglerError extends Error {}

export const wrangler: Wrangler = async (args, environment = {}) => {
	const program = join(root, "node_modules/wrangler/wrangler-dist/cli.js");
	const child = spawn(process.execPath, ["--no-warnings", program, ...args], {
		cwd: root,
		env: { ...process.env, ...hidden, ...quiet, ...environment },
		stdio: ["ignore", "pipe", "pipe"],
		timeout: timeoutMs,
	});
	const [[code, signal], output, errors] = await Promise.all([
		once(child, "close"),
		text(child.stdout),
		text(child.stderr),
	]);
	if (code === 0) return output;
	const words = signal ? `it did not end within ${timeoutMs / 60_000} minutes` : reasonIn(errors || output);
	throw new WranglerError(`\`wrangler ${args.slice(0, 3).join(" ")}\` failed: ${words}`);
};

/** The secrets of the service come from its own file alone. */
const hidden = Object.fromEntries(secretNames.map((name) => [name, undefined]));

const quiet = {
	WRANGLER_SEND_METRICS: "false",
	WRANGLER_WRITE_LOGS: "false",
	WRANGLER_HIDE_BANNER: "true",
	NO_COLOR: "1",
	NODE_COMPILE_CACHE: join(root, "node_modules/.cache/compiled"),
};

/** The part of wrangler's output that says why. */
function reasonIn(output: string): string {
	// Escape sequences of terminals.
	const plain = output.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g"), "");
	const [, reason = plain] = /\[ERROR\] ([\s\S]*?)(?:\n\s*\n\s*(?:If you think|🪵)|$)/.exec(plain) ?? [];
	return reason.trim().replace(/\n\s*\n/g, "\n");
}
