import { randomBase62, sha256 } from "../../../platform/lib/secrets/crypto.ts";

/** The place of a feed, as its address tells it. */
export interface FeedAddress {
	/** The binding of the database that had the tenant's data when the address was made. */
	database: string;
	tenantId: string;
	hash: string;
}

/** 43 letters of base 62 hold 256 bits. */
const secretLength = 43;
const form = /^([1-9]\d{0,3})-([0-9a-f]{32})[0-9A-Za-z]{43}$/;

/** The secret begins with the number of the database and the tenant's id, so that a reading takes one call. */
export const newSecret = (database: string, tenantId: string): string =>
	`${database.slice("DATA_".length)}-${tenantId.slice("ten_".length)}${randomBase62(secretLength)}`;

/** Undefined if the text does not have the form of a secret. */
export function addressOf(secret: string): FeedAddress | undefined {
	const [, number, tenant] = form.exec(secret) ?? [];
	return number && tenant ? { database: `DATA_${number}`, tenantId: `ten_${tenant}`, hash: hashOf(secret) } : undefined;
}

export const hashOf = (secret: string): string => sha256(secret);
