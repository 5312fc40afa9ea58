import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";

/** The error with which the work ends; undefined if it ends well. */
export async function errorOf(work: () => unknown): Promise<Error | undefined> {
	try {
		await work();
		return undefined;
	} catch (error) {
		return error as Error;
	}
}

let made = 0;

export const newObject = () => env.GATE.getByName(`conformance:${++made}:${crypto.randomUUID()}`);
export type Stub = ReturnType<typeof newObject>;

export const within = <T>(stub: Stub, work: (state: DurableObjectState) => T | Promise<T>): Promise<T> =>
	runInDurableObject(stub, (_, state) => work(state));

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
