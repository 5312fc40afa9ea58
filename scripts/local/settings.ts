import { contactUri } from "../../src/platform/lib/url/contact-uri.ts";
import type { LogMode } from "./log-lines.ts";

const loopback = ["localhost", "127.0.0.1", "[::1]"];
const logModes: Record<string, LogMode> = { "": "readable", errors: "errors", json: "json" };

export function readSettings({
	PORT,
	STATE_DIR,
	ENVIRONMENT,
	BASE_URL,
	LOG,
	SECURITY_CONTACT,
	TRACES,
}: NodeJS.ProcessEnv) {
	const port = Number(PORT || 8787);
	// Production takes its address from its settings and never from a request.
	const baseUrl = BASE_URL || (ENVIRONMENT === "production" ? `http://localhost:${port}` : undefined);
	return {
		port,
		stateDir: STATE_DIR || ".wrangler/state",
		log: logModes[LOG ?? ""] ?? "readable",
		traces: TRACES === "1",
		/** The variables for the Worker. */
		variables: {
			...(ENVIRONMENT && { ENVIRONMENT }),
			...(baseUrl && { BASE_URL: baseUrl }),
			...(SECURITY_CONTACT && { SECURITY_CONTACT }),
		},
	};
}

export function checkSettings({ PORT, ENVIRONMENT, BASE_URL, LOG, SECURITY_CONTACT, TRACES }: NodeJS.ProcessEnv): void {
	if (PORT && !(/^\d+$/.test(PORT) && Number(PORT) >= 1 && Number(PORT) <= 65_535))
		throw new Error(`PORT must be a number from 1 to 65535, not "${PORT}".`);
	if (ENVIRONMENT && !/^(development|production)$/.test(ENVIRONMENT))
		throw new Error(`ENVIRONMENT must be "development" or "production", not "${ENVIRONMENT}".`);
	if (BASE_URL && !isSafeAddress(BASE_URL))
		throw new Error(`BASE_URL must be an https address, or one of this machine, not "${BASE_URL}".`);
	if (TRACES && TRACES !== "1") throw new Error(`TRACES must be "1", not "${TRACES}".`);
	if (LOG && !Object.hasOwn(logModes, LOG)) throw new Error(`LOG must be "errors" or "json", not "${LOG}".`);
	if (SECURITY_CONTACT && contactUri(SECURITY_CONTACT) === undefined)
		throw new Error(`SECURITY_CONTACT must be an email address or an https page, not "${SECURITY_CONTACT}".`);
}

/** Must agree with `serviceOrigin` in src/platform/env.ts, which decides whether the OAuth server is open at an address. */
function isSafeAddress(address: string): boolean {
	const { protocol, hostname } = URL.parse(address) ?? {};
	return protocol === "https:" || (protocol === "http:" && loopback.includes(hostname ?? ""));
}
