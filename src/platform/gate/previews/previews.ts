import type { Placement } from "../../db/placement.ts";
import { atGate } from "../gate-client.ts";
import type { GateRequest } from "../gate-request.ts";
import { previewsOf } from "../gates.ts";
import type { Preview } from "./preview-store.ts";

/** The previews of one tenant. Each call is one round trip. */
export interface Previews {
	keep(preview: Preview): Promise<void>;
	find(id: string): Promise<Preview | null>;
}

export function previewsFor(request: GateRequest, tenant: Pick<Placement, "id" | "region">): Previews {
	const previews = previewsOf(request.env, tenant);
	return {
		keep: (preview) => atGate(request, async () => await previews.keepPreview(preview)),
		find: (id) => atGate<Preview | null>(request, () => previews.findPreview(id)),
	};
}
