import { isLoopback } from "./lib/url/loopback.ts";
import { withoutTrailingSlashes } from "./lib/url/slashes.ts";

/**
 * A deployment may lack these bindings and secrets. Without `OPERATOR_TOKEN` there is no `/admin` (contract: Operator 1),
 * without `IMAGES` people get the pictures as they were uploaded, and without `UNKNOWN_CREDENTIALS` each isolate counts
 * for itself. `ENCRYPTION_KEY` encrypts stored secrets that the service must read again, such as signing secrets.
 */
type MayLack = "PICTURES_EU" | "IMAGES" | "UNKNOWN_CREDENTIALS" | "VERSION" | "OPERATOR_TOKEN" | "ENCRYPTION_KEY";

type Bindings = Omit<Cloudflare.Env, MayLack> & { [Name in MayLack]?: Cloudflare.Env[Name] | undefined };

/**
 * The bindings and variables of the Worker. `npx wrangler types` writes the type of what wrangler.toml names. This type
 * adds what it cannot know, apart from the data databases: platform/db/databases.ts finds them by their names.
 */
export interface Env extends Bindings {
	/** `on`: the data databases have read replicas, and reads may go there (docs/architecture/several-databases.md). */
	READ_REPLICATION?: string;
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

export const senderOf = ({ MAIL_FROM }: Pick<Env, "MAIL_FROM">): string =>
	MAIL_FROM || "no-reply@tattoo-studio.example";

export const isDevelopment = (env: Pick<Env, "ENVIRONMENT">): boolean => env.ENVIRONMENT === "development";

/**
 * This service's own origin: in development the loopback address of the request, otherwise the configured address, and
 * never the Host header. Null if none is configured. It must be https, or http on loopback, with which `npm start` tries
 * the rules of production.
 */
export function serviceOrigin(env: Pick<Env, "ENVIRONMENT" | "BASE_URL">, requestUrl?: string): string | null {
	const from = requestUrl === undefined ? null : URL.parse(requestUrl);
	if (from && isDevelopment(env) && isLoopback(from.hostname)) return from.origin;
	const configured = URL.parse(env.BASE_URL ?? "");
	if (!configured) return null;
	const { protocol, hostname, origin } = configured;
	return protocol === "https:" || (protocol === "http:" && isLoopback(hostname)) ? origin : null;
}

/** The base of the booking pages, which this service serves at its own origin unless another address is configured. */
export const bookingUrlOf = (env: Pick<Env, "BOOKING_URL" | "ENVIRONMENT" | "BASE_URL">, requestUrl?: string): string =>
	withoutTrailingSlashes(env.BOOKING_URL || serviceOrigin(env, requestUrl) || "");
