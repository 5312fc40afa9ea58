import type { ListedDeposit } from "../../../domain/booking/deposits/list-deposits.ts";
import { Badge } from "../../ui/components/elements.tsx";
import { Table } from "../../ui/components/table.tsx";
import { pathOf } from "../calendar/paths.ts";
import { LocalTime } from "../components/local-time.tsx";
import { moneyText } from "../forms/money.ts";
import type { Visit } from "../frame/visit.ts";
import { depositState, methodWords } from "./words.ts";

interface Props {
	visit: Visit;
	label: string;
	rows: readonly ListedDeposit[];
}

export const DepositTable = ({ visit, label, rows }: Props) => {
	const { timezone: zone } = visit.studio;
	return (
		<Table
			label={label}
			rows={rows}
			columns={[
				{
					head: "Client",
					kind: "lead",
					cell: ({ id, client }) => <a href={`${visit.to(pathOf({ id }))}#deposit`}>{client ?? "A deleted client"}</a>,
				},
				{
					head: "Deposit",
					cell: ({ deposit, status }) => {
						const { text, tone } = depositState(deposit, status, visit.ctx.now);
						return (
							<>
								{moneyText(deposit.amount, deposit.currency) ?? "No amount yet"} <Badge tone={tone}>{text}</Badge>
								{deposit.method && <span class="hint">{methodWords[deposit.method]}</span>}
							</>
						);
					},
				},
				{ head: "Due", cell: ({ deposit }) => <LocalTime at={deposit.due_at} zone={zone} /> },
				{
					head: "Appointment",
					cell: ({ title, eventType, startAt, artist }) => (
						<>
							{title ?? eventType ?? "Appointment"}, <LocalTime at={startAt} zone={zone} />
							<span class="hint">{artist}</span>
						</>
					),
				},
			]}
		/>
	);
};
