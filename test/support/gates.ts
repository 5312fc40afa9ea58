import { env } from "cloudflare:workers";
import type { Gate } from "../../src/platform/gate/object/gate.ts";

type Stub = DurableObjectStub<Gate>;
type Methods = {
	[Name in keyof Stub]?: Stub[Name] extends (...given: infer Given) => unknown ? (...given: Given) => unknown : never;
};

/** The gates, with some methods replaced. All others are the gates' own. */
export const gatesWith = (replaced: (stub: Stub) => Methods): typeof env.GATE =>
	new Proxy(env.GATE, {
		get: (target, name) =>
			name === "getByName"
				? (id: string) => {
						const stub = target.getByName(id);
						const methods = replaced(stub) as Record<string | symbol, unknown>;
						return new Proxy(stub, { get: (gate, called) => methods[called] ?? Reflect.get(gate, called, gate) });
					}
				: Reflect.get(target, name, target),
	});
