import { createHash } from "node:crypto";
import { TattooStudio } from "../client.ts";
import type { AccessToken } from "../options.ts";
import { exitCodes, Failure } from "./failure.ts";
import { normalBaseUrl } from "./session/base-url.ts";
import { accessToken } from "./session/tokens.ts";
import { Logins } from "./store/logins.ts";
import type { Terminal } from "./terminal.ts";

/** A service, with the credential for it. */
export interface Connection {
	baseUrl: string;
	/** The source of the credential: the key in the environment, or the login. */
	by: "key" | "login";
	studio: TattooStudio;
}

/** Undefined if neither the option nor the environment has an address. */
export function givenBaseUrl({ env }: Terminal, option: string | undefined): string | undefined {
	const given = option || env.TATTOO_STUDIO_BASE_URL;
	return given ? normalBaseUrl(given) : undefined;
}

/** A key in the environment takes precedence over a login, and is never stored (contract: Command line 3). */
export async function connect(terminal: Terminal, option: string | undefined): Promise<Connection> {
	const given = givenBaseUrl(terminal, option);
	const key = terminal.env.TATTOO_STUDIO_API_KEY;
	if (key) {
		if (!given)
			throw new Failure("TATTOO_STUDIO_API_KEY is set, but the address of the service is missing.", {
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

/** Fewer than in a program, because a person waits for the answer. */
const maxRetries = 3;

export const studioAt = (baseUrl: string, accessToken: AccessToken): TattooStudio =>
	new TattooStudio({ baseUrl, accessToken, maxRetries });

/** For the names of files. */
export const keyOf = (...parts: string[]): string =>
	createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 16);
