import { crc32 } from "node:zlib";
import type { Placement } from "../db/placement.ts";
import type { Env } from "../env.ts";
import { inRegion } from "./in-region.ts";
import type { Gate } from "./object/gate.ts";

const gates = (env: Env) => env.GATE as DurableObjectNamespace<Gate>;

/** A tenant's gate lies where its data lies. */
export const gateOf = (env: Env, { id, region }: Pick<Placement, "id" | "region">): DurableObjectStub<Gate> =>
	inRegion(gates(env), region).getByName(id);

/** The object that keeps a tenant's requests. It is not the tenant's gate, so no decision waits for its writes. */
export const requestLogOf = (env: Env, { id, region }: Pick<Placement, "id" | "region">): DurableObjectStub<Gate> =>
	gateOf(env, { id: `requests:${id}`, region });

/** The object that keeps the changes that a tenant's programs have tried and not made yet. */
export const previewsOf = (env: Env, { id, region }: Pick<Placement, "id" | "region">): DurableObjectStub<Gate> =>
	gateOf(env, { id: `previews:${id}`, region });

/** Holds the in-flight locks of the operator interface, which belongs to no tenant. */
export const operatorGate = (env: Env): DurableObjectStub<Gate> => gates(env).getByName("operator");

/** Addresses and accounts share this many objects, so that the number of objects does not grow with them. */
const sharedGates = 64;

export const sharedGate = (
	env: Env,
	kind: "addresses" | "accounts" | "recipients" | "relays",
	name: string,
): DurableObjectStub<Gate> => gates(env).getByName(`${kind}:${crc32(name) % sharedGates}`);
