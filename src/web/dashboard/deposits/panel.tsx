import type { AppointmentRecord } from "../../../domain/booking/appointments/shown-appointment.ts";
import type { Deposit } from "../../../domain/booking/deposits/schema.ts";
import { Badge, Facts, Panel } from "../../ui/components/elements.tsx";
import { LocalTime } from "../components/local-time.tsx";
import { moneyText } from "../forms/money.ts";
import type { Visit } from "../frame/visit.ts";
import { possibleActs } from "./acts.tsx";
import { stepPath } from "./paths.ts";
import { depositState, methodWords } from "./words.ts";

interface Props {
	visit: Visit;
	record: AppointmentRecord;
	deposit: Deposit;
}

/** The deposit on the page of its appointment. */
export const DepositPanel = ({ visit, record, deposit }: Props) => {
	const { appointment } = record;
	const at = (step: string) => visit.to(stepPath(appointment.id, step));
	return (
		<Panel
			title="Deposit"
			id="deposit"
			actions={
				<>
					{possibleActs(appointment, deposit, visit.ctx.now).map(({ step, verb }) => (
						<a class={step === "pay" ? "button primary" : "button"} href={at(step)}>
							{verb}
						</a>
					))}
					<a class="button" href={at("edit")}>
						{deposit.amount === null ? "Set the amount" : "Edit the note"}
					</a>
				</>
			}
		>
			<DepositFacts visit={visit} record={record} deposit={deposit} />
		</Panel>
	);
};

export const DepositFacts = ({ visit, record: { appointment, artist, cancelsUnpaid }, deposit }: Props) => {
	const { text, tone } = depositState(
		{ ...deposit, due_at: Date.parse(deposit.due_at) },
		appointment.status,
		visit.ctx.now,
	);
	const { timezone: zone } = artist;
	return (
		<Facts
			of={[
				["State", <Badge tone={tone}>{text}</Badge>],
				["Amount", moneyText(deposit.amount, deposit.currency) ?? "Not known yet"],
				["Due", <LocalTime at={deposit.due_at} zone={zone} withUtc />],
				cancelsUnpaid && ["If it is not paid", "The service reminds the client and cancels the appointment then."],
				deposit.method && ["Paid by", methodWords[deposit.method]],
				deposit.held_at ? ["Paid", <LocalTime at={deposit.held_at} zone={zone} withUtc />] : null,
				deposit.released_at ? ["Ended", <LocalTime at={deposit.released_at} zone={zone} withUtc />] : null,
				["Note", deposit.note && <span class="pre">{deposit.note}</span>],
			]}
		/>
	);
};
