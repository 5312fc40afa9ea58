import type { Caller } from "../../../platform/context.ts";

/** A part that the service needs, with a way to test it. */
export interface Binding {
	name: string;
	ping(): Promise<unknown>;
}

export interface OperatorCaller extends Caller {
	/** The id of the deployed version of the Worker. Null if the Worker does not know it. */
	version: string | null;
	/** The health endpoint pings them. */
	bindings: Binding[];
	/** Sends everything that is due after the clock was moved, even if the queue has some of it already. */
	sendDue(): Promise<void>;
	/** Closes a tenant whose move has been ordered, and asks the queue to work on it. It never throws: a run does both. */
	beginMove(tenantId: string): Promise<void>;
}
