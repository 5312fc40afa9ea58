import { and, isNull, type SQL } from "drizzle-orm";
import { remove, type Write } from "../commit/write.ts";
import { oauthCodes } from "../db/tables/control/oauth.ts";

/** Ends the authorization codes that no app has redeemed yet. */
export const endUndecidedCodes = (...of: SQL[]): Write =>
	remove(oauthCodes).where(and(isNull(oauthCodes.redeemedAt), ...of));
