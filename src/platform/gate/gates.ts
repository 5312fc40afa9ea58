import { crc32 } from "node:zlib";
import type { Placement } from "../db/placement.ts";
import type { Env } from "../env.ts";
import type { Gate } from "./object/gate.ts";

const gates = (env: Env) => env.GATE as DurableObjectNamespace<Gate>;

/** A tenant's gate lies where its data lies. */
export const gateOf = (env: Env, { id, region }: Pick<Placement, "id" | "region">): DurableObjectStub<Gate> =>
	(region === "any" ? gates(env) : inJurisdiction(gates(env), region)).getByName(id);

/** The object that keeps a tenant's requests. It is not the tenant's gate, so no decision waits for its writes. */
export const requestLogOf = (env: Env, { id, region }: Pick<Placement, "id" | "region">): DurableObjectStub<Gate> =>
	gateOf(env, { id: `requests:${id}`, region });

/** The local runtime has no jurisdictions and throws this error. In production the jurisdiction is never left out. */
function inJurisdiction(namespace: DurableObjectNamespace<Gate>, region: "eu"): DurableObjectNamespace<Gate> {
	try {
		return namespace.jurisdiction(region);
	} catch (error) {
		if (error instanceof Error && error.message.includes("not implemented in workerd")) return namespace;
		throw error;
	}
}

/** Holds the in-flight locks of the operator interface, which belongs to no tenant. */
export const operatorGate = (env: Env): DurableObjectStub<Gate> => gates(env).getByName("operator");

/** Addresses and accounts share this many objects, so that the number of objects does not grow with them. */
const sharedGates = 64;

export const sharedGate = (
	env: Env,
	kind: "addresses" | "accounts" | "recipients",
	name: string,
): DurableObjectStub<Gate> => gates(env).getByName(`${kind}:${crc32(name) % sharedGates}`);
