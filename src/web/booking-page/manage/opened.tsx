import { hashOfToken, tenantOfToken } from "../../../domain/booking/bookings/link.ts";
import { findManaged, isDead, type Managed } from "../../../domain/booking/bookings/manage.ts";
import { type Ctx, within } from "../../../platform/context.ts";
import { type AppContext, callerOf, note } from "../../../platform/http/request/app-env.ts";
import { Panel } from "../../ui/components/parts.tsx";
import { show } from "../respond.tsx";
import { anotherTime } from "./another-time.tsx";

export interface Opened {
	ctx: Ctx;
	managed: Managed;
	hash: string;
	/** The address of the page. */
	path: string;
}

/** The booking of the link; a page that says what is wrong with it otherwise. */
export const opened = (act: (c: AppContext, opened: Opened) => Promise<Response>) => async (c: AppContext) => {
	const found = await open(c, c.req.param("token") ?? "");
	if (!found) return await unknownPage(c);
	return isDead(found.managed, found.ctx.now) ? await endedPage(c, found) : await act(c, found);
};

async function open(c: AppContext, token: string): Promise<Opened | undefined> {
	const tenantId = tenantOfToken(token);
	if (tenantId === undefined || !(await c.get("databases").placementOf(tenantId))) return undefined;
	const ctx = await within(callerOf(c, { type: "booking_page", id: null }), tenantId);
	const hash = hashOfToken(token);
	const managed = await findManaged(ctx, hash);
	if (!managed) return undefined;
	note(c, { tenantId });
	return { ctx, managed, hash, path: `/manage/${token}` };
}

const unknownPage = (c: AppContext) =>
	show(
		c,
		{ title: "This link does not work", status: 410 },
		<Panel>
			<h1>This link does not work</h1>
			<p>
				Some mail programs cut a long address off. Copy the whole address from the mail. The link also ends when the
				appointment has passed or was cancelled.
			</p>
			<p class="after">If you have a question, answer the mail that you got from the studio.</p>
		</Panel>,
	);

async function endedPage(c: AppContext, { managed }: Opened) {
	const isCancelled = managed.appointment.status === "CANCELLED";
	return await show(
		c,
		{ title: "This link has ended", status: 410 },
		<Panel>
			<h1>This link has ended</h1>
			<p>
				{isCancelled ? "The appointment was cancelled." : "The appointment has passed."} If you have a question, answer
				the mail that you got from the studio.
			</p>
			{await anotherTime(c, managed)}
		</Panel>,
	);
}
