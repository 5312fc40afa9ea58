/** Keeps the first of many items at hand. */
export class Heap<T> {
	private readonly items: T[] = [];
	private readonly isBefore: (a: T, b: T) => boolean;

	constructor(isBefore: (a: T, b: T) => boolean) {
		this.isBefore = isBefore;
	}

	get first(): T | undefined {
		return this.items[0];
	}

	get size(): number {
		return this.items.length;
	}

	push(item: T): void {
		const { items, isBefore } = this;
		let n = items.push(item) - 1;
		while (n > 0) {
			const parent = (n - 1) >> 1;
			if (!isBefore(item, items[parent] as T)) break;
			items[n] = items[parent] as T;
			n = parent;
		}
		items[n] = item;
	}

	pop(): T | undefined {
		const { items, isBefore } = this;
		const first = items[0];
		const last = items.pop() as T;
		if (items.length === 0) return first;
		let n = 0;
		for (;;) {
			let child = 2 * n + 1;
			if (child >= items.length) break;
			if (child + 1 < items.length && isBefore(items[child + 1] as T, items[child] as T)) child++;
			if (!isBefore(items[child] as T, last)) break;
			items[n] = items[child] as T;
			n = child;
		}
		items[n] = last;
		return first;
	}
}
