import { crc32 } from "node:zlib";
import type { Env } from "../env.ts";
import type { Gate } from "./gate.ts";

const gates = (env: Env) => env.GATE as DurableObjectNamespace<Gate>;

/** The gate of a tenant. */
export const gateOf = (env: Env, tenantId: string): DurableObjectStub<Gate> => gates(env).getByName(tenantId);

/** The gate of what is no tenant's: in-flight locks of the operator interface. */
export const operatorGate = (env: Env): DurableObjectStub<Gate> => gates(env).getByName("operator");

/** What belongs to no tenant is spread over so many objects: their number does not grow with the addresses. */
const sharedGates = 64;

export const sharedGate = (
	env: Env,
	kind: "addresses" | "accounts" | "recipients",
	name: string,
): DurableObjectStub<Gate> => gates(env).getByName(`${kind}:${crc32(name) % sharedGates}`);
