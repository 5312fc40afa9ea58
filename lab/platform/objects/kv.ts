interface ListOptions {
	prefix?: string;
	start?: string;
	startAfter?: string;
	end?: string;
	limit?: number;
	reverse?: boolean;
}

/** The keys and values of a Durable Object. Values are copied on their way in and out. */
export class Kv {
	private readonly values = new Map<string, unknown>();

	get = <T>(key: string): T | undefined => structuredClone(this.values.get(key)) as T | undefined;

	put(key: string, value: unknown): void {
		if (value === undefined) throw new TypeError("put() called with undefined value.");
		this.values.set(key, structuredClone(value));
	}

	delete = (key: string): boolean => this.values.delete(key);

	list<T>({ prefix = "", start, startAfter, end, limit, reverse }: ListOptions = {}): Map<string, T> {
		const keys = [...this.values.keys()]
			.filter((key) => key.startsWith(prefix))
			.filter((key) => start === undefined || key >= start)
			.filter((key) => startAfter === undefined || key > startAfter)
			.filter((key) => end === undefined || key < end)
			.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
		if (reverse) keys.reverse();
		return new Map(keys.slice(0, limit).map((key) => [key, this.get<T>(key) as T]));
	}

	clear(): void {
		this.values.clear();
	}
}
