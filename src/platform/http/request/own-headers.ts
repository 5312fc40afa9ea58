/** The headers of a request or an answer that never leaves the Worker. Those of the runtime take longer to make and read. */
export class OwnHeaders {
	private readonly values: Map<string, string>;

	constructor(given: Record<string, string>) {
		this.values = new Map(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
	}

	get(name: string): string | null {
		return this.values.get(name.toLowerCase()) ?? null;
	}

	has(name: string): boolean {
		return this.values.has(name.toLowerCase());
	}

	set(name: string, value: string): void {
		this.values.set(name.toLowerCase(), value);
	}

	[Symbol.iterator](): Iterator<[string, string]> {
		return this.values[Symbol.iterator]();
	}
}
