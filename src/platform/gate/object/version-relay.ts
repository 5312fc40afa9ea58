import { DurableObject } from "cloudflare:workers";
import { inRegion } from "../in-region.ts";
import type { Gate } from "./gate.ts";
import { relayVersions, type VersionNotice } from "./relay-versions.ts";

/** Tells the gates of many tenants their versions. Several of these objects share the work. */
export class VersionRelay extends DurableObject<{ GATE: DurableObjectNamespace<Gate> }> {
	relayVersions(notices: VersionNotice[], until: number): Promise<string[]> {
		return relayVersions(notices, until, async ({ tenantId, region, version }) => {
			await inRegion(this.env.GATE, region).getByName(tenantId).learnVersion(version);
		});
	}
}
