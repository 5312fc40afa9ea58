import type { Placement } from "../../db/placement.ts";
import { atGate } from "../gate-client.ts";
import type { GateRequest } from "../gate-request.ts";
import { previewsOf } from "../gates.ts";
import type { LeftSecret } from "./left-secret-store.ts";
import type { Preview } from "./preview-store.ts";

/** The previews of one tenant, and the secrets that wait for its owners. Each call is one round trip. */
export interface Previews {
	keep(preview: Preview): Promise<void>;
	find(id: string): Promise<Preview | null>;
	leaveSecret(secret: LeftSecret): Promise<void>;
	leftSecrets(): Promise<LeftSecret[]>;
	removeSecret(id: string): Promise<void>;
}

export function previewsFor(request: GateRequest, tenant: Pick<Placement, "id" | "region">): Previews {
	const previews = previewsOf(request.env, tenant);
	return {
		keep: (preview) => atGate(request, async () => await previews.keepPreview(preview)),
		find: (id) => atGate<Preview | null>(request, () => previews.findPreview(id)),
		leaveSecret: (secret) => atGate(request, async () => await previews.leaveSecret(secret)),
		leftSecrets: () => atGate<LeftSecret[]>(request, () => previews.leftSecrets()),
		removeSecret: (id) => atGate(request, async () => await previews.removeSecret(id)),
	};
}
