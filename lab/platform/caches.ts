interface Kept {
	status: number;
	headers: Headers;
	body: ArrayBuffer;
	until: number;
}

/** The answers that a cache may keep without more words (RFC 9111 3). */
const keptStatuses = new Set([200, 203, 204, 300, 301, 302, 303, 307, 308, 404, 405, 410, 414, 501]);

export class CacheInMemory {
	private readonly now: () => number;
	private readonly kept = new Map<string, Kept>();

	constructor(now = () => Date.now()) {
		this.now = now;
	}

	async match(
		given: string | Request,
		{ ignoreMethod = false }: { ignoreMethod?: boolean } = {},
	): Promise<Response | undefined> {
		const request = new Request(given);
		if (request.method !== "GET" && !ignoreMethod) return undefined;
		const key = keyOf(request);
		const found = this.kept.get(key);
		if (found && found.until > this.now()) {
			const headers = new Headers(found.headers);
			headers.set("CF-Cache-Status", "HIT");
			return new Response(found.body, { status: found.status, headers });
		}
		this.kept.delete(key);
		return undefined;
	}

	async put(given: string | Request, response: Response): Promise<void> {
		const request = new Request(given);
		if (request.method !== "GET") throw new TypeError("Cannot cache response to non-GET request.");
		if (response.status === 206) throw new TypeError("Cannot cache response to a range request (206 Partial Content).");
		if (response.headers.get("Vary")?.includes("*"))
			throw new TypeError("Cannot cache response with 'Vary: *' header.");
		const { status, headers } = response;
		const body = await response.arrayBuffer();
		const longestMs = keptStatuses.has(status) ? msToKeep(headers, this.now()) : 0;
		if (longestMs > 0)
			this.kept.set(keyOf(request), { status, headers: new Headers(headers), body, until: this.now() + longestMs });
	}

	delete = async (request: string | Request): Promise<boolean> => this.kept.delete(keyOf(new Request(request)));
}

function keyOf({ url }: Request): string {
	const address = new URL(url);
	address.hash = "";
	return address.href;
}

/** How long a shared cache may keep an answer with these headers. */
function msToKeep(headers: Headers, now: number): number {
	const control = headers.get("Cache-Control") ?? "";
	if (/\b(no-store|private|no-cache)\b/i.test(control) || headers.has("Set-Cookie")) return 0;
	const seconds = /\bs-maxage=(\d+)/i.exec(control)?.[1] ?? /\bmax-age=(\d+)/i.exec(control)?.[1];
	if (seconds !== undefined) return Number(seconds) * 1000;
	const expires = Date.parse(headers.get("Expires") ?? "");
	return Number.isNaN(expires) ? 0 : expires - now;
}

export class CachesInMemory {
	private readonly caches = new Map<string, CacheInMemory>();
	readonly default: CacheInMemory;
	private readonly now: (() => number) | undefined;

	constructor(now?: () => number) {
		this.now = now;
		this.default = new CacheInMemory(now);
	}

	async open(name: string): Promise<CacheInMemory> {
		const cache = this.caches.get(name) ?? new CacheInMemory(this.now);
		this.caches.set(name, cache);
		return cache;
	}
}
