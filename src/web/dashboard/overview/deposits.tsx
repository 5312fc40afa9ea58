import type { ListedDeposit } from "../../../domain/booking/deposits/list-deposits.ts";
import { Panel } from "../../ui/components/elements.tsx";
import { path } from "../deposits/paths.ts";
import { DepositTable } from "../deposits/table.tsx";
import type { Visit } from "../frame/visit.ts";
import { type StudioSection, shownDeposits } from "./sections.ts";

interface Props {
	visit: Visit;
	deposits: StudioSection["deposits"];
}

/** Only if the studio has to do something about a deposit. */
export const Deposits = ({ visit, deposits: { due, owed } }: Props) =>
	due.length + owed.length === 0 ? null : (
		<Panel title="Deposits" actions={<a href={visit.to(path)}>Show all deposits</a>}>
			<Some visit={visit} title="Due" status="OPEN" rows={due} />
			<Some visit={visit} title="To be given back" status="REFUNDING" rows={owed} />
		</Panel>
	);

const Some = ({
	visit,
	title,
	status,
	rows,
}: {
	visit: Visit;
	title: string;
	status: string;
	rows: ListedDeposit[];
}) =>
	rows.length === 0 ? null : (
		<>
			<h3 class="after">{title}</h3>
			<DepositTable visit={visit} label={`Deposits: ${title.toLowerCase()}`} rows={rows.slice(0, shownDeposits)} />
			{rows.length > shownDeposits && (
				<p>
					<a href={visit.to(path, { status })}>Show the others</a>
				</p>
			)}
		</>
	);
