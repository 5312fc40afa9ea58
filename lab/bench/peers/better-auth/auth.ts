import { apiKey } from "@better-auth/api-key";
import { oauthProvider } from "@better-auth/oauth-provider";
import { betterAuth } from "better-auth";
import { jwt } from "better-auth/plugins";

export interface Env {
	DATA: D1Database;
}

export const origin = "https://peer.example";

/** Set up as its documentation says for D1. A comment gives the reason for each difference from the defaults. */
const newAuth = (env: Env) =>
	betterAuth({
		baseURL: origin,
		secret: "a secret of the bench, which protects nothing",
		database: env.DATA,
		emailAndPassword: { enabled: true },
		// Its limits take the caller's address from the header of the platform.
		advanced: { ipAddress: { ipAddressHeaders: ["cf-connecting-ip"] } },
		// The tokens of this scenario come from /oauth2/token.
		disabledPaths: ["/token"],
		plugins: [
			// The default is ten requests a day. The limit stays on, and is as high as that of the product's keys.
			apiKey({ rateLimit: { enabled: true, timeWindow: 60_000, maxRequests: 100_000 } }),
			jwt(),
			oauthProvider({
				loginPage: "/sign-in",
				consentPage: "/consent",
				scopes: ["read:clients", "write:clients", "offline_access"],
				silenceWarnings: { oauthAuthServerConfig: true },
			}),
		],
	});

export type Auth = ReturnType<typeof newAuth>;

let auth: Auth | undefined;

/** Makes one instance for each isolate. */
export function authOf(env: Env): Auth {
	auth ??= newAuth(env);
	return auth;
}
