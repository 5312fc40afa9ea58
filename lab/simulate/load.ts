/** The work of the databases in each second. */
export class Load {
	private readonly busy: Float32Array[];
	private readonly calls: Uint32Array[];

	constructor(databases: number, seconds: number) {
		this.busy = Array.from({ length: databases }, () => new Float32Array(seconds));
		this.calls = Array.from({ length: databases }, () => new Uint32Array(seconds));
	}

	add(database: number, second: number, calls: number, ms: number): void {
		const [busy, called] = [this.busy[database], this.calls[database]];
		if (!busy || !called) throw new Error(`There is no database ${database}.`);
		busy[second] = (busy[second] ?? 0) + ms;
		called[second] = (called[second] ?? 0) + calls;
	}

	get total(): number {
		return this.calls.reduce((sum, calls) => sum + calls.reduce((a, b) => a + b, 0), 0);
	}

	/** The largest number of calls to one database in a second. */
	get mostCalls(): number {
		return this.calls.reduce((most, calls) => calls.reduce((a, b) => Math.max(a, b), most), 0);
	}

	/** The busy share of a database in its busiest minute. */
	get busiestMinute(): number {
		let most = 0;
		for (const busy of this.busy)
			for (let from = 0; from < busy.length; from += 60) {
				let ms = 0;
				for (const one of busy.subarray(from, from + 60)) ms += one;
				most = Math.max(most, ms / 60_000);
			}
		return most;
	}

	/** The longest wait of a call for its database, in milliseconds. A database serves its calls one by one. */
	get longestWaitMs(): number {
		let longest = 0;
		for (const busy of this.busy) {
			let behind = 0;
			for (const ms of busy) {
				behind = Math.max(0, behind + ms - 1000);
				longest = Math.max(longest, behind);
			}
		}
		return longest;
	}
}
