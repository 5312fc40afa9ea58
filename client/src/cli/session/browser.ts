import { spawn } from "node:child_process";

/** Returns whether a program was found that opens the address. */
export async function openBrowser(url: string, env: NodeJS.ProcessEnv): Promise<boolean> {
	for (const [program, ...args] of openers(env)) {
		if (program && (await start(program, [...args, url], env))) return true;
	}
	return false;
}

function openers({ BROWSER }: NodeJS.ProcessEnv): string[][] {
	if (BROWSER) return [[BROWSER]];
	if (process.platform === "darwin") return [["open"]];
	// The shell of Windows would read the `&` of an address as the end of the command.
	if (process.platform === "win32") return [["rundll32", "url.dll,FileProtocolHandler"]];
	return [["xdg-open"], ["wslview"]];
}

const start = (program: string, args: string[], env: NodeJS.ProcessEnv): Promise<boolean> =>
	new Promise((resolve) => {
		const child = spawn(program, args, { detached: true, stdio: "ignore", env });
		child.on("error", () => resolve(false));
		child.on("spawn", () => {
			child.unref();
			resolve(true);
		});
	});
