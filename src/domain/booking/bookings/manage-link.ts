import { insert, type Write } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { bookingLinks } from "../../../platform/db/tables/data/bookings.ts";
import { randomBase62, sha256 } from "../../../platform/lib/secrets/crypto.ts";

/** 43 letters of base 62 hold 256 bits. */
const secretLength = 43;
const uuidLength = 32;

export const hashOfToken = (token: string): string => sha256(token);

/** The tenant that a token names; undefined if the text does not have the form of a token. */
export const tenantOfToken = (token: string): string | undefined =>
	/^[0-9a-f]{32}[0-9A-Za-z]{43}$/.test(token) ? `ten_${token.slice(0, uuidLength)}` : undefined;

/**
 * The token begins with the tenant's id, so that a page finds the data without asking every database. A secret follows.
 */
export const newToken = ({ tenantId }: Pick<Ctx, "tenantId">): string =>
	tenantId.replace("ten_", "") + randomBase62(secretLength);

export const insertLink = ({ tenantId, now }: Ctx, appointmentId: string, token: string): Write =>
	insert(bookingLinks).values({ tenantId, appointmentId, hash: hashOfToken(token), createdAt: now });
