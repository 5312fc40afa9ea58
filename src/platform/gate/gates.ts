import { crc32 } from "node:zlib";
import type { Placement } from "../db/placement.ts";
import type { Env } from "../env.ts";
import type { Counters } from "./counters/counters.ts";
import { inRegion } from "./in-region.ts";
import type { Gate } from "./object/gate.ts";
import type { VersionRelay } from "./object/version-relay.ts";
import type { PreviewKeeper } from "./previews/preview-keeper.ts";
import type { RequestKeeper } from "./requests/request-keeper.ts";

// The objects of a tenant lie where its data lies.
type Tenant = Pick<Placement, "id" | "region">;

export const gateOf = (env: Env, { id, region }: Tenant): DurableObjectStub<Gate> =>
	inRegion(env.GATE, region).getByName(id);

/** Holds the in-flight locks of the operator interface, which belongs to no tenant. */
export const operatorGate = (env: Env): DurableObjectStub<Gate> => env.GATE.getByName("operator");

export const requestsOf = (env: Env, { id, region }: Tenant): DurableObjectStub<RequestKeeper> =>
	inRegion(env.REQUESTS, region).getByName(id);

export const previewsOf = (env: Env, { id, region }: Tenant): DurableObjectStub<PreviewKeeper> =>
	inRegion(env.PREVIEWS, region).getByName(id);

/** Counts what a studio and its visitors do outside the API. */
export const countersOf = (env: Env, { id, region }: Tenant): DurableObjectStub<Counters> =>
	inRegion(env.COUNTERS, region).getByName(id);

/** Addresses, accounts and recipients share this many objects each, so that the number of objects does not grow with them. */
const sharedObjects = 64;

export const sharedCounters = (
	env: Env,
	kind: "addresses" | "accounts" | "recipients",
	name: string,
): DurableObjectStub<Counters> => env.COUNTERS.getByName(`${kind}:${crc32(name) % sharedObjects}`);

export const relayOf = (env: Env, n: number): DurableObjectStub<VersionRelay> =>
	env.RELAYS.getByName(String(n % sharedObjects));
