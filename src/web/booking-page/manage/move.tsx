import { moveManagedBooking, whyNotMoved } from "../../../domain/booking/bookings/managed-booking.ts";
import { execute } from "../../../platform/commit/execute.ts";
import type { AppContext } from "../../../platform/http/request/app-env.ts";
import { Problem } from "../../../platform/problems/problem.ts";
import { Panel } from "../../ui/components/elements.tsx";
import { FaultSummary, type FormState, firstValue } from "../../ui/components/fields.tsx";
import { readPageFormValues } from "../../ui/form.tsx";
import { Alarm } from "../../ui/layout.tsx";
import { sendMailsAfterResponse } from "../../ui/send-mails-after-response.ts";
import { atArrival } from "../at-arrival.ts";
import { longDay } from "../components/dates.tsx";
import { instantField } from "../details/parse-booking.ts";
import { type RefusedTime, refusedTimeOf } from "../refused.ts";
import { respond } from "../respond.tsx";
import { readMonthTimes } from "../times/free-times.ts";
import { Month } from "../times/month.tsx";
import { dateOf, dayOf, monthOf } from "../times/months.ts";
import { TimeForm, ZoneNote } from "../times/times-list.tsx";
import { AppointmentFacts, Email, faultsOf } from "./components.tsx";
import { countingWrongEmails } from "./email-attempts.ts";
import type { OpenedBooking } from "./with-booking.tsx";

interface MoveOptions {
	of: FormState;
	/** The chosen time. The page shows its day again. */
	start?: number;
	refused?: RefusedTime;
}

export async function showMove(
	c: AppContext,
	opened: OpenedBooking,
	{ of, start, refused }: MoveOptions = { of: { values: {} } },
): Promise<Response> {
	const { ctx, managed, path, words } = opened;
	const { page, manage } = words;
	const { appointment, artist, type } = managed;
	if (whyNotMoved(managed, ctx.now) || !type) return c.redirect(path, 303);
	const zone = artist.timezone;
	const day = dayOf(start === undefined ? c.req.query("day") : dateOf(start, zone));
	const shown = day?.toString() ?? c.req.query("month") ?? dateOf(appointment.startAt, zone);
	const month = monthOf(shown.slice(0, "2026-11".length), ctx.now, zone);
	const today = dateOf(ctx.now, zone);
	const own = { appointmentId: appointment.id, durationMs: appointment.endAt - appointment.startAt };
	const times = await readMonthTimes({ ctx, artist }, { row: type }, { month, day }, own);
	const status = refused?.status ?? (of.faults ? 422 : 200);
	const action = `${path}/move`;
	const slots = refused ? refused.suggested : times.slots;
	const title = refused ? manage.nearChoice : day && longDay(day, words);
	return await respond(
		c,
		{ title: manage.moveTitle, status, inOtherLanguages: { address: day ? `${action}?day=${day}` : action } },
		<>
			<h1>{manage.moveTitle}</h1>
			{refused && <Alarm>{refused.text}</Alarm>}
			<FaultSummary of={of} />
			<Panel title={manage.now}>
				<AppointmentFacts {...opened} brief />
				<div class="actions after">
					<a class="button" href={path}>
						{manage.keep}
					</a>
				</div>
			</Panel>
			<div class="pick">
				<Panel title={page.chooseDay}>
					<Month
						words={words}
						path={action}
						month={month}
						today={today}
						day={day}
						free={times.free}
						nextFree={times.nextFree}
					/>
				</Panel>
				{title && (
					<Panel id="times" title={title}>
						{slots.length === 0 ? (
							<p>{manage.noneFree}</p>
						) : (
							<TimeForm
								words={words}
								zone={zone}
								slots={slots}
								action={`${action}${day ? `?day=${day}` : ""}`}
								withDay={!!refused}
							>
								<div class="move-email">
									<Email of={of} words={words} />
								</div>
								<p class="label">{manage.chooseNew}</p>
							</TimeForm>
						)}
					</Panel>
				)}
			</div>
			<ZoneNote zone={zone} words={words} />
		</>,
	);
}

export async function move(c: AppContext, found: OpenedBooking): Promise<Response> {
	const values = await readPageFormValues(c);
	const opened = atArrival(c, found);
	const start = instantField(values, "start_at");
	if (start === undefined) return c.redirect(`${opened.path}/move`, 303);
	const { ctx, hash } = opened;
	try {
		const email = firstValue({ values }, "email");
		await countingWrongEmails(c, opened, () =>
			execute(c.get("writer"), ctx, (ctx) => moveManagedBooking(ctx, { hash, email, start })),
		);
	} catch (error) {
		const refused = error instanceof Problem ? refusedTimeOf(error, opened.words) : null;
		const of = refused ? { values } : { values, faults: faultsOf(error, opened.words) };
		return await showMove(c, opened, { of, start, ...(refused ? { refused } : {}) });
	}
	sendMailsAfterResponse(c, ctx);
	return c.redirect(`${opened.path}?moved`, 303);
}
