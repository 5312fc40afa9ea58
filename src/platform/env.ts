import { isLoopback } from "./lib/loopback.ts";

/** The bindings and variables of the Worker. The rooms that use the queue and the gate add their types. */
export interface Env {
	/** The control database. The data databases are bound as `DATA_1`, `DATA_2` and so on: see platform/db/databases.ts. */
	DB: D1Database;
	GATE: DurableObjectNamespace;
	WEBHOOKS: Queue;
	CALENDARS: Queue;
	SCHEDULE: Queue;
	EMAIL: SendEmail;
	/** What `scripts/build.mjs` makes. */
	FILES: Fetcher;
	/** Counts look-ups of credentials that do not exist, by address. Without it each isolate counts for itself. */
	UNKNOWN_CREDENTIALS?: RateLimit | undefined;
	/** `development` opens the development routes and allows http and loopback targets. Else it is production. */
	ENVIRONMENT: string;
	/** `on`: the data databases have read replicas, and reads may go there (docs/architecture/several-databases.md). */
	READ_REPLICATION?: string;
	/** Opens the operator interface. Without it `/admin` does not exist (contract: Operator 1). */
	OPERATOR_TOKEN?: string;
	/** 32 bytes in base64. They encrypt stored secrets that the service must read again, such as signing secrets. */
	ENCRYPTION_KEY?: string;
	/** The sender of the service's mails. */
	MAIL_FROM?: string;
	/** The address of this service, which is the issuer of its OAuth server (contract: OAuth 4). */
	BASE_URL?: string;
	/** The base of the `type` of every error. The default is `/docs` of this service (contract: Errors 3). */
	DOCS_URL?: string;
	/** The address of the public booking site (contract: Event types 3). */
	BOOKING_URL?: string;
	/** With both, visitors of the booking page show Turnstile that they are no programs. */
	TURNSTILE_SITE_KEY?: string;
	TURNSTILE_SECRET?: string;
}

/** The sender of the service's mails. */
export const senderOf = ({ MAIL_FROM }: Pick<Env, "MAIL_FROM">): string =>
	MAIL_FROM || "no-reply@tattoo-studio.example";

export const isDevelopment = (env: Pick<Env, "ENVIRONMENT">): boolean => env.ENVIRONMENT === "development";

/**
 * This service's own origin: the configured one, and never what a Host header says; in development the loopback
 * address that was asked. Null where none is configured. It is https; http only where `npm start` tries production's
 * rules on the machine itself.
 */
export function ownOrigin(env: Pick<Env, "ENVIRONMENT" | "BASE_URL">, requestUrl?: string): string | null {
	const from = requestUrl === undefined ? null : URL.parse(requestUrl);
	if (from && isDevelopment(env) && isLoopback(from.hostname)) return from.origin;
	const configured = URL.parse(env.BASE_URL ?? "");
	if (!configured) return null;
	const { protocol, hostname, origin } = configured;
	return protocol === "https:" || (protocol === "http:" && isLoopback(hostname)) ? origin : null;
}

/** The base of the booking pages, which this service serves at its own origin unless another address is configured. */
export const bookingUrlOf = (env: Pick<Env, "BOOKING_URL" | "ENVIRONMENT" | "BASE_URL">, requestUrl?: string): string =>
	(env.BOOKING_URL || ownOrigin(env, requestUrl) || "").replace(/\/+$/, "");
