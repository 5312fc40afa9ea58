import { Hono } from "hono";
import { whyNotCancelled, whyNotMoved } from "../../../domain/booking/bookings/managed-booking.ts";
import { hasDeposit } from "../../../domain/mail/booking/booking-details.ts";
import type { AppContext, AppEnv } from "../../../platform/http/request/app-env.ts";
import { Note, Panel } from "../../ui/components/elements.tsx";
import { limitPageRequests } from "../../ui/limit-page-requests.ts";
import { AddToCalendar, calendarResponse } from "../appointment/calendar.tsx";
import { ContactLinks } from "../components/contact.tsx";
import { CancellationTerms } from "../components/terms.tsx";
import { workplaceName } from "../components/workplace-name.ts";
import { respond, respondToError } from "../respond.tsx";
import { cancel, showCancel } from "./cancel.tsx";
import { AppointmentFacts } from "./components.tsx";
import { ManagedDeposit } from "./managed-deposit.tsx";
import { move, showMove } from "./move.tsx";
import { refusalSentences } from "./reasons.ts";
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
managePages.get(
	`${path}/calendar.ics`,
	withBooking(async (_, { ctx, managed, words }) => calendarResponse({ ctx, ...managed, words })),
);
managePages.onError((error, c: AppContext) => respondToError(error, c));

async function showAppointment(c: AppContext, opened: OpenedBooking): Promise<Response> {
	const { ctx, managed, path, words } = opened;
	const { manage } = words;
	const [move, cancel] = [whyNotMoved(managed, ctx.now), whyNotCancelled(managed, ctx.now)];
	const refused = refusalSentences(managed, ctx.now, words);
	return await respond(
		c,
		{ title: manage.yourAppointment },
		<>
			<h1>{manage.yourAppointment}</h1>
			{c.req.query("moved") !== undefined && <Note tone="good">{manage.moved}</Note>}
			<Panel>
				<AppointmentFacts {...opened} />
				<ManagedDeposit {...opened} />
				{managed.details && (
					<div class="after">
						<CancellationTerms
							of={managed.details}
							hasDeposit={hasDeposit(managed.appointment)}
							words={words}
							own={opened.own}
						/>
					</div>
				)}
				{refused.length > 0 && (
					<div class="after">
						<p>
							{refused.join(" ")} {manage.askStudio(workplaceName(managed))} {manage.answerMail}
						</p>
						<ContactLinks shop={managed.shop} />
					</div>
				)}
				<div class="actions after">
					{!move && (
						<a class="button" href={`${path}/move`}>
							{manage.move}
						</a>
					)}
					{!cancel && (
						<a class="button danger" href={`${path}/cancel`}>
							{manage.cancel}
						</a>
					)}
				</div>
				<AddToCalendar ctx={ctx} {...managed} words={words} file={`${path}/calendar.ics`} />
			</Panel>
		</>,
	);
}
