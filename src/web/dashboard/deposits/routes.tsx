import { type DuePosition, listDeposits, openDeposits } from "../../../domain/booking/deposits/list-deposits.ts";
import { localDay } from "../../../platform/booking-rules/working-time.ts";
import { idPattern } from "../../../platform/lib/ids.ts";
import { Area } from "../frame/area.ts";
import type { Visit } from "../frame/visit.ts";
import { csvHeaders } from "../lists/csv.ts";
import { queryChoice, queryTime } from "../lists/query.ts";
import { depositsCsv } from "./csv.ts";
import { DepositList, views } from "./list-page.tsx";
import { path } from "./paths.ts";

export const depositPages = new Area("everyone");

const perPage = 50;

depositPages.page(path, {}, async (visit) => {
	const { ctx, c, to } = visit;
	const view = queryChoice(visit, "status", views) ?? "OPEN";
	const after = c.req.query("after");
	const found =
		view === "OPEN"
			? await openDeposits(ctx, duePosition(after), perPage + 1)
			: await listDeposits(ctx, { status: view === "ALL" ? undefined : view, after: idAfter(after) }, perPage + 1);
	const rows = found.slice(0, perPage);
	const last = found.length > perPage ? rows.at(-1) : undefined;
	const position = last && (view === "OPEN" ? `${last.deposit.due_at}/${last.id}` : last.id);
	const next = position && to(path, { status: view, after: position });
	return { title: "Deposits", body: <DepositList visit={visit} view={view} rows={rows} next={next} /> };
});

// An invalid position counts as absent, because nobody typed the address.

const idAfter = (after: string | undefined) => (after && idPattern("appointment").test(after) ? after : undefined);

function duePosition(after = ""): DuePosition | undefined {
	const [due = "", id] = after.split("/");
	const known = idAfter(id);
	return known && /^\d{1,15}$/.test(due) ? { due_at: Number(due), id: known } : undefined;
}

depositPages.file(`${path}/csv`, (visit) => {
	const { c, ctx, studio } = visit;
	const [day] = new Date(ctx.now).toISOString().split("T");
	const span = { since: queryTime(visit, "since"), until: dayAfter(visit) };
	return c.body(depositsCsv(ctx, span), 200, csvHeaders(`deposits-${studio.id}-${day}`));
});

/** The beginning of the day after the last one. */
function dayAfter(visit: Visit): number | undefined {
	const last = queryTime(visit, "until");
	return last === undefined ? undefined : localDay(last, visit.studio.timezone).end;
}
