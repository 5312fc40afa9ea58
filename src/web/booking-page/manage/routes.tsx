import { Hono } from "hono";
import { whyNotAll, whyNotCancelled, whyNotMoved } from "../../../domain/booking/bookings/manage.ts";
import type { AppContext, AppEnv } from "../../../platform/http/request/app-env.ts";
import { Note, Panel } from "../../ui/components/parts.tsx";
import { counted } from "../../ui/count.ts";
import { Ways } from "../parts/contact.tsx";
import { placeName } from "../parts/place-name.ts";
import { failedPage, show } from "../respond.tsx";
import { cancel, showCancel } from "./cancel.tsx";
import { move, showMove } from "./move.tsx";
import { type Opened, opened } from "./opened.tsx";
import { AppointmentFacts } from "./parts.tsx";

/** What the link in a mail opens. A GET changes nothing, because mail scanners open every link. */
export const managePages = new Hono<AppEnv>();

const path = "/manage/:token";
for (const each of [path, `${path}/*`]) managePages.use(each, counted);

managePages.get(path, opened(showAppointment));
managePages.get(
	`${path}/cancel`,
	opened(async (c, opened) => await showCancel(c, opened)),
);
managePages.post(`${path}/cancel`, opened(cancel));
managePages.get(
	`${path}/move`,
	opened(async (c, opened) => await showMove(c, opened)),
);
managePages.post(`${path}/move`, opened(move));
managePages.onError((error, c: AppContext) => failedPage(error, c));

async function showAppointment(c: AppContext, { ctx, managed, path }: Opened): Promise<Response> {
	const [move, cancel] = [whyNotMoved(managed, ctx.now), whyNotCancelled(managed, ctx.now)];
	const refused = whyNotAll(managed, ctx.now);
	return await show(
		c,
		{ title: "Your appointment" },
		<>
			<h1>Your appointment</h1>
			{c.req.query("moved") !== undefined && <Note tone="good">The appointment has its new time.</Note>}
			<Panel>
				<AppointmentFacts managed={managed} />
				{refused.length > 0 && (
					<p class="after">
						{refused.join(" ")} Ask {placeName(managed)}
						<Ways shop={managed.shop} />. You can also answer the mail that you got from the studio.
					</p>
				)}
				<div class="actions after">
					{!move && (
						<a class="button" href={`${path}/move`}>
							Move
						</a>
					)}
					{!cancel && (
						<a class="button danger" href={`${path}/cancel`}>
							Cancel
						</a>
					)}
				</div>
			</Panel>
		</>,
	);
}
