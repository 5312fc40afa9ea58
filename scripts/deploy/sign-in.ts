import { Cloudflare } from "./cloudflare.ts";
import type { Wrangler } from "./wrangler.ts";

/** Nobody is signed in at Cloudflare, or the account is not clear. */
export class SignInError extends Error {}

const cloudflareApi = "https://api.cloudflare.com/client/v4";

/** The credentials are those that wrangler itself uses: CLOUDFLARE_API_TOKEN, or `wrangler login`. */
export async function signIn(wrangler: Wrangler, environment: NodeJS.ProcessEnv, retriesMs: number[]) {
	const { CLOUDFLARE_API_BASE_URL, CLOUDFLARE_ACCOUNT_ID } = environment;
	const base = CLOUDFLARE_API_BASE_URL || cloudflareApi;
	const access = { base, credentials: await credentials(wrangler), retriesMs };
	if (CLOUDFLARE_ACCOUNT_ID) return new Cloudflare(CLOUDFLARE_ACCOUNT_ID, access);
	const { result } = await new Cloudflare("", access).ask<{ id: string; name: string }[]>("/accounts");
	const [only, ...others] = result;
	if (!only) throw new SignInError("These credentials lead to no account at Cloudflare.");
	if (others.length > 0)
		throw new SignInError(
			`Set CLOUDFLARE_ACCOUNT_ID to one of these accounts:\n${result.map(({ id, name }) => `  ${id}  ${name}`).join("\n")}`,
		);
	return new Cloudflare(only.id, access);
}

async function credentials(wrangler: Wrangler): Promise<Record<string, string>> {
	const output = await wrangler(["auth", "token", "--json"]).catch(() => "{}");
	const { type, token, key, email } = JSON.parse(output) as Record<string, string>;
	if (type === "api_key" && key && email) return { "X-Auth-Key": key, "X-Auth-Email": email };
	if (!token) throw new SignInError("Sign in at Cloudflare with `npx wrangler login`, or set CLOUDFLARE_API_TOKEN.");
	return { Authorization: `Bearer ${token}` };
}
