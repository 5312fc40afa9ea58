/** @import { LogMode } from "./log-lines.mjs" */

const environments = ["development", "production"];

const loopback = ["localhost", "127.0.0.1", "[::1]"];

/** @type {Record<string, LogMode>} */
const logModes = { "": "readable", errors: "errors", json: "json" };

/**
 * What `npm start` is told by its environment.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export function readSettings(env) {
	const port = Number(env.PORT || 8787);
	const environment = env.ENVIRONMENT || undefined;
	return {
		port,
		stateDir: env.STATE_DIR || ".wrangler/state",
		environment,
		// Production takes its address from its settings and never from a request.
		baseUrl: env.BASE_URL || (environment === "production" ? `http://localhost:${port}` : undefined),
		log: logModes[env.LOG ?? ""] ?? "readable",
	};
}

/**
 * Throws where the environment says what nobody understands.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export function checkSettings({ PORT, ENVIRONMENT, BASE_URL, LOG }) {
	if (PORT && !(/^\d+$/.test(PORT) && Number(PORT) >= 1 && Number(PORT) <= 65_535)) {
		throw new Error(`PORT must be a number from 1 to 65535, not "${PORT}".`);
	}
	if (ENVIRONMENT && !environments.includes(ENVIRONMENT)) {
		throw new Error(`ENVIRONMENT must be "development" or "production", not "${ENVIRONMENT}".`);
	}
	if (BASE_URL && !isOwnAddress(BASE_URL)) {
		throw new Error(`BASE_URL must be an https address, or one of this machine, not "${BASE_URL}".`);
	}
	if (LOG && !Object.hasOwn(logModes, LOG)) {
		throw new Error(`LOG must be "errors" or "json", not "${LOG}".`);
	}
}

/**
 * Whether the service can be the issuer of its OAuth server under this address: `ownOrigin` in src/platform/env.ts decides.
 *
 * @param {string} address
 */
function isOwnAddress(address) {
	const { protocol, hostname } = URL.parse(address) ?? {};
	return protocol === "https:" || (protocol === "http:" && loopback.includes(hostname ?? ""));
}
