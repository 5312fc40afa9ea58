import { ConnectionError } from "../../errors.ts";
import { Failure, reasonOf } from "../failure.ts";

/** The answer of the token endpoint. */
export interface Tokens {
	access_token: string;
	refresh_token: string;
	expires_in: number;
	scope: string;
}

interface Answer {
	status: number;
	// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
	body: any;
}

const timeoutMs = 30_000;

/** The errors of the authorization server have their own form. */
export async function askServer(url: string, form?: Record<string, string>): Promise<Answer> {
	let response: Response;
	try {
		response = await fetch(url, {
			...(form ? { method: "POST", body: new URLSearchParams(form) } : {}),
			redirect: "manual",
			signal: AbortSignal.timeout(timeoutMs),
		});
		const text = await response.text();
		return { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : {} };
	} catch (error) {
		throw new ConnectionError(`${new URL(url).origin}${reasonOf(error)}`, {});
	}
}

export interface Server {
	issuer: string;
	authorization_endpoint: string;
	token_endpoint: string;
	revocation_endpoint: string;
}

const endpoints = ["authorization_endpoint", "token_endpoint", "revocation_endpoint"] as const;

/** The issuer and the endpoints (RFC 8414) must be at the address that was asked. */
export async function discover(baseUrl: string): Promise<Server> {
	const { status, body } = await askServer(`${baseUrl}/.well-known/oauth-authorization-server`);
	if (status !== 200 || typeof body.issuer !== "string")
		throw new Failure(`${baseUrl} has no sign-in (it answered ${status}).`, {
			hint: "Check the address of the service: --base-url https://api.example.com",
		});
	if (body.issuer !== baseUrl)
		throw new Failure(`The service at ${baseUrl} says that its address is ${body.issuer}.`, {
			hint: `Try: tattoo-studio login --base-url ${body.issuer}`,
		});
	const own = `${new URL(baseUrl).origin}/`;
	for (const name of endpoints)
		if (typeof body[name] !== "string" || !URL.canParse(body[name]) || !new URL(body[name]).href.startsWith(own))
			throw new Failure(`The service at ${baseUrl} names no ${name} of its own, so nobody can sign in there safely.`);
	return body;
}

/** The service's operator has registered the app. */
export async function commandLineApp(baseUrl: string): Promise<{ client_id: string; scopes: string[] }> {
	const { status, body } = await askServer(`${baseUrl}/.well-known/tattoo-studio-cli`);
	if (status !== 200 || typeof body.client_id !== "string")
		throw new Failure(`The command line is not registered at ${baseUrl}.`, {
			hint: "The service's operator registers it: npm run command-line-app. Until then, use TATTOO_STUDIO_API_KEY.",
		});
	return body;
}
