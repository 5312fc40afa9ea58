import type { Store } from "../../db/database.ts";
import { safeMessage } from "../../db/errors.ts";
import { log } from "../../log.ts";
import type { Writer } from "../writer.ts";

/**
 * Tells the tenant's gate of a commit in the tenant's data, so that later reads see it from every replica. Without
 * replicas it does nothing.
 */
export async function noteLastWrite(writer: Writer, store: Store, tenantId: string | undefined): Promise<void> {
	const bookmark = store.bookmark();
	if (bookmark === null || tenantId === undefined) return;
	try {
		const gate = await writer.gateOf(tenantId);
		await gate.noteLastWrite({ database: store.id, bookmark });
	} catch (error) {
		// The change has committed. A read from a replica may miss it for a moment.
		log.warning("fault", { tenant_id: tenantId, message: `The gate was not told of a commit: ${safeMessage(error)}` });
	}
}
