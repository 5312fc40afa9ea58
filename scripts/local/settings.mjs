/** @import { LogMode } from "./log-lines.mjs" */

const environments = ["development", "production"];

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
export function checkSettings({ PORT, ENVIRONMENT, LOG }) {
	if (PORT && !(/^\d+$/.test(PORT) && Number(PORT) >= 1 && Number(PORT) <= 65_535)) {
		throw new Error(`PORT must be a number from 1 to 65535, not "${PORT}".`);
	}
	if (ENVIRONMENT && !environments.includes(ENVIRONMENT)) {
		throw new Error(`ENVIRONMENT must be "development" or "production", not "${ENVIRONMENT}".`);
	}
	if (LOG && !Object.hasOwn(logModes, LOG)) {
		throw new Error(`LOG must be "errors" or "json", not "${LOG}".`);
	}
}
