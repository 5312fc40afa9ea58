import type { Databases } from "../../platform/db/databases.ts";
import type { Env } from "../../platform/env.ts";
import { gateOf, sharedGate } from "../../platform/gate/gates.ts";
import { sha256 } from "../../platform/lib/crypto.ts";

const perRecipient = 5;
const perTenant = 200;

/**
 * Counts a mail to this address and returns whether the tenant may send it within the hour. All tenants together share
 * one count for an address, so that nobody is flooded through many studios.
 */
export async function mayBeSent(env: Env, databases: Databases, tenantId: string, email: string): Promise<boolean> {
	const placement = await databases.placementOf(tenantId);
	if (!placement) return false;
	const recipient = sha256(email.trim().toLowerCase());
	return (
		(await sharedGate(env, "recipients", recipient).takeHourly(`mails:${recipient}`, perRecipient)) &&
		(await gateOf(env, placement).takeHourly("mails", perTenant))
	);
}
