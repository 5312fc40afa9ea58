import { Hono } from "hono";
import { execute } from "../commit/execute.ts";
import { type Ctx, within } from "../context.ts";
import { type AppContext, type AppEnv, callerOf, note } from "../http/app-env.ts";
import { type Filled, Input, Refusal, typedIn } from "../pages/components/fields.tsx";
import { Note, Panel } from "../pages/components/parts.tsx";
import { counted } from "../pages/count.ts";
import { readPageForms } from "../pages/form.tsx";
import { Alarm } from "../pages/layout.tsx";
import { Problem } from "../problems.ts";
import { hashOfToken, tenantOfToken } from "../resources/bookings/link.ts";
import {
	cancelManaged,
	findManaged,
	isDead,
	type Managed,
	moveManaged,
	whyNotCancelled,
	whyNotMoved,
} from "../resources/bookings/manage.ts";
import { timesIn } from "./calendar.ts";
import { dateOf, dayOf, monthOf } from "./months.ts";
import { type RefusedTime, refusedTimes } from "./refused.ts";
import { instantIn, sendMails } from "./routes.tsx";
import { failedPage, show } from "./show.tsx";
import { Moment, Month, Times } from "./times-page.tsx";

/** What the link in a mail opens. A GET changes nothing, because mail scanners open every link. */
export const managePages = new Hono<AppEnv>();

const path = "/manage/:token";
for (const each of [path, `${path}/*`]) managePages.use(each, counted);

interface Opened {
	ctx: Ctx;
	managed: Managed;
	hash: string;
	/** The address of the page. */
	path: string;
}

/** The booking of the link; the page of a dead one otherwise. */
const about = (act: (c: AppContext, opened: Opened) => Promise<Response>) => async (c: AppContext) => {
	const token = c.req.param("token") ?? "";
	const opened = await open(c, token);
	return opened ? await act(c, opened) : await deadPage(c);
};

async function open(c: AppContext, token: string): Promise<Opened | undefined> {
	const tenantId = tenantOfToken(token);
	if (tenantId === undefined || !(await c.get("databases").placementOf(tenantId))) return undefined;
	const ctx = await within(callerOf(c, { type: "booking_page", id: null }), tenantId);
	const hash = hashOfToken(token);
	const managed = await findManaged(ctx, hash);
	if (!managed || isDead(managed, ctx.now)) return undefined;
	note(c, { tenantId });
	return { ctx, managed, hash, path: `/manage/${token}` };
}

const deadPage = (c: AppContext) =>
	show(
		c,
		{ title: "This link has ended", status: 410 },
		<Panel>
			<h1>This link has ended</h1>
			<p>
				The appointment has passed or is cancelled. If you have a question, answer the mail that you got from the
				studio.
			</p>
		</Panel>,
	);

managePages.get(
	path,
	about(async (c, opened) => await showAppointment(c, opened)),
);

async function showAppointment(c: AppContext, { ctx, managed, path }: Opened) {
	const { appointment, artist, type } = managed;
	const [move, cancel] = [whyNotMoved(managed, ctx.now), whyNotCancelled(managed, ctx.now)];
	return await show(
		c,
		{ title: "Your appointment" },
		<>
			<h1>Your appointment</h1>
			{c.req.query("moved") !== undefined && <Note tone="good">The appointment has its new time.</Note>}
			<Panel>
				<p>
					<strong>{type?.name ?? appointment.title ?? "Appointment"}</strong> with {artist.name}
				</p>
				<p>
					From <Moment at={appointment.startAt} zone={appointment.timezone} />
					<br />
					to <Moment at={appointment.endAt} zone={appointment.timezone} />
				</p>
				{move && <p class="dim">{move}</p>}
				{cancel && <p class="dim">{cancel}</p>}
				<div class="actions">
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

managePages.get(
	`${path}/cancel`,
	about(async (c, opened) => await showCancel(c, opened, { typed: {} })),
);

async function showCancel(c: AppContext, { ctx, managed, path }: Opened, of: Filled, status = 200) {
	if (whyNotCancelled(managed, ctx.now)) return c.redirect(path, 303);
	return await show(
		c,
		{ title: "Cancel your appointment", status },
		<>
			<h1>Cancel your appointment?</h1>
			<Panel>
				<p>
					<Moment at={managed.appointment.startAt} zone={managed.appointment.timezone} /> with {managed.artist.name}
				</p>
				<form method="post" action={`${path}/cancel`} class="narrow">
					<Refusal of={of} />
					<Email of={of} />
					<div class="actions">
						<button class="danger" type="submit">
							Cancel the appointment
						</button>
						<a class="button" href={path}>
							Keep it
						</a>
					</div>
				</form>
			</Panel>
		</>,
	);
}

const Email = ({ of }: { of: Filled }) => (
	<Input
		of={of}
		name="email"
		label="Your email"
		hint="The address that you booked with."
		type="email"
		required
		autocomplete="email"
		maxlength={254}
	/>
);

managePages.post(
	`${path}/cancel`,
	about(async (c, opened) => {
		const typed = await readPageForms(c);
		const { ctx, hash } = opened;
		try {
			const email = typedIn({ typed }, "email");
			await execute(c.get("writer"), ctx, (ctx) => cancelManaged(ctx, { hash, email }));
		} catch (error) {
			const faults = faultsOf(error);
			return await showCancel(c, opened, { typed, faults }, 422);
		}
		c.executionCtx.waitUntil(sendMails(c, opened));
		return await show(
			c,
			{ title: "Cancelled" },
			<Panel>
				<h1>Your appointment is cancelled</h1>
				<p>A mail that confirms it is on its way to you.</p>
			</Panel>,
		);
	}),
);

/** A refusal for the person at the form. Anything else is thrown on. */
function faultsOf(error: unknown) {
	if (!(error instanceof Problem) || error.status === 404 || error.status >= 500) throw error;
	const isEmail = error.message.startsWith("email:");
	if (isEmail) {
		const text = "This is not the address that the appointment was booked with.";
		return { summary: "Check your email address. Nothing has been changed.", fields: { email: text } };
	}
	return { summary: error.message, fields: {} };
}

managePages.get(
	`${path}/move`,
	about(async (c, opened) => await showMove(c, opened, { of: { typed: {} } })),
);

interface Moving {
	of: Filled;
	/** The time that was chosen. Its day is shown again. */
	start?: number;
	refused?: RefusedTime;
}

async function showMove(c: AppContext, { ctx, managed, path }: Opened, { of, start, refused }: Moving) {
	const { appointment, artist, type } = managed;
	if (whyNotMoved(managed, ctx.now) || !type) return c.redirect(path, 303);
	const zone = artist.timezone;
	const day = dayOf(start === undefined ? c.req.query("day") : dateOf(start, zone));
	const month = monthOf(day ? day.toPlainYearMonth().toString() : c.req.query("month"), ctx.now, zone);
	const present = monthOf(undefined, ctx.now, zone);
	const own = { appointmentId: appointment.id, durationMs: appointment.endAt - appointment.startAt };
	const times = await timesIn({ ctx, artist }, { row: type }, month, day, own);
	const status = refused?.status ?? (of.faults ? 422 : 200);
	const action = `${path}/move`;
	const slots = refused ? refused.suggested : times.slots;
	return await show(
		c,
		{ title: "Move your appointment", status },
		<>
			<h1>Move your appointment</h1>
			<p class="dim">
				Now: <Moment at={appointment.startAt} zone={appointment.timezone} />
			</p>
			{refused && <Alarm>{refused.text}</Alarm>}
			<Refusal of={of} />
			<Panel title="Choose a day">
				<Month {...{ path: action, month, present, day }} free={times.free} nextFree={times.nextFree} />
			</Panel>
			{(day || refused) && (
				<Panel id="times" title="Choose the new time">
					{slots.length === 0 ? (
						<p>No time is free. Choose another day.</p>
					) : (
						<Times zone={zone} slots={slots} action={`${action}${day ? `?day=${day}` : ""}`} withDay>
							<div class="narrow move-email">
								<Email of={of} />
							</div>
						</Times>
					)}
				</Panel>
			)}
		</>,
	);
}

managePages.post(
	`${path}/move`,
	about(async (c, opened) => {
		const typed = await readPageForms(c);
		const start = instantIn(typed, "start_at");
		if (start === undefined) return c.redirect(`${opened.path}/move`, 303);
		const { ctx, hash } = opened;
		try {
			const email = typedIn({ typed }, "email");
			await execute(c.get("writer"), ctx, (ctx) => moveManaged(ctx, { hash, email, start }));
		} catch (error) {
			const refused = error instanceof Problem ? refusedTimes(error) : null;
			const of = refused ? { typed } : { typed, faults: faultsOf(error) };
			return await showMove(c, opened, { of, start, ...(refused ? { refused } : {}) });
		}
		c.executionCtx.waitUntil(sendMails(c, opened));
		return c.redirect(`${opened.path}?moved`, 303);
	}),
);

managePages.onError((error, c: AppContext) => failedPage(error, c));
