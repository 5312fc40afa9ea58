import { type KeyValue, validValues } from "../../../domain/access/api-keys/values.ts";
import type { LastUse } from "../../../platform/gate/requests/last-uses.ts";
import { minuteMs } from "../../../platform/lib/time.ts";
import type { Visit } from "../frame/visit.ts";

/** The use of a key, from the request log. */
export interface Use {
	/** Null if no use is known. */
	lastUsedAt: number | null;
	/** The old value from before the last rotation, as long as it works. */
	replaced: {
		hint: string;
		goodUntil: number;
		rotatedAt: number;
		lastUsedAt: number | null;
		/** It was used after the rotation. */
		isUsed: boolean;
	} | null;
}

/** The use of each key, by the id of the key. */
export async function usesOf({ ctx }: Visit, keyIds: string[], uses: LastUse[]): Promise<Map<string, Use>> {
	const values = keyIds.length > 0 ? await validValues(ctx, keyIds) : [];
	return new Map(
		keyIds.map((id) => [
			id,
			useOf(
				uses.filter(({ credentialId }) => credentialId === id),
				values.filter(({ keyId }) => keyId === id),
			),
		]),
	);
}

function useOf(uses: LastUse[], values: KeyValue[]): Use {
	const latest = (of: LastUse[]) => (of.length === 0 ? null : Math.max(...of.map(({ at }) => at)));
	const rotatedAt = values.find(({ goodUntil }) => goodUntil === null)?.createdAt ?? 0;
	const old = values.find(({ goodUntil }) => goodUntil !== null);
	const oldUsedAt = latest(uses.filter(({ by }) => by === old?.hint));
	return {
		lastUsedAt: latest(uses),
		replaced: old?.goodUntil
			? {
					hint: old.hint,
					goodUntil: old.goodUntil,
					rotatedAt,
					lastUsedAt: oldUsedAt,
					// The log rounds a use to its minute. A use in the minute of the rotation counts as later, to be safe.
					isUsed: oldUsedAt !== null && oldUsedAt >= rotatedAt - (rotatedAt % minuteMs),
				}
			: null,
	};
}
