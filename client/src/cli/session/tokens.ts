import { setTimeout as sleep } from "node:timers/promises";
import { ConnectionError } from "../../errors.ts";
import { exitCodes, Failure } from "../failure.ts";
import { withLock } from "../store/lock.ts";
import type { Login, Logins } from "../store/logins.ts";
import { askServer, type Tokens } from "./oauth.ts";

/** A token that expires within this time may be expired when it arrives. */
const expiryMarginMs = 60_000;
const maxTries = 4;

export const expiryOf = ({ expires_in }: Tokens): number => Date.now() + expires_in * 1000;

/**
 * The token is refreshed if necessary. A refresh token works once, and a second use of it ends the login. So only one
 * process at a time refreshes, and the processes that waited use its tokens.
 */
export async function accessToken(logins: Logins, baseUrl: string, expired?: string): Promise<string> {
	const isUsable = (login: Login) => login.access_token !== expired && login.expires_at - expiryMarginMs > Date.now();
	const found = requireLogin(logins, baseUrl);
	if (isUsable(found)) return found.access_token;
	return await withLock(`${logins.path}.lock`, async () => {
		const login = requireLogin(logins, baseUrl);
		if (isUsable(login)) return login.access_token;
		const tokens = await refresh(baseUrl, login, () => logins.forget(baseUrl));
		logins.save(baseUrl, { ...login, ...pick(tokens), expires_at: expiryOf(tokens) });
		return tokens.access_token;
	});
}

const pick = ({ access_token, refresh_token, scope }: Tokens) => ({ access_token, refresh_token, scope });

function requireLogin(logins: Logins, baseUrl: string): Login {
	const login = logins.at(baseUrl);
	if (!login) throw signedOut("You are no longer signed in.", baseUrl);
	return login;
}

const signedOut = (message: string, baseUrl: string): Failure =>
	new Failure(message, { exitCode: exitCodes.signedOut, hint: `Run: tattoo-studio login --base-url ${baseUrl}` });

async function refresh(baseUrl: string, { client_id, refresh_token }: Login, onEnded: () => void): Promise<Tokens> {
	for (let n = 1; ; n++) {
		const form = { grant_type: "refresh_token", client_id, refresh_token };
		const { status, body } = await askServer(`${baseUrl}/oauth/token`, form);
		if (status === 200) return body;
		if (body.error === "invalid_grant" || body.error === "invalid_client") {
			onEnded();
			throw signedOut(`Your login has ended: ${body.error_description ?? body.error}`, baseUrl);
		}
		// After a 503 the same request may be sent again (contract: OAuth 35).
		const about = `The login could not be refreshed (${status}): ${body.error_description ?? "no reason was given"}`;
		if (status < 500 && status !== 429) throw new Failure(about);
		// A `ConnectionError` counts as an outage: the feed waits and tries again.
		if (n === maxTries) throw new ConnectionError(about, {});
		await sleep(500 * 2 ** n);
	}
}
