import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

const own = "tattoo-studio";

/** The XDG specification says to ignore a relative path. */
const absolute = (path: string | undefined): string | undefined => (path && isAbsolute(path) ? path : undefined);

const base = (env: NodeJS.ProcessEnv, xdg: string | undefined, ...fallback: string[]): string => {
	const windows = process.platform === "win32" ? absolute(env.APPDATA) : undefined;
	return join(absolute(xdg) ?? windows ?? join(env.HOME || homedir(), ...fallback), own);
};

export const configFolder = (env: NodeJS.ProcessEnv): string => base(env, env.XDG_CONFIG_HOME, ".config");

/** The folder of the listeners' saved positions and secrets. */
export const stateFolder = (env: NodeJS.ProcessEnv): string => base(env, env.XDG_STATE_HOME, ".local", "state");
