import { sendUrgentMails } from "../../domain/mail/outbox/outbox.ts";
import { localSystemCaller } from "../../platform/commit/system-caller.ts";
import { openWriter } from "../../platform/commit/writer.ts";
import type { Ctx } from "../../platform/context.ts";
import type { AppContext } from "../../platform/http/request/app-env.ts";

/**
 * If the mails cannot be sent, the schedule sends them. A request whose answer says whether the mail was sent waits for
 * it instead (`sendMailNow` of the outbox).
 */
export function sendMailsAfterResponse(c: AppContext, { tenantId }: Pick<Ctx, "tenantId">): void {
	const send = async () => {
		const placement = await c.get("databases").placementOf(tenantId);
		if (!placement) return;
		const home = placement.database;
		const { databases, writer } = openWriter(c.env, (work) => c.executionCtx.waitUntil(work), { dataDatabaseId: home });
		await sendUrgentMails(c.env, localSystemCaller(c.env, databases, home), writer, tenantId);
	};
	c.executionCtx.waitUntil(send().catch(() => {}));
}
