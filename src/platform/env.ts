import { isLoopback } from "./lib/loopback.ts";
import { withoutTrailingSlashes } from "./lib/slashes.ts";

/** The bindings and variables of the Worker. The folders that use the queues and the gate add their types. */
export interface Env {
	/** The control database. The data databases are bound as `DATA_1`, `DATA_2` and so on: see platform/db/databases.ts. */
	DB: D1Database;
	GATE: DurableObjectNamespace;
	COUNTERS: DurableObjectNamespace;
	REQUESTS: DurableObjectNamespace;
	PREVIEWS: DurableObjectNamespace;
	RELAYS: DurableObjectNamespace;
	WEBHOOKS: Queue;
	CALENDARS: Queue;
	SCHEDULE: Queue;
	MOVES: Queue;
	EMAIL: SendEmail;
	/** The bytes of pictures. */
	PICTURES: R2Bucket;
	/** The bytes of the pictures of studios in the region `eu`. */
	PICTURES_EU?: R2Bucket | undefined;
	/** Makes thumbnails. If it is missing or fails, people get the original. */
	IMAGES?: ImagesBinding | undefined;
	/** The static files that `scripts/build.mjs` makes. */
	FILES: Fetcher;
	/** Counts unknown credentials for each address. Without it each isolate counts for itself. */
	UNKNOWN_CREDENTIALS?: RateLimit | undefined;
	/** The deployed version of the Worker. */
	VERSION?: WorkerVersionMetadata | undefined;
	/** `development` opens the development routes and allows http and loopback targets. Anything else is production. */
	ENVIRONMENT: string;
	/** `on`: the data databases have read replicas, and reads may go there (docs/architecture/several-databases.md). */
	READ_REPLICATION?: string;
	/** Opens the operator interface. Without it `/admin` does not exist (contract: Operator 1). */
	OPERATOR_TOKEN?: string;
	/** 32 bytes in base64. This key encrypts stored secrets that the service must read again, such as signing secrets. */
	ENCRYPTION_KEY?: string;
	/** The sender of the service's mails. */
	MAIL_FROM?: string;
	/** The address of this service, which is the issuer of its OAuth server (contract: OAuth 4). */
	BASE_URL?: string;
	/** The base of the `type` of every error. The default is `/docs` of this service (contract: Errors 3). */
	DOCS_URL?: string;
	/** The address of the public booking site (contract: Event types 3). */
	BOOKING_URL?: string;
	/** If both are set, Turnstile checks the visitors of the booking page. */
	TURNSTILE_SITE_KEY?: string;
	TURNSTILE_SECRET?: string;
	/** An email address or an https page, to which people report weaknesses (contract: Documentation 18). */
	SECURITY_CONTACT?: string;
}

/** The sender of the service's mails. */
export const senderOf = ({ MAIL_FROM }: Pick<Env, "MAIL_FROM">): string =>
	MAIL_FROM || "no-reply@tattoo-studio.example";

export const isDevelopment = (env: Pick<Env, "ENVIRONMENT">): boolean => env.ENVIRONMENT === "development";

/**
 * This service's own origin: in development the loopback address of the request, otherwise the configured address, and
 * never the Host header. Null if none is configured. It must be https, or http on loopback, with which `npm start` tries
 * the rules of production.
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
	withoutTrailingSlashes(env.BOOKING_URL || ownOrigin(env, requestUrl) || "");
