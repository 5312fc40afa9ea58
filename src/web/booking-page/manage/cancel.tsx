import { cancelManaged, whyNotCancelled } from "../../../domain/booking/bookings/manage.ts";
import { execute } from "../../../platform/commit/execute.ts";
import type { AppContext } from "../../../platform/http/request/app-env.ts";
import { type Filled, Refusal, typedIn } from "../../ui/components/fields.tsx";
import { Panel } from "../../ui/components/parts.tsx";
import { readPageForms } from "../../ui/form.tsx";
import { sendMailsSoon } from "../booked/send-mails.ts";
import { show } from "../respond.tsx";
import { anotherTime } from "./another-time.tsx";
import type { Opened } from "./opened.tsx";
import { AppointmentFacts, Email, faultsOf } from "./parts.tsx";

export async function showCancel(
	c: AppContext,
	{ ctx, managed, path }: Opened,
	of: Filled = { typed: {} },
	status = 200,
): Promise<Response> {
	if (whyNotCancelled(managed, ctx.now)) return c.redirect(path, 303);
	return await show(
		c,
		{ title: "Cancel your appointment", status },
		<>
			<h1>Cancel your appointment?</h1>
			<Refusal of={of} />
			<Panel>
				<AppointmentFacts managed={managed} />
				<form method="post" action={`${path}/cancel`} class="narrow after">
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

export async function cancel(c: AppContext, opened: Opened): Promise<Response> {
	const typed = await readPageForms(c);
	const { ctx, hash } = opened;
	try {
		const email = typedIn({ typed }, "email");
		await execute(c.get("writer"), ctx, (ctx) => cancelManaged(ctx, { hash, email }));
	} catch (error) {
		return await showCancel(c, opened, { typed, faults: faultsOf(error) }, 422);
	}
	sendMailsSoon(c, ctx);
	return await show(
		c,
		{ title: "Cancelled" },
		<Panel>
			<h1>Your appointment is cancelled</h1>
			<p>A mail that confirms it is on its way to you.</p>
			{await anotherTime(c, opened.managed)}
		</Panel>,
	);
}
