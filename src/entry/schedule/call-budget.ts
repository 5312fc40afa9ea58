/** The platform allows an invocation 1000 calls of bindings. The others are for what follows the steps. */
const callsPerRun = 900;

/** The calls that a run may make. Each step may make its share of those that are left, so that none takes them all. */
export class CallBudget {
	private made = 0;
	private stepEndsAt = callsPerRun;

	count = (): void => void this.made++;

	get isSpent(): boolean {
		return this.made >= callsPerRun;
	}

	/** From now on `hasCallsLeft` is about a step that gets this share of what is left. */
	beginStep(share: number): void {
		this.stepEndsAt = this.made + Math.floor((callsPerRun - this.made) * share);
	}

	hasCallsLeft = (): boolean => this.made < this.stepEndsAt;
}
