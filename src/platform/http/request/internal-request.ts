import type { AnyChange } from "../../commit/change.ts";
import type { ApiCtx } from "../../context.ts";
import type { Problem } from "../../problems/problem.ts";
import type { Versions } from "../versions/named-records.ts";

/** A change that a dry run has decided, with the versions of the records that it names. */
export interface TriedChange {
	change: AnyChange<unknown>;
	versions: Versions;
	/** The fields that the service does not know and would drop. */
	unknownFields: string[];
	caller: ApiCtx;
}

/** The facts that the service knows about a request of /v1 that it makes itself, such as one for a tool of /mcp. */
export interface InternalRequest {
	/** Tells who the caller is. The gate may still refuse the request. */
	onCaller?(caller: ApiCtx): void;
	onTried?(tried: TriedChange): void;
	/** The change is made only while the records that it names have these versions. */
	unchangedSince?: { versions: Versions; otherwise: Problem };
	/** The change may not be made any more. The answer of an earlier request with the key still answers this one. */
	refusal?: Problem;
}
