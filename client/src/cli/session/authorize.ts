import { createHash, randomBytes } from "node:crypto";
import { createInterface } from "node:readline";
import { exitCodes, Failure } from "../failure.ts";
import type { Terminal } from "../terminal.ts";
import { openBrowser } from "./browser.ts";
import { awaitCallback, type Callback, type Reply } from "./callback.ts";
import { askServer, type Server, type Tokens } from "./oauth.ts";

interface SignInRequest {
	server: Server;
	clientId: string;
	scopes: string[];
	/** Whether to open a browser. The address is printed in either case. */
	browser: boolean;
}

const randomToken = () => randomBytes(32).toString("base64url");
const signInTimeoutMs = 10 * 60_000;

/** Returns the tokens, and a function that answers the browser. */
export async function authorize(terminal: Terminal, request: SignInRequest): Promise<{ tokens: Tokens; reply: Reply }> {
	const { server, clientId: client_id, scopes } = request;
	const [state, code_verifier] = [randomToken(), randomToken()];
	const callback = await awaitCallback(state);
	terminal.atEnd(callback.close);
	const redirect_uri = callback.redirectUri;
	const url = new URL(server.authorization_endpoint);
	url.search = new URLSearchParams({
		response_type: "code",
		client_id,
		redirect_uri,
		scope: scopes.join(" "),
		state,
		code_challenge: createHash("sha256").update(code_verifier).digest("base64url"),
		code_challenge_method: "S256",
	}).toString();
	const opened = request.browser && (await openBrowser(url.href, terminal.env));
	terminal.note(
		opened
			? "Your browser opens: sign in there. If it does not open, use this address:"
			: "Open this address in your browser:",
	);
	terminal.note(`\n  ${url.href}\n`);
	const { parameters, reply } = await Promise.race([
		callback.received,
		pastedCallback(terminal, state),
		signInTimeout(),
	]);
	try {
		check(parameters, server);
		const { status, body } = await askServer(server.token_endpoint, {
			grant_type: "authorization_code",
			client_id,
			code: parameters.code ?? "",
			redirect_uri,
			code_verifier,
		});
		if (status !== 200)
			throw new Failure(`The sign-in was refused: ${body.error_description ?? body.error ?? `answer ${status}`}`);
		return { tokens: body, reply };
	} catch (error) {
		reply(error instanceof Error ? error.message : "Something went wrong.", false);
		throw error;
	} finally {
		callback.close();
		terminal.input.pause();
	}
}

/** RFC 6749 4.1.2 and RFC 9207 2.4. */
function check({ error, error_description, iss, code }: Callback, { issuer }: Server): void {
	if (iss !== issuer) throw new Failure("The answer comes from another service.");
	if (error === "access_denied")
		throw new Failure("You did not allow it, so you are not signed in.", { exitCode: exitCodes.signedOut });
	if (error) throw new Failure(`The sign-in was refused: ${error_description ?? error}`);
	if (!code) throw new Failure("The answer contains no code.");
}

/** If the browser runs on another machine, the person pastes the address of the last page. */
function pastedCallback({ input, note }: Terminal, state: string): Promise<{ parameters: Callback; reply: Reply }> {
	return new Promise((resolve) => {
		if (!input.isTTY) return;
		note("If the browser is on another machine, copy the address of its last page, paste it here, and press Enter.");
		const lines = createInterface({ input });
		lines.on("line", (line) => {
			const parameters = URL.canParse(line.trim()) ? Object.fromEntries(new URL(line.trim()).searchParams) : {};
			if (parameters.state !== state) return note("This is not the address of the last page.");
			lines.close();
			resolve({ parameters, reply: () => {} });
		});
	});
}

const signInTimeout = (): Promise<never> =>
	new Promise((_, reject) => {
		const late = () => reject(new Failure("Nobody signed in within ten minutes.", { exitCode: exitCodes.signedOut }));
		setTimeout(late, signInTimeoutMs).unref();
	});
