import { Hono } from "hono";
import { refusalSentences, whyNotCancelled, whyNotMoved } from "../../../domain/booking/bookings/managed-booking.ts";
import type { AppContext, AppEnv } from "../../../platform/http/request/app-env.ts";
import { Note, Panel } from "../../ui/components/elements.tsx";
import { limitPageRequests } from "../../ui/limit-page-requests.ts";
import { ContactLinks } from "../components/contact.tsx";
import { workplaceName } from "../components/workplace-name.ts";
import { respond, respondToError } from "../respond.tsx";
import { cancel, showCancel } from "./cancel.tsx";
import { AppointmentFacts } from "./components.tsx";
import { move, showMove } from "./move.tsx";
import { type OpenedBooking, withBooking } from "./with-booking.tsx";

/** The pages behind the link in a mail. A GET changes nothing, because mail scanners open every link. */
export const managePages = new Hono<AppEnv>();

const path = "/manage/:token";
for (const each of [path, `${path}/*`]) managePages.use(each, limitPageRequests);

managePages.get(path, withBooking(showAppointment));
managePages.get(
	`${path}/cancel`,
	withBooking(async (c, opened) => await showCancel(c, opened)),
);
managePages.post(`${path}/cancel`, withBooking(cancel));
managePages.get(
	`${path}/move`,
	withBooking(async (c, opened) => await showMove(c, opened)),
);
managePages.post(`${path}/move`, withBooking(move));
managePages.onError((error, c: AppContext) => respondToError(error, c));

async function showAppointment(c: AppContext, { ctx, managed, path }: OpenedBooking): Promise<Response> {
	const [move, cancel] = [whyNotMoved(managed, ctx.now), whyNotCancelled(managed, ctx.now)];
	const refused = refusalSentences(managed, ctx.now);
	return await respond(
		c,
		{ title: "Your appointment" },
		<>
			<h1>Your appointment</h1>
			{c.req.query("moved") !== undefined && <Note tone="good">The appointment has been moved.</Note>}
			<Panel>
				<AppointmentFacts managed={managed} />
				{refused.length > 0 && (
					<p class="after">
						{refused.join(" ")} Ask {workplaceName(managed)}
						<ContactLinks shop={managed.shop} />. You can also answer the mail that you got from the studio.
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
