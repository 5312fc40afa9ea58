import { DurableObject } from "cloudflare:workers";

/** The floor's Durable Object. It answers each call and does nothing else. */
export class Gate extends DurableObject {
	#calls = 0;

	async call(): Promise<number> {
		return ++this.#calls;
	}
}

export interface Env {
	GATE: DurableObjectNamespace<Gate>;
	DATA: D1Database;
	WEBHOOKS: Queue<string>;
}

export const gateOf = (env: Env, name: string) => env.GATE.getByName(name);
