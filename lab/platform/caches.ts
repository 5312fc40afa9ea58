/** Cloudflare's cache of a location, without its limits of size. */
export class CacheInMemory {
	private readonly now: () => number;
	private readonly kept = new Map<string, { response: Response; until: number }>();

	constructor(now = () => Date.now()) {
		this.now = now;
	}

	async match(request: string | Request): Promise<Response | undefined> {
		const key = keyOf(request);
		const found = this.kept.get(key);
		if (found && found.until > this.now()) return found.response.clone();
		this.kept.delete(key);
		return undefined;
	}

	async put(request: string | Request, response: Response): Promise<void> {
		const maxAge = /max-age=(\d+)/.exec(response.headers.get("Cache-Control") ?? "")?.[1];
		if (maxAge === undefined || maxAge === "0") return;
		this.kept.set(keyOf(request), { response, until: this.now() + Number(maxAge) * 1000 });
	}

	delete = async (request: string | Request): Promise<boolean> => this.kept.delete(keyOf(request));
}

const keyOf = (request: string | Request): string => (typeof request === "string" ? request : request.url);

/** The caches of a location by their names. */
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
