export class LruCache<T> {
	private readonly entries = new Map<string, T>();
	private readonly capacity: number;

	constructor(capacity: number) {
		this.capacity = capacity;
	}

	get(key: string): T | undefined {
		const entry = this.entries.get(key);
		if (entry !== undefined) this.set(key, entry);
		return entry;
	}

	set(key: string, entry: T): void {
		this.entries.delete(key);
		this.entries.set(key, entry);
		for (const oldest of this.entries.keys()) {
			if (this.entries.size <= this.capacity) break;
			this.entries.delete(oldest);
		}
	}

	clear(): void {
		this.entries.clear();
	}
}
