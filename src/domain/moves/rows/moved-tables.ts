import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as idempotency from "../../../platform/db/tables/both/idempotency.ts";
import * as mails from "../../../platform/db/tables/both/mails.ts";
import * as appointments from "../../../platform/db/tables/data/appointments.ts";
import * as artists from "../../../platform/db/tables/data/artists.ts";
import * as auditLog from "../../../platform/db/tables/data/audit-log.ts";
import * as bookings from "../../../platform/db/tables/data/bookings.ts";
import * as calendars from "../../../platform/db/tables/data/calendars.ts";
import * as clients from "../../../platform/db/tables/data/clients.ts";
import * as eventTypes from "../../../platform/db/tables/data/event-types.ts";
import * as events from "../../../platform/db/tables/data/events.ts";
import * as exportPieces from "../../../platform/db/tables/data/exports.ts";
import * as forms from "../../../platform/db/tables/data/forms.ts";
import * as holds from "../../../platform/db/tables/data/holds.ts";
import * as ideas from "../../../platform/db/tables/data/ideas.ts";
import * as imports from "../../../platform/db/tables/data/imports.ts";
import * as jobs from "../../../platform/db/tables/data/jobs.ts";
import * as leads from "../../../platform/db/tables/data/leads.ts";
import * as pictures from "../../../platform/db/tables/data/pictures.ts";
import * as shops from "../../../platform/db/tables/data/shops.ts";
import * as endpointWork from "../../../platform/db/tables/data/upkeep/endpoint-work.ts";
import * as storedBytes from "../../../platform/db/tables/data/upkeep/stored-bytes.ts";
import * as webhooks from "../../../platform/db/tables/data/webhooks.ts";
import { once } from "../../../platform/lib/once.ts";
import { type MovedTable, movedTable } from "./moved-table.ts";

/**
 * Tables that describe the data database itself. They stay when a tenant moves.
 */
export const tablesThatStay: readonly string[] = [
	"arrivals",
	"commit_guard",
	"departures",
	"object_removals",
	"scan_positions",
	"scheduled_runs",
	"stored_bytes_counts",
	"studios",
];

const modules = [
	appointments,
	artists,
	auditLog,
	bookings,
	calendars,
	clients,
	endpointWork,
	eventTypes,
	events,
	exportPieces,
	forms,
	holds,
	ideas,
	idempotency,
	imports,
	jobs,
	leads,
	mails,
	pictures,
	shops,
	storedBytes,
	webhooks,
];

/** The tables of tenants. A row comes after the rows that it refers to. */
export const movedTables: () => readonly MovedTable[] = once(() =>
	parentsFirst(
		modules
			.flatMap((module) => Object.values(module).filter((value) => is(value, SQLiteTable)))
			.filter((table) => !tablesThatStay.includes(getTableName(table)))
			.map(movedTable),
	),
);

function parentsFirst(tables: MovedTable[]): MovedTable[] {
	const sorted: MovedTable[] = [];
	let left = tables;
	while (left.length > 0) {
		const ready = left.filter(({ name, parents }) =>
			parents.every((parent) => parent === name || sorted.some((one) => one.name === parent)),
		);
		if (ready.length === 0) throw new Error("The tables refer to each other in a circle.");
		sorted.push(...ready);
		left = left.filter((table) => !ready.includes(table));
	}
	return sorted;
}
