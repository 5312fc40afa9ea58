import { createHash } from "node:crypto";
import { TattooStudio } from "../client.ts";
import type { AccessToken } from "../options.ts";
import { exitCodes, Failure } from "./failure.ts";
import { normalBaseUrl } from "./session/base-url.ts";
import { accessToken } from "./session/tokens.ts";
import { Logins } from "./store/logins.ts";
import type { Terminal } from "./terminal.ts";

/** A service, and who asks it. */
export interface Connection {
	baseUrl: string;
	/** How the person came to be who they are: by a key of the environment, or by signing in. */
	by: "key" | "login";
	studio: TattooStudio;
}

/** The address that was given, in the option or the environment; undefined when none was. */
export function givenBaseUrl({ env }: Terminal, option: string | undefined): string | undefined {
	const given = option || env.TATTOO_STUDIO_BASE_URL;
	return given ? normalBaseUrl(given) : undefined;
}

/** A key of the environment comes before a login, and is stored nowhere (contract: Command line 3). */
export async function connect(terminal: Terminal, option: string | undefined): Promise<Connection> {
	const given = givenBaseUrl(terminal, option);
	const key = terminal.env.TATTOO_STUDIO_API_KEY;
	if (key) {
		if (!given)
			throw new Failure("TATTOO_STUDIO_API_KEY is set, and nothing says where the service is.", {
				exitCode: exitCodes.usage,
				hint: "Set TATTOO_STUDIO_BASE_URL too, or add --base-url https://api.example.com",
			});
		return { baseUrl: given, by: "key", studio: studioAt(given, key) };
	}
	const logins = new Logins(terminal.env);
	const baseUrl = given ?? logins.current;
	if (!baseUrl || !logins.at(baseUrl))
		throw new Failure(baseUrl ? `You are not signed in at ${baseUrl}.` : "You are not signed in.", {
			exitCode: exitCodes.signedOut,
			hint: `Run: tattoo-studio login${baseUrl ? "" : " --base-url https://api.example.com"}. Or set TATTOO_STUDIO_API_KEY.`,
		});
	return {
		baseUrl,
		by: "login",
		studio: studioAt(baseUrl, (expired) => accessToken(logins, baseUrl, expired)),
	};
}

/** A person waits for the answer: a command gives up sooner than a program would. */
const maxRetries = 3;

export const studioAt = (baseUrl: string, accessToken: AccessToken): TattooStudio =>
	new TattooStudio({ baseUrl, accessToken, maxRetries });

/** Names a studio of a service in the names of files. */
export const keyOf = (...parts: string[]): string =>
	createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 16);
