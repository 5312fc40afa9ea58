import { isLoopback } from "./lib/loopback.ts";

/** The Worker's bindings and variables. The rooms that use a queue or a Durable Object know what is in it. */
export interface Env {
	DB: D1Database;
	GATE: DurableObjectNamespace;
	WEBHOOKS: Queue;
	EMAIL: SendEmail;
	/** `development` opens the development routes and allows http and loopback targets. */
	ENVIRONMENT: string;
	/** Opens the operator interface; without it `/admin` does not exist. */
	OPERATOR_TOKEN?: string;
	/** 32 bytes in base64. They seal what is stored but must be read again, such as signing secrets. */
	ENCRYPTION_KEY?: string;
	/** The sender of the service's mails. */
	MAIL_FROM?: string;
	/** This service's own address, the issuer of its OAuth server. Development answers under any loopback address. */
	BASE_URL?: string;
	/** Where the documentation is served; the base of every error's `type`. Default: this service's own `/docs`. */
	DOCS_URL?: string;
	/** Where artists' public booking pages are. */
	BOOKING_URL?: string;
}

export const isDevelopment = (env: Pick<Env, "ENVIRONMENT">): boolean => env.ENVIRONMENT === "development";

/**
 * This service's own origin: the configured one, and never what a Host header says; in development the loopback
 * address that was asked. Null where none is configured. It is https; http only where `npm start` tries production's
 * rules on the machine itself.
 */
export function ownOrigin(env: Pick<Env, "ENVIRONMENT" | "BASE_URL">, asked?: string): string | null {
	const from = asked === undefined ? null : URL.parse(asked);
	if (from && isDevelopment(env) && isLoopback(from.hostname)) return from.origin;
	const configured = URL.parse(env.BASE_URL ?? "");
	if (!configured) return null;
	const { protocol, hostname, origin } = configured;
	return protocol === "https:" || (protocol === "http:" && isLoopback(hostname)) ? origin : null;
}

export const bookingUrlOf = (env: Pick<Env, "BOOKING_URL">): string =>
	(env.BOOKING_URL || "https://booking.tattoo-studio.example").replace(/\/+$/, "");
