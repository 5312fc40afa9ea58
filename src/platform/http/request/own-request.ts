import type { AnyChange } from "../../commit/change.ts";
import type { ApiCtx } from "../../context.ts";
import type { Door } from "../../gate/credentials/audience.ts";
import type { Limits } from "../../gate/object/buckets.ts";
import type { Problem } from "../../problems/problem.ts";
import type { Versions } from "../versions/named-records.ts";
import type { AppContext, Meters } from "./app-env.ts";

/** A change that a dry run has decided, with the versions of the records that it names. */
export interface TriedChange {
	change: AnyChange<unknown>;
	versions: Versions;
	caller: ApiCtx;
}

/** The facts that the service knows about a request that it sends to itself, such as one of /v1 for a tool of /mcp. */
export interface OwnRequest {
	/** The part of the service that the caller came to. */
	door?: Door;
	/** The meters of the caller's own request, which count the round trips of this one, too. */
	meters?: Meters;
	/** Gets the limits of the caller, whose own answer tells them. */
	onLimits?(limits: Limits): void;
	/** Gets the decision of a dry run. */
	onTried?(tried: TriedChange): void;
	/** The change is made only while the records that it names have these versions. */
	unchangedSince?: { versions: Versions; otherwise: Problem };
	/** The change may not be made any more. The answer of an earlier request with the key still answers this one. */
	refusal?: Problem;
}

const ownRequests = new WeakMap<Request, OwnRequest>();

/** No caller can do this: a request from outside is another object. */
export const markAsOwn = (request: Request, own: OwnRequest): void => void ownRequests.set(request, own);

export const ownRequestOf = (c: AppContext): OwnRequest => ownRequests.get(c.req.raw) ?? {};
