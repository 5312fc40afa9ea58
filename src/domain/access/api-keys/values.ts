import { and, gt, inArray, isNull, type SQL } from "drizzle-orm";
import { insert } from "../../../platform/commit/write.ts";
import type { Caller } from "../../../platform/context.ts";
import { eachOf } from "../../../platform/db/each-of.ts";
import { apiKeyValues } from "../../../platform/db/tables/control/api-keys.ts";
import { together } from "../../../platform/db/together.ts";
import { mintKey } from "../../../platform/gate/credentials/api-keys.ts";
import { hashOfSecret, hintOfSecret } from "../../../platform/lib/secrets/secret-value.ts";
import type { ApiKey, ApiKeyRow } from "./schema.ts";

export interface KeyAndValue {
	api_key: ApiKey;
	key: string;
}

export interface KeyValue {
	keyId: string;
	/** Its last characters. */
	hint: string;
	/** Null for the current value. A replaced one works until this time. */
	goodUntil: number | null;
	createdAt: number;
}

export async function validValues(caller: Caller, keyIds: string[]): Promise<KeyValue[]> {
	const { keyId, hint, goodUntil, createdAt } = apiKeyValues;
	const valuesWhere = ({ control }: Caller, condition: SQL) =>
		control
			.select({ keyId, hint, goodUntil, createdAt })
			.from(apiKeyValues)
			.where(and(inArray(keyId, eachOf(keyIds)), condition));
	// A rotation makes the current value a replaced one, so both are read from one state of the database.
	const values = await together(
		caller,
		(caller) => valuesWhere(caller, isNull(goodUntil)),
		(caller) => valuesWhere(caller, gt(goodUntil, caller.now)),
	);
	return values.flat();
}

export function newValue({ now }: Caller, { id, mode }: ApiKeyRow) {
	const key = mintKey(mode);
	return {
		key,
		add: insert(apiKeyValues).values({
			hash: hashOfSecret(key),
			keyId: id,
			hint: hintOfSecret(key),
			goodUntil: null,
			createdAt: now,
		}),
	};
}
