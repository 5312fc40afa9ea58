import { insert, type Write } from "../../../platform/commit/write.ts";
import type { Caller } from "../../../platform/context.ts";
import { mails } from "../../../platform/db/tables/both/mails.ts";
import { newId } from "../../../platform/lib/ids.ts";
import { randomBase62 } from "../../../platform/lib/secrets/crypto.ts";
import { problem } from "../../../platform/problems/problem.ts";

/** 43 letters of base 62 hold 256 bits. */
const tokenLength = 43;

export const newAccessToken = (): string => randomBase62(tokenLength);

interface LinkMail {
	kind: "invitation" | "password_reset" | "email_change" | "email_change_taken";
	/** The studio that sends the mail; null if the service itself does. */
	tenantId: string | null;
	to: string;
	/** The page that the link opens, with its token. */
	path: string;
}

/** The link gives access to an account, so it is stored sealed until the mail is sent. */
export async function mailLink(caller: Caller, { kind, tenantId, to, path }: LinkMail): Promise<Write[]> {
	const { origin } = caller.settings;
	if (origin === null) throw problem("service_unavailable", "The service's own address is not configured.");
	const id = newId("mail", caller.now);
	const sealed_link = await caller.vault.seal(origin + path, id);
	return [
		insert(mails).values({ id, tenantId: tenantId ?? "", kind, data: { to, sealed_link }, createdAt: caller.now }),
	];
}
