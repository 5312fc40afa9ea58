import { clock } from "../../lib/clock.ts";
import { longestAnnouncingMs } from "../object/credential-version.ts";
import type { Gate } from "../object/gate.ts";
import { gateUnavailable } from "../unavailable.ts";

type GateOf = (tenantId: string) => DurableObjectStub<Gate> | Promise<DurableObjectStub<Gate>>;

/** This limit leaves room for the other calls of the invocation. */
const maxConcurrentCalls = 50;

/**
 * Notifies the gates of tenants before and after one commit that changes credentials. When the operation decides again,
 * it notifies only the gates that do not know of the change yet.
 */
export class CredentialNotice {
	private readonly name = crypto.randomUUID();
	private readonly announced = new Set<string>();
	private since: number | null = null;
	private readonly gateOf: GateOf;

	constructor(gateOf: GateOf) {
		this.gateOf = gateOf;
	}

	/** Announces the change. If a gate cannot be reached, tells all gates that the change is over, and throws. */
	async begin(tenantIds: string[], requestId: string): Promise<void> {
		this.since ??= clock.now();
		const unannounced = tenantIds.filter((id) => !this.announced.has(id));
		for (const id of unannounced) this.announced.add(id);
		try {
			await this.call(unannounced, (gate) => gate.beginChange(this.name));
			if (clock.now() - this.since > longestAnnouncingMs) throw new Error("the gates answered too slowly");
		} catch (error) {
			await this.end();
			throw gateUnavailable(error, requestId);
		}
	}

	/** Tells the gates that the change is over. `versions` has the new versions; it is empty when nothing committed. */
	async end(versions = new Map<string, number>()): Promise<void> {
		const tenantIds = [...this.announced];
		this.announced.clear();
		// If this call does not reach a gate, the announcement expires there.
		await this.call(tenantIds, (gate, id) => gate.endChange(this.name, versions.get(id) ?? null).catch(() => {}));
	}

	private async call(ids: string[], make: (gate: DurableObjectStub<Gate>, id: string) => Promise<unknown>) {
		for (let i = 0; i < ids.length; i += maxConcurrentCalls)
			await Promise.all(ids.slice(i, i + maxConcurrentCalls).map(async (id) => make(await this.gateOf(id), id)));
	}
}
