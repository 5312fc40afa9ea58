import {
	type AppointmentRecord,
	findAppointment,
	nameOf,
} from "../../../domain/booking/appointments/shown-appointment.ts";
import { updateDeposit } from "../../../domain/booking/deposits/operations.ts";
import { type Deposit, depositPatch } from "../../../domain/booking/deposits/schema.ts";
import type { Ctx } from "../../../platform/context.ts";
import { notFound } from "../../../platform/problems/problem.ts";
import { Panel, Title } from "../../ui/components/elements.tsx";
import {
	FaultSummary,
	type FormState,
	type FormValues,
	Input,
	Select,
	Submit,
	TextArea,
} from "../../ui/components/fields.tsx";
import { findUnchanged } from "../appointments/find-unchanged.ts";
import { SeenVersion } from "../appointments/forms.tsx";
import { refuseField } from "../appointments/wanted-time.ts";
import { path as calendarPath, pathOf } from "../calendar/paths.ts";
import { confirmationPage } from "../forms/confirm.tsx";
import { parseBody } from "../forms/execute-form.ts";
import { textOf, textOrNull } from "../forms/form-values.ts";
import { moneyOf } from "../forms/money.ts";
import { Area } from "../frame/area.ts";
import type { Visit } from "../frame/visit.ts";
import { acts, Consequences } from "./acts.tsx";
import { DepositFacts } from "./panel.tsx";
import { stepPath } from "./paths.ts";
import { methodWords } from "./words.ts";

export const depositActPages = new Area("everyone");

const kinds = { id: "appointment" } as const;

interface DepositRecord {
	record: AppointmentRecord;
	deposit: Deposit;
}

async function findDeposit(ctx: Ctx, id: string): Promise<DepositRecord> {
	const record = await findAppointment(ctx, id);
	const { deposit } = record.appointment;
	if (!deposit) throw notFound("deposit");
	return { record, deposit };
}

for (const { step, to, verb, question, text, tone } of acts)
	depositActPages.form(`${calendarPath}/:id/deposit/${step}`, kinds, {
		kind: "change",
		show: async (visit, ids, again) => {
			const found = await findDeposit(visit.ctx, ids.id);
			const of = again ?? { values: { note: [found.deposit.note ?? ""] } };
			return confirmationPage({
				question,
				text: (
					<>
						<DepositFacts visit={visit} {...found} />
						<p class="after">{text}</p>
						<Consequences to={to} />
					</>
				),
				verb,
				tone,
				action: visit.to(stepPath(ids.id, step)),
				back: backOf(visit, found),
				keep: "Back",
				again,
				fields: (
					<>
						<SeenVersion of={found.record.appointment} />
						<div class="narrow after">
							{to === "HELD" && <PaymentFields of={of} {...found} />}
							<NoteField of={of} />
						</div>
					</>
				),
			});
		},
		operation: (_, values, ids) => {
			const method = textOf(values, "method");
			if (to === "HELD" && !method) throw refuseField("method", "Choose how it was paid.");
			return (ctx) => noteOn(ctx, ids.id, values, { status: to, ...(to === "HELD" ? { method } : {}) });
		},
		afterSubmit: (visit, _, ids) => `${visit.to(pathOf(ids), { done: `deposit_${step}` })}#deposit`,
	});

depositActPages.form(`${calendarPath}/:id/deposit/edit`, kinds, {
	kind: "change",
	show: async (visit, ids, again) => {
		const found = await findDeposit(visit.ctx, ids.id);
		const of = again ?? { values: { note: [found.deposit.note ?? ""] } };
		const title = found.deposit.amount === null ? "Set the amount of the deposit" : "Edit the note on the deposit";
		return {
			title,
			body: (
				<>
					<Title text={title} back={backOf(visit, found)} />
					<Panel>
						<form method="post" action={visit.to(stepPath(ids.id, "edit"))}>
							<FaultSummary of={of} />
							<SeenVersion of={found.record.appointment} />
							<div class="narrow">
								<AmountField of={of} {...found} />
								<NoteField of={of} />
							</div>
							<Submit back={visit.to(pathOf(ids))}>Save</Submit>
						</form>
					</Panel>
				</>
			),
		};
	},
	operation: (_, values, ids) => (ctx) => noteOn(ctx, ids.id, values, {}),
	afterSubmit: (visit, _, ids) => `${visit.to(pathOf(ids), { done: "deposit_edit" })}#deposit`,
});

async function noteOn(ctx: Ctx, id: string, values: FormValues, change: object) {
	const { appointment } = await findUnchanged(ctx, id, values);
	const amount = moneyOf(values, "amount", currencyOf(appointment));
	const body = { ...change, note: textOrNull(values, "note"), ...(amount === null ? {} : { amount }) };
	return await updateDeposit(ctx, id, parseBody(depositPatch, body));
}

const currencyOf = ({ currency, deposit }: AppointmentRecord["appointment"]) => currency ?? deposit?.currency ?? null;

const backOf = (visit: Visit, { record }: DepositRecord) => ({
	href: visit.to(pathOf(record.appointment)),
	text: nameOf(record),
});

const PaymentFields = ({ of, ...found }: DepositRecord & { of: FormState }) => (
	<>
		<Select
			of={of}
			name="method"
			label="Method"
			options={[
				{ value: "", text: "Choose how it was paid" },
				...Object.entries(methodWords).map(([value, text]) => ({ value, text })),
			]}
		/>
		<AmountField of={of} {...found} />
	</>
);

/** An amount is set once. */
const AmountField = ({ of, record, deposit }: DepositRecord & { of: FormState }) =>
	deposit.amount === null ? (
		<Input
			of={of}
			name="amount"
			label="Amount"
			hint={`Such as 120.00${currencyOf(record.appointment) ? `, in ${currencyOf(record.appointment)}` : ""}. It cannot be changed afterwards.`}
		/>
	) : null;

const NoteField = ({ of }: { of: FormState }) => (
	<TextArea of={of} name="note" label="Note" hint="Optional. Programs of the studio see it, too." rows={2} />
);
