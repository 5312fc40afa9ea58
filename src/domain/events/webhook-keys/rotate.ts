import { isNull, lte, sql } from "drizzle-orm";
import { type Change, decideAgain } from "../../../platform/commit/change.ts";
import { isTaken } from "../../../platform/commit/transaction/refusals.ts";
import { insert, remove, update } from "../../../platform/commit/write.ts";
import type { Caller } from "../../../platform/context.ts";
import { webhookKeys } from "../../../platform/db/tables/control/webhook-keys.ts";
import { overlapMs } from "../attempts/request/secrets.ts";
import { newestKey, newWebhookKey } from "./keys.ts";
import { signingKeyCache } from "./signing-key.ts";

/** A new key signs from now on. The one before stays published, for what it has signed (contract: Signature 11). */
export async function rotateWebhookKey(caller: Caller): Promise<Change<{ object: "webhook_key"; kid: string }>> {
	const newest = await newestKey(caller);
	const key = await newWebhookKey(caller, (newest?.number ?? 0) + 1);
	const result = { object: "webhook_key" as const, kid: key.kid };
	return {
		result,
		inControlDatabase: true,
		writes: [
			remove(webhookKeys).where(lte(webhookKeys.publishedUntil, caller.now)),
			update(webhookKeys)
				.set({ publishedUntil: caller.now + overlapMs })
				.where(isNull(webhookKeys.publishedUntil)),
			insert(webhookKeys).values(key),
		],
		proofOfCommit: sql`SELECT 1 FROM ${webhookKeys} WHERE kid = ${key.kid}`,
		onRefused: (refusal) => (isTaken(refusal, "webhook_keys.number") ? decideAgain : undefined),
		afterCommit: async () => {
			signingKeyCache.clear();
			return result;
		},
	};
}
