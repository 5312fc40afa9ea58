import { and, isNull, type SQL } from "drizzle-orm";
import { remove, type Write } from "../../../../platform/commit/write.ts";
import { oauthCodes } from "../../../../platform/db/tables/control/oauth.ts";

export const endUnredeemedCodes = (...conditions: SQL[]): Write =>
	remove(oauthCodes).where(and(isNull(oauthCodes.redeemedAt), ...conditions));
