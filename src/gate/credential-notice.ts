import { clock } from "../lib/clock.ts";
import { longestAnnouncingMs } from "./credential-version.ts";
import type { Gate } from "./gate.ts";
import { gateUnavailable } from "./unavailable.ts";

type GateOf = (tenantId: string) => DurableObjectStub<Gate>;

/** As many calls at a time as an invocation can have under way without holding up its others. */
const atATime = 50;

/**
 * What the gates of tenants are told around one commit that bears on credentials. A change that is decided again
 * tells only the gates that it has not told yet.
 */
export class CredentialNotice {
	private readonly name = crypto.randomUUID();
	private readonly told = new Set<string>();
	private since: number | null = null;
	private readonly gateOf: GateOf;

	constructor(gateOf: GateOf) {
		this.gateOf = gateOf;
	}

	/** Announces the change. Throws, after it told all gates that the change is over, unless every gate knows of it. */
	async begin(tenantIds: string[], requestId: string): Promise<void> {
		this.since ??= clock.now();
		const untold = tenantIds.filter((id) => !this.told.has(id));
		for (const id of untold) this.told.add(id);
		try {
			await this.call(untold, (gate) => gate.beginChange(this.name));
			if (clock.now() - this.since > longestAnnouncingMs) throw new Error("the gates answered too slowly");
		} catch (error) {
			await this.end();
			throw gateUnavailable(error, requestId);
		}
	}

	/** The change is over. `versions` are those of its commit; there are none when nothing was committed. */
	async end(versions = new Map<string, number>()): Promise<void> {
		const told = [...this.told];
		this.told.clear();
		// A gate that does not hear of the end lets the announcement lapse.
		await this.call(told, (gate, id) => gate.endChange(this.name, versions.get(id) ?? null).catch(() => {}));
	}

	private async call(ids: string[], make: (gate: DurableObjectStub<Gate>, id: string) => Promise<unknown>) {
		for (let i = 0; i < ids.length; i += atATime)
			await Promise.all(ids.slice(i, i + atATime).map((id) => make(this.gateOf(id), id)));
	}
}
