import { knownActors, namesOfActors } from "../../../domain/access/audit-log/actors.ts";
import { withValues } from "../../../domain/access/audit-log/changed-values.ts";
import { type AuditFilters, type AuditRow, readEntries } from "../../../domain/access/audit-log/read-entries.ts";
import { together } from "../../../platform/db/together.ts";
import { recordsOf } from "../components/records.tsx";
import { Area } from "../frame/area.ts";
import type { Visit } from "../frame/visit.ts";
import { csvHeaders } from "../lists/csv.ts";
import { queryText, queryTime } from "../lists/query.ts";
import { csvOf } from "./csv.ts";
import { AuditLog, filterNames, path } from "./page.tsx";

export const auditLogPages = new Area("owner");

const perPage = 50;

const filtersOf = (visit: Visit): AuditFilters => ({
	action: queryText(visit, "action"),
	actor: queryText(visit, "actor"),
	resourceId: queryText(visit, "resource_id"),
	since: queryTime(visit, "since"),
	until: queryTime(visit, "until"),
});

const actorsOf = (entries: AuditRow[]) => entries.map(({ actorType, actorId }) => ({ type: actorType, id: actorId }));

auditLogPages.page(path, {}, async (visit) => {
	const { c, to } = visit;
	const filters = filtersOf(visit);
	const [{ shown, after }, known] = await together(
		visit,
		({ ctx }) => readEntries(ctx, filters, { after: c.req.query("after"), perPage }),
		(visit) => actorOptions(visit),
	);
	const [entries, names, records] = await together(
		visit,
		({ ctx }) => withValues(ctx, shown),
		({ ctx }) => namesOfActors(ctx, actorsOf(shown)),
		(visit) =>
			recordsOf(
				visit,
				shown.map(({ resourceId }) => resourceId),
			),
	);
	const next =
		after && to(path, { ...Object.fromEntries(filterNames.map((name) => [name, c.req.query(name)])), after });
	const people = withSelected(known, filters.actor);
	return {
		title: "Audit log",
		body: (
			<AuditLog
				visit={visit}
				entries={entries}
				names={names}
				records={records}
				filters={filters}
				people={people}
				next={next}
			/>
		),
	};
});

async function actorOptions({ ctx }: Visit): Promise<{ value: string; text: string }[]> {
	const { people, keys } = await knownActors(ctx);
	return [
		{ value: "", text: "Anybody" },
		...people.map(({ id, name }) => ({ value: id, text: name })),
		...keys.map(({ id, name }) => ({ value: id, text: `API key ${name}` })),
		{ value: "operator", text: "The people who run the service" },
		{ value: "booking_page", text: "The booking page" },
		{ value: "system", text: "The service itself" },
	];
}

/** The actor of the address may be another one, such as an app. */
const withSelected = (known: { value: string; text: string }[], selected: string | undefined) =>
	selected === undefined || known.some(({ value }) => value === selected)
		? known
		: [...known, { value: selected, text: selected }];

auditLogPages.file(`${path}/csv`, (visit) => {
	const { c, ctx, studio } = visit;
	const [day] = new Date(ctx.now).toISOString().split("T");
	const stream = csvOf(ctx, filtersOf(visit), (entries) => namesOfActors(ctx, actorsOf(entries)));
	return c.body(stream, 200, csvHeaders(`audit-log-${studio.id}-${day}`));
});
