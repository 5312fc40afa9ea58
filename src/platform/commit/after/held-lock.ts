import type { Gate } from "../../gate/object/gate.ts";

export interface Lock {
	key: string;
	/** It names the request that holds the lock. */
	nonce: string;
}

/** From the commit to the answer there are fewer turns of the microtask queue than this, if nothing else is awaited. */
const fewTurns = 40;

/**
 * The in-flight lock that a request holds at its tenant's gate. If the gate is told of the request's events at the same
 * moment, the lock is released with them, in one call instead of two. If the gate does not hear of it, the lock lapses by
 * itself.
 */
export class HeldLock {
	private isReleased = false;
	private isAwaited = false;
	readonly tenantId: string;
	private readonly gate: DurableObjectStub<Gate>;
	private readonly lock: Lock;

	constructor(tenantId: string, gate: DurableObjectStub<Gate>, lock: Lock) {
		this.tenantId = tenantId;
		this.gate = gate;
		this.lock = lock;
	}

	async release(): Promise<void> {
		this.isReleased = true;
		if (!this.isAwaited) await this.gate.release(this.lock).catch(() => {});
	}

	/** The lock, if it is released now. It then leaves with the events. */
	async releasedNow(): Promise<Lock | undefined> {
		if (this.isReleased) return undefined;
		this.isAwaited = true;
		for (let turn = 0; turn < fewTurns && !this.isReleased; turn++) await null;
		this.isAwaited = false;
		return this.isReleased ? this.lock : undefined;
	}
}
