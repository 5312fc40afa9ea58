import { openWriter } from "../commit/writer.ts";
import type { Ctx } from "../context.ts";
import type { AppContext } from "../http/app-env.ts";
import { sendDueMails } from "../mail/outbox.ts";
import { localSystemCaller } from "../system-caller.ts";

/** Sends what waits in the outbox. Nobody waits for it: what stays there is sent by the schedule. */
export function sendMailsSoon(c: AppContext, { tenantId }: Pick<Ctx, "tenantId">): void {
	const send = async () => {
		const placement = await c.get("databases").placementOf(tenantId);
		if (!placement) return;
		const home = placement.database;
		const { databases, writer } = openWriter(c.env, (work) => c.executionCtx.waitUntil(work), { home });
		await sendDueMails(c.env, localSystemCaller(c.env, databases, home), writer, "data");
	};
	c.executionCtx.waitUntil(send().catch(() => {}));
}
