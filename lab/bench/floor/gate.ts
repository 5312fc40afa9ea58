import { DurableObject } from "cloudflare:workers";

/** What every contender's requests are told by, if only that they came. */
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
