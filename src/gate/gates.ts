import { crc32 } from "node:zlib";
import type { Env } from "../env.ts";
import type { Gate } from "./gate.ts";

const gates = (env: Env) => env.GATE as DurableObjectNamespace<Gate>;

export const gateOf = (env: Env, tenantId: string): DurableObjectStub<Gate> => gates(env).getByName(tenantId);

/** Holds the in-flight locks of the operator interface, which belongs to no tenant. */
export const operatorGate = (env: Env): DurableObjectStub<Gate> => gates(env).getByName("operator");

/** Addresses and accounts share this many objects, so that the number of objects does not grow with them. */
const sharedGates = 64;

export const sharedGate = (
	env: Env,
	kind: "addresses" | "accounts" | "recipients",
	name: string,
): DurableObjectStub<Gate> => gates(env).getByName(`${kind}:${crc32(name) % sharedGates}`);
