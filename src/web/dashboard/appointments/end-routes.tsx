import type { Child } from "hono/jsx";
import { cancelAppointment } from "../../../domain/booking/appointments/cancel.ts";
import { refundFee } from "../../../domain/booking/appointments/cancellation-fee.ts";
import { appointmentPatch, newCancellationFee } from "../../../domain/booking/appointments/schema.ts";
import {
	type AppointmentRecord,
	findAppointment,
	nameOf,
} from "../../../domain/booking/appointments/shown-appointment.ts";
import { updateAppointment } from "../../../domain/booking/appointments/update.ts";
import { notFound } from "../../../platform/problems/problem.ts";
import { type FormState, TextArea } from "../../ui/components/fields.tsx";
import { sendMailsAfterResponse } from "../../ui/send-mails-after-response.ts";
import { path, pathOf } from "../calendar/paths.ts";
import { confirmationPage } from "../forms/confirm.tsx";
import { parseBody } from "../forms/execute-form.ts";
import { textOrNull } from "../forms/form-values.ts";
import { moneyText } from "../forms/money.ts";
import { Area } from "../frame/area.ts";
import type { Visit } from "../frame/visit.ts";
import { CancelFields, cancelValues, EndWords, feeIn, keepsDeposit } from "./ending.tsx";
import { findUnchanged } from "./find-unchanged.ts";
import { SeenVersion } from "./forms.tsx";
import { timesOf } from "./times.ts";

export const appointmentEndPages = new Area("everyone");

const kinds = { id: "appointment" } as const;

const statusChanges = [
	{
		step: "no_show",
		status: "NO_SHOW",
		question: (name: string) => `Mark the appointment of ${name} as a no show?`,
		verb: "No show",
		tone: "danger",
		text: "The client did not come. The time is free for others.",
		done: "no_show",
	},
	{
		step: "completed",
		status: "COMPLETED",
		question: (name: string) => `Complete the appointment of ${name}?`,
		verb: "Completed",
		tone: "primary",
		text: "The appointment has taken place. Afterwards its status and its times cannot be changed.",
		done: "completed",
	},
] as const;

/** The page that asks before an appointment ends. */
const endPage = (
	visit: Visit,
	record: AppointmentRecord,
	end: Pick<
		(typeof statusChanges)[number] | typeof cancellation,
		"step" | "status" | "verb" | "tone" | "text" | "question"
	>,
	{ again, fields, keep }: { again: FormState | undefined; fields?: Child; keep: string },
) =>
	confirmationPage({
		question: end.question(nameOf(record)),
		text: (
			<>
				<p>
					{timesOf(record.appointment, record.artist.timezone)}, with {record.artist.name}.
				</p>
				<p>{end.text}</p>
				<EndWords visit={visit} record={record} end={end.status} />
			</>
		),
		verb: end.verb,
		tone: end.tone,
		action: visit.to(`${pathOf(record.appointment)}/${end.step}`),
		back: { href: visit.to(pathOf(record.appointment)), text: nameOf(record) },
		keep,
		again,
		fields: (
			<>
				<SeenVersion of={record.appointment} />
				{fields}
			</>
		),
	});

for (const change of statusChanges)
	appointmentEndPages.form(`${path}/:id/${change.step}`, kinds, {
		kind: "change",
		show: async (visit, ids, again) =>
			endPage(visit, await findAppointment(visit.ctx, ids.id), change, { again, keep: "Back" }),
		operation: (_, values, ids) => async (ctx) => {
			await findUnchanged(ctx, ids.id, values);
			return await updateAppointment(ctx, ids.id, { status: change.status });
		},
		afterSubmit: (visit, { data }) => visit.to(pathOf(data), { done: change.done }),
	});

const cancellation = {
	step: "cancel",
	status: "CANCELLED",
	question: (name: string) => `Cancel the appointment of ${name}?`,
	verb: "Cancel",
	tone: "danger",
	text: "The time is free at once. If the appointment is in the future, the client gets a mail. You can book it again later.",
} as const;

appointmentEndPages.form(`${path}/:id/cancel`, kinds, {
	kind: "change",
	show: async (visit, ids, again) => {
		const record = await findAppointment(visit.ctx, ids.id);
		const of = again ?? { values: cancelValues(record) };
		const fields = (
			<div class="narrow after">
				<TextArea
					of={of}
					name="cancellation_reason"
					label="Reason"
					hint="Optional. The client does not see it."
					rows={2}
				/>
				<CancelFields of={of} record={record} />
			</div>
		);
		return endPage(visit, record, cancellation, { again, fields, keep: "Keep it" });
	},
	operation: (_, values, ids) => {
		const cancellation_reason = textOrNull(values, "cancellation_reason");
		const body = parseBody(appointmentPatch, { cancellation_reason, ...keepsDeposit(values) });
		const given = feeIn(values);
		const fee = given && parseBody(newCancellationFee, given, ([name]) => `fee_${String(name)}`);
		return async (ctx) => {
			await findUnchanged(ctx, ids.id, values);
			return await cancelAppointment(ctx, ids.id, body, fee);
		};
	},
	afterSubmit: (visit, of) => {
		sendMailsAfterResponse(visit.c, visit.ctx);
		return visit.to(pathOf(of), { done: "cancelled" });
	},
});

appointmentEndPages.form(`${path}/:id/refund_fee`, kinds, {
	kind: "change",
	show: async (visit, ids, again) => {
		const record = await findAppointment(visit.ctx, ids.id);
		const { cancellation_fee: fee } = record.appointment;
		if (!fee) throw notFound("cancellation fee");
		return confirmationPage({
			question: `Refund the cancellation fee of ${nameOf(record)}?`,
			text: (
				<p>
					The client has got {moneyText(fee.amount, fee.currency)} back, or need not pay. The service moves no money and
					sends no mail. Programs that listen get the event <code>appointment.updated</code>.
				</p>
			),
			verb: "Refund",
			action: visit.to(`${pathOf(ids)}/refund_fee`),
			back: { href: visit.to(pathOf(ids)), text: nameOf(record) },
			keep: "Back",
			again,
			fields: <SeenVersion of={record.appointment} />,
		});
	},
	operation: (_, values, ids) => async (ctx) => {
		await findUnchanged(ctx, ids.id, values);
		return await refundFee(ctx, ids.id);
	},
	afterSubmit: (visit, _, ids) => visit.to(pathOf(ids), { done: "fee_refunded" }),
});
