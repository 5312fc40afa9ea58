import { ExecutionContextInMemory } from "../execution-context.ts";
import type { ObjectState } from "../objects/namespace.ts";
import { Batch } from "../queue.ts";
import { host } from "./workers.ts";

// In place of `cloudflare:test`, for tests in plain Node.

export const createExecutionContext = () => new ExecutionContextInMemory();
export const waitOnExecutionContext = (ctx: ExecutionContextInMemory): Promise<void> => ctx.ended();

export const reset = async (): Promise<void> => host.platform.reset();

interface GivenMessage {
	id: string;
	body: unknown;
	timestamp: Date;
	attempts: number;
}

export const createMessageBatch = (queue: string, messages: GivenMessage[]): Batch => new Batch(queue, messages);

interface ObjectOfStub {
	state: ObjectState;
	inMemory(): Promise<object>;
	alarm(): Promise<boolean>;
	evict(webSockets: "hibernate" | "close"): void;
}
const objectOf = (stub: object): ObjectOfStub =>
	(stub as Record<string, ObjectOfStub>)["object of this stub"] as ObjectOfStub;

export const runInDurableObject = async <T>(
	stub: object,
	work: (instance: object, state: ObjectState) => T | Promise<T>,
): Promise<T> => {
	const one = objectOf(stub);
	return await work(await one.inMemory(), one.state);
};

export const runDurableObjectAlarm = (stub: object): Promise<boolean> => objectOf(stub).alarm();

export const evictDurableObject = async (
	stub: object,
	{ webSockets = "hibernate" }: { webSockets?: "hibernate" | "close" } = {},
): Promise<void> => objectOf(stub).evict(webSockets);
