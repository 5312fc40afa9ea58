import type { ListedDelivery } from "../../../domain/events/deliveries/listed.ts";
import { Badge, type Tone } from "../../ui/components/elements.tsx";
import { type Column, Table } from "../../ui/components/table.tsx";
import { LocalTime } from "../components/local-time.tsx";
import type { Visit } from "../frame/visit.ts";

export const path = "/dashboard/deliveries";

const states: Record<ListedDelivery["status"], { tone: Tone; text: string }> = {
	PENDING: { tone: "info", text: "Pending" },
	SUCCEEDED: { tone: "good", text: "Succeeded" },
	DEAD: { tone: "bad", text: "Dead" },
};

export const DeliveryState = ({ status }: Pick<ListedDelivery, "status">) => (
	<Badge tone={states[status].tone}>{states[status].text}</Badge>
);

/** The result of the last attempt. */
const answerOf = ({ lastStatus, lastError, attemptCount }: ListedDelivery): string => {
	if (attemptCount === 0) return "Not sent yet";
	return lastStatus === null ? (lastError ?? "No answer") : String(lastStatus);
};

interface Props {
	visit: Visit;
	deliveries: ListedDelivery[];
	label: string;
	/** Columns between the time and the state. */
	extraColumns?: Column<ListedDelivery>[];
}

export const Deliveries = ({ visit, deliveries, label, extraColumns = [] }: Props) => (
	<Table
		label={label}
		rows={deliveries}
		columns={[
			{
				head: "Created",
				kind: "lead",
				cell: ({ id, createdAt }) => (
					<a href={visit.to(`${path}/${id}`)}>
						<LocalTime at={createdAt} zone={visit.studio.timezone} precision="second" />
					</a>
				),
			},
			...extraColumns,
			{
				head: "State",
				cell: (delivery) => (
					<>
						<DeliveryState status={delivery.status} /> {delivery.isTest && <Badge>Test</Badge>}
					</>
				),
			},
			{ head: "Last answer", cell: answerOf },
			{ head: "Attempts", kind: "number", cell: ({ attemptCount }) => String(attemptCount) },
		]}
	/>
);
