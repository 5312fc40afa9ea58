/**
 * Counts the round trips to the database or to the gate: all of them, those that ran one after the other (trips that
 * overlap count once), and the time during which at least one was under way.
 */
export class Meter {
	trips = 0;
	inSequence = 0;
	ms = 0;
	rowsRead = 0;
	rowsWritten = 0;
	private underWay = 0;
	private startedAt = 0;

	async measure<T>(trip: () => Promise<T>): Promise<T> {
		this.trips++;
		if (this.underWay++ === 0) {
			this.inSequence++;
			this.startedAt = performance.now();
		}
		try {
			return await trip();
		} finally {
			if (--this.underWay === 0) this.ms += performance.now() - this.startedAt;
		}
	}

	add({ trips, inSequence, ms }: Meter): void {
		this.trips += trips;
		this.inSequence += inSequence;
		this.ms += ms;
	}

	countRows({ rows_read = 0, rows_written = 0 }: { rows_read?: number; rows_written?: number }): void {
		this.rowsRead += rows_read;
		this.rowsWritten += rows_written;
	}

	take(): Meter {
		const taken = Object.assign(new Meter(), {
			trips: this.trips,
			inSequence: this.inSequence,
			ms: this.ms,
			rowsRead: this.rowsRead,
			rowsWritten: this.rowsWritten,
		});
		Object.assign(this, { trips: 0, inSequence: 0, ms: 0, rowsRead: 0, rowsWritten: 0 });
		return taken;
	}

	/** As an entry of `Server-Timing`. */
	serverTimingEntry(name: string): string {
		const count = this.trips === this.inSequence ? `${this.trips}` : `${this.inSequence} in sequence of ${this.trips}`;
		return `${name};dur=${this.ms.toFixed(1)};desc="${count}"`;
	}
}
