import type { ListedDeposit } from "../../../domain/booking/deposits/list-deposits.ts";
import { Empty, Pager, Panel, Title } from "../../ui/components/elements.tsx";
import { type FormState, Input, Select } from "../../ui/components/fields.tsx";
import type { Visit } from "../frame/visit.ts";
import { maxInFile } from "../lists/csv.ts";
import { Filters, Results, resultCount } from "../lists/filters.tsx";
import { path } from "./paths.ts";
import { DepositTable } from "./table.tsx";
import { stateOfStatus } from "./words.ts";

export const views = [
	"OPEN",
	"ALL",
	"HELD",
	"REFUNDING",
	"APPLIED",
	"REFUNDED",
	"FORFEITED",
	"WAIVED",
	"REQUESTED",
] as const;

type View = (typeof views)[number];

const wordsOfView = (view: View): string => {
	if (view === "OPEN") return "Due";
	if (view === "ALL") return "All";
	return view === "REQUESTED" ? "Due or never paid" : stateOfStatus[view].text;
};

interface Props {
	visit: Visit;
	view: View;
	rows: ListedDeposit[];
	next: string | undefined;
}

export const DepositList = ({ visit, view, rows, next }: Props) => {
	const of: FormState = { values: { status: [view] } };
	return (
		<>
			<Title
				text="Deposits"
				lead="Money that clients paid or have to pay before their appointments. The service moves none."
			/>
			<Panel>
				<Filters visit={visit} action={path}>
					<Select
						of={of}
						name="status"
						label="Status"
						options={views.map((value) => ({ value, text: wordsOfView(value) }))}
					/>
					<button type="submit">Show</button>
				</Filters>
				<Results announcement={resultCount("deposits", rows, next)}>
					{rows.length > 0 ? (
						<DepositTable visit={visit} label="Deposits" rows={rows} />
					) : (
						<NoDeposits visit={visit} view={view} />
					)}
					<Pager first={visit.c.req.query("after") && visit.to(path, { status: view })} next={next} />
				</Results>
			</Panel>
			<Panel title="Download">
				<form class="filters" method="get" action={`${path}/csv`}>
					<input type="hidden" name="studio" value={visit.studio.id} />
					<Input of={of} name="since" label="Booked since" type="date" />
					<Input of={of} name="until" label="Booked until" type="date" hint="This day is included." />
					<button type="submit">Download CSV</button>
				</form>
				<p class="dim after">
					The file has all deposits of the appointments that were booked on these days, in every status, with the times
					at which they were paid and ended. Without days it has all. It has at most {maxInFile.toLocaleString("en-GB")}{" "}
					deposits, the newest booking first.
				</p>
			</Panel>
		</>
	);
};

const NoDeposits = ({ visit, view }: Pick<Props, "visit" | "view">) =>
	view === "OPEN" || view === "ALL" ? (
		<Empty
			title={view === "OPEN" ? "No client has to pay a deposit" : "No deposits yet"}
			actions={
				<>
					{view === "OPEN" && (
						<a class="button" href={visit.to(path, { status: "ALL" })}>
							Show all deposits
						</a>
					)}
					<a class="button" href={visit.to("/dashboard/event_types")}>
						Event types
					</a>
				</>
			}
		>
			An appointment asks for a deposit if its event type requires one. You choose that in the form of the event type.
		</Empty>
	) : (
		<Empty title={`No deposit: ${wordsOfView(view).toLowerCase()}`}>Choose another status.</Empty>
	);
