import type { Caller } from "../../../platform/context.ts";

/** A part that the service needs, with a way to test it. */
export interface Binding {
	name: string;
	ping(): Promise<unknown>;
}

/** The caller of an operator endpoint. */
export interface OperatorCaller extends Caller {
	/** The id of the deployed version of the Worker. Null if the Worker does not know it. */
	version: string | null;
	/** The health endpoint pings them. */
	bindings: Binding[];
	/** Sends everything that is due after the clock was moved, even if the queue has some of it already. */
	sendDue(): Promise<void>;
	/** Asks the queue to work on the move of a tenant. It never throws: the schedule finds every move. */
	wakeMove(tenantId: string): Promise<void>;
}
