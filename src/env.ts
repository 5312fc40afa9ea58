import type { Gate } from "./gate/gate.ts";

export interface Env {
	DB: D1Database;
	GATE: DurableObjectNamespace<Gate>;
	/** `development` opens the development routes and allows http and loopback targets. */
	ENVIRONMENT: string;
	/** Opens the operator interface; without it `/admin` does not exist. */
	OPERATOR_TOKEN?: string;
	/** Where the documentation is served; the base of every error's `type`. Default: this service's own `/docs`. */
	DOCS_URL?: string;
}

export const isDevelopment = (env: Pick<Env, "ENVIRONMENT">): boolean => env.ENVIRONMENT === "development";
