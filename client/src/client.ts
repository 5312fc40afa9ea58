import type { Answer } from "./answer.ts";
import { Feed, type FollowOptions } from "./follow.ts";
import type { PublicEventType } from "./generated/events.ts";
import { operations } from "./generated/operations.ts";
import type { EventsResource, Resources } from "./generated/resources.ts";
import type { ClientOptions } from "./options.ts";
import { resourcesOf } from "./resources.ts";
import { type Sent, Transport } from "./transport.ts";

interface WithFeed {
	/**
	 * Gives the events of the studio as they happen: in order, each one once. It continues after a disconnect and after a
	 * restart of the service.
	 *
	 * @example for await (const event of studio.events.follow({ after: 0 })) console.log(event.sequence, event.type)
	 */
	follow<T extends PublicEventType = PublicEventType>(options?: FollowOptions<T>): Feed<T>;
}

/** Every resource of the API, with a method for each operation. */
export interface TattooStudio extends Omit<Resources, "events"> {
	/** The events of the studio: its log, and the feed. */
	readonly events: EventsResource & WithFeed;
}

/**
 * The API of one studio. Throws a `TypeError` if the credential or the address of the service is missing.
 *
 * @example const studio = new TattooStudio({ apiKey, baseUrl: "https://api.example.com" })
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the constructor makes every resource of the interface
export class TattooStudio {
	readonly #transport: Transport;

	constructor(options: ClientOptions = {}) {
		const { fetch = globalThis.fetch, timeoutMs = 30_000, maxRetries = 5 } = options;
		const credential = options.accessToken ?? options.apiKey ?? inEnvironment("TATTOO_STUDIO_API_KEY");
		if (!credential) throw new TypeError("Give apiKey or accessToken, or set TATTOO_STUDIO_API_KEY.");
		const baseUrl = options.baseUrl ?? inEnvironment("TATTOO_STUDIO_BASE_URL");
		if (!baseUrl) throw new TypeError("Give baseUrl, or set TATTOO_STUDIO_BASE_URL.");
		this.#transport = new Transport({
			baseUrl: addressIn(baseUrl),
			credential,
			// Called as a function: the global `fetch` throws if it is called as a method of another object.
			fetch: (url, init) => fetch(url, init),
			timeoutMs,
			maxRetries,
		});
		Object.assign(this, resourcesOf(operations, this.#transport));
		Object.assign(this.events, {
			follow: <T extends PublicEventType>(followed?: FollowOptions<T>) => new Feed(this.#transport, followed),
		} satisfies WithFeed);
	}

	/**
	 * Sends any request of the API, with the retries of the other methods. Returns null if the record still has the
	 * version in `ifNoneMatch`.
	 */
	request<T extends object = Record<string, unknown>>(
		method: string,
		path: string,
		sent?: Sent,
	): Promise<Answer<T> | null> {
		return this.#transport.send<T>(method.toUpperCase(), path, sent);
	}
}

/** Checks the scheme by itself, because `URL` accepts `localhost:8787` and takes `localhost:` for its protocol. */
function addressIn(baseUrl: string): string {
	if (/^https?:\/\//i.test(baseUrl) && URL.canParse(baseUrl)) return new URL(baseUrl).href;
	throw new TypeError(`baseUrl is “${baseUrl}”. Begin it with https:// or http://, such as https://api.example.com.`);
}

function inEnvironment(name: string): string | undefined {
	const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
	return process?.env?.[name];
}
