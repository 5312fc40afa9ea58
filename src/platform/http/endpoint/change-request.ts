import type { AnyChange } from "../../commit/change.ts";
import type { AnswerStore, KeyNamespace } from "../../commit/keys/idempotency.ts";
import type { Caller } from "../../context.ts";
import type { Settled } from "../../lib/async/settle.ts";
import type { AppContext } from "../request/app-env.ts";
import type { JsonBody } from "../request/body/read-body.ts";
import { dryRunIn } from "../request/headers/dry-run.ts";
import { idempotencyKeyOf } from "../request/headers/idempotency-key.ts";
import type { VersionSource } from "../versions/changed-record.ts";
import { entityTagsIn } from "../versions/entity-tags.ts";
import type { ChangeEndpoint, ChangeInput, Reply } from "./endpoint.ts";

export interface AdmittedKey<C extends Caller> {
	key: string;
	namespace: KeyNamespace;
	answers: AnswerStore<C>;
	holdsLock: boolean;
	/** Releases the lock. Without this call the lock lapses by itself. */
	release(): Promise<void>;
}

/** The result of one run of the operation, and the version of the record that was read beside it. */
interface Decision<C extends Caller> {
	caller: C;
	outcome: Settled<AnyChange<Reply>>;
	/** Undefined when the request demands no version, or when nobody knows where the record is. */
	present: { source: VersionSource; version: number | undefined } | undefined;
}

/** A change on its way through its checks. A check may use what an earlier check has set. */
export class ChangeRequest<C extends Caller> {
	readonly c: AppContext;
	readonly endpoint: ChangeEndpoint<C>;
	/** They are parsed on arrival, because the gate locks the key. A check of its own throws each fault. */
	readonly headers: ReturnType<typeof headersOf>;
	body!: Settled<JsonBody>;
	caller!: C;
	admittedKey: AdmittedKey<C> | undefined;
	readonly input: ChangeInput = { params: {}, query: {}, body: {}, ignore: () => {} };
	/** Gives back the memory of a large body. It runs when the request is answered. */
	release?: () => Promise<void>;
	/** Of the latest run. */
	decision!: Decision<C>;

	constructor(c: AppContext, endpoint: ChangeEndpoint<C>) {
		this.c = c;
		this.endpoint = endpoint;
		this.headers = headersOf(c, endpoint);
	}

	get isDryRun(): boolean {
		return this.headers.dryRun.dry;
	}

	/** The lock that the gate should take. A dry run needs none, nor does a request that will be refused for a header. */
	newLock(): { key: string; nonce: string } | undefined {
		const { key, version, dryRun } = this.headers;
		if (key.key === undefined || dryRun.dry || version.fault || dryRun.fault) return undefined;
		return { key: key.key, nonce: crypto.randomUUID() };
	}
}

const headersOf = <C extends Caller>(c: AppContext, { changedRecord }: ChangeEndpoint<C>) => ({
	key: idempotencyKeyOf(c.req.header("Idempotency-Key")),
	version: changedRecord ? entityTagsIn("If-Match", c.req.header("If-Match")) : {},
	dryRun: dryRunIn(c),
});
