import { isWhole } from "./travel.ts";

interface ListOptions {
	prefix?: string;
	start?: string;
	startAfter?: string;
	end?: string;
	limit?: number;
	reverse?: boolean;
}

const copyOf = (value: unknown): unknown => (isWhole(value) ? value : structuredClone(value));

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

export class Kv {
	private readonly values = new Map<string, unknown>();
	/** The number of keys that were added so far. */
	private added = 0;
	/** How to undo the changes of the transaction under way, from the last to the first. */
	private undo: (() => void)[] | undefined;

	get = <T>(key: string): T | undefined => copyOf(this.values.get(key)) as T | undefined;

	put(key: string, value: unknown): void {
		const copy = copyOf(value);
		this.noteForUndo(key);
		if (!this.values.has(key)) this.added++;
		this.values.set(key, copy);
	}

	delete(key: string): boolean {
		this.noteForUndo(key);
		return this.values.delete(key);
	}

	/** The reader of the list sees what is added or deleted meanwhile. */
	*list<T>(options: ListOptions = {}): IterableIterator<[string, T]> {
		let keys = this.keysOf(options);
		let known = this.added;
		let last: string | undefined;
		let left = options.limit ?? Number.POSITIVE_INFINITY;
		while (left > 0) {
			if (known !== this.added) {
				keys = this.keysOf(options).filter(isAfter(last, options.reverse));
				known = this.added;
			}
			const key = keys.shift();
			if (key === undefined) return;
			last = key;
			if (!this.values.has(key)) continue;
			left--;
			yield [key, this.get<T>(key) as T];
		}
	}

	/** Undoes all changes of the work if it throws. */
	transaction<T>(work: () => T): T {
		const outer = this.undo;
		const own: (() => void)[] = [];
		this.undo = own;
		try {
			const result = work();
			outer?.unshift(...own);
			return result;
		} catch (error) {
			for (const undo of own) undo();
			throw error;
		} finally {
			this.undo = outer;
		}
	}

	clear(): void {
		this.values.clear();
	}

	private noteForUndo(key: string): void {
		if (!this.undo) return;
		const before = this.values.get(key);
		const restore = this.values.has(key) ? () => this.values.set(key, before) : () => this.values.delete(key);
		this.undo.unshift(() => void restore());
	}

	private keysOf({ prefix = "", start, startAfter, end, reverse }: ListOptions): string[] {
		const keys = [...this.values.keys()]
			.filter((key) => key.startsWith(prefix))
			.filter((key) => start === undefined || byBytes(key, start) >= 0)
			.filter((key) => startAfter === undefined || byBytes(key, startAfter) > 0)
			.filter((key) => end === undefined || byBytes(key, end) < 0)
			.sort(byBytes);
		return reverse ? keys.reverse() : keys;
	}
}

const isAfter =
	(last: string | undefined, reverse = false) =>
	(key: string) =>
		last === undefined || (reverse ? byBytes(key, last) < 0 : byBytes(key, last) > 0);
