import {
	cancelManagedBooking,
	findManagedBooking,
	whyNotCancelled,
} from "../../../domain/booking/bookings/managed-booking.ts";
import type { Words } from "../../../domain/languages/words.ts";
import { moneyOf, type WithDeposit } from "../../../domain/mail/booking/deposit-text.ts";
import { execute } from "../../../platform/commit/execute.ts";
import type { AppContext } from "../../../platform/http/request/app-env.ts";
import { Panel } from "../../ui/components/elements.tsx";
import { FaultSummary, type FormState, firstValue } from "../../ui/components/fields.tsx";
import { readPageFormValues } from "../../ui/form.tsx";
import { sendMailsAfterResponse } from "../../ui/send-mails-after-response.ts";
import { atArrival } from "../at-arrival.ts";
import { respond } from "../respond.tsx";
import { bookAgainLink } from "./book-again-link.tsx";
import { AppointmentFacts, Email, faultsOf } from "./components.tsx";
import { countingWrongEmails } from "./email-attempts.ts";
import { ManagedDeposit } from "./managed-deposit.tsx";
import type { OpenedBooking } from "./with-booking.tsx";

export async function showCancel(
	c: AppContext,
	opened: OpenedBooking,
	of: FormState = { values: {} },
	status = 200,
): Promise<Response> {
	const { ctx, managed, path, words } = opened;
	const { manage } = words;
	const deposit = depositIfCancelled(managed.appointment, words);
	if (whyNotCancelled(managed, ctx.now)) return c.redirect(path, 303);
	return await respond(
		c,
		{ title: manage.cancelTitle, status, inOtherLanguages: { address: `${path}/cancel` } },
		<>
			<h1>{manage.cancelQuestion}</h1>
			<FaultSummary of={of} />
			<Panel>
				<AppointmentFacts {...opened} />
				{deposit && <p class="after">{deposit}</p>}
				<form method="post" action={`${path}/cancel`} class="narrow after">
					<Email of={of} words={words} />
					<div class="actions">
						<button class="danger" type="submit">
							{manage.cancelAppointment}
						</button>
						<a class="button" href={path}>
							{manage.keep}
						</a>
					</div>
				</form>
			</Panel>
		</>,
	);
}

/** The cancellation makes the studio owe a deposit that is paid, and ends one that is not (contract: Deposits 7). */
function depositIfCancelled({ deposit }: WithDeposit, words: Words): string | undefined {
	if (deposit?.status === "HELD") return words.manage.givesBack(moneyOf(deposit, words));
	return deposit?.status === "REQUESTED" ? words.manage.notDueThen : undefined;
}

export async function cancel(c: AppContext, found: OpenedBooking): Promise<Response> {
	const values = await readPageFormValues(c);
	const opened = atArrival(c, found);
	const { ctx, hash } = opened;
	try {
		const email = firstValue({ values }, "email");
		await countingWrongEmails(c, opened, () =>
			execute(c.get("writer"), ctx, (ctx) => cancelManagedBooking(ctx, { hash, email })),
		);
	} catch (error) {
		return await showCancel(c, opened, { values, faults: faultsOf(error, opened.words) }, 422);
	}
	sendMailsAfterResponse(c, ctx);
	const { manage } = opened.words;
	const later = await findManagedBooking(ctx, hash);
	return await respond(
		c,
		{ title: manage.cancelledTitle },
		<Panel>
			<h1>{manage.cancelled}</h1>
			<p>{manage.cancelMail}</p>
			{later && <ManagedDeposit {...opened} managed={later} />}
			{await bookAgainLink(c, opened.managed)}
		</Panel>,
	);
}
