import { chooseDatabase, type DatabaseCandidate } from "../../src/domain/access/databases/choose.ts";
import type { Tenant } from "./tenants.ts";
import {
	bytesPerClient,
	lastingBytesPerAppointment,
	replayBytesPerAppointment,
	temporaryBytesPerAppointment,
} from "./work.ts";

/** The maximum size of a D1 database. */
export const maxDatabaseBytes = 10e9;
/** The size at which the operator moves studios away, and the size at which there is room again. */
const crowdedBytes = 0.9 * maxDatabaseBytes;
const relievedBytes = 0.6 * maxDatabaseBytes;
/** The size that the product assumes for a tenant that has not been measured. */
const leastBytesPerTenant = 1024 ** 2;
const keptDays = 30;

export interface Year {
	/** The number of the database of each tenant. */
	databaseOfTenant: number[];
	sizes: number[];
	/** The first day without room for a new studio: another database must exist by then. Null if there is none. */
	fullOn: number | null;
	/** The first day on which a database is larger than its maximum. */
	overOn: number | null;
	/** The days on which a database was added. */
	addedOn: number[];
	moves: number;
	movedBytes: number;
}

/** The bytes that a tenant stores after so many days. */
export function bytesAfter({ perDay, imported, endpoints }: Tenant, days: number): number {
	const lasting = imported * bytesPerClient + days * perDay * lastingBytesPerAppointment;
	const answered = Math.min(days, 1) * perDay * replayBytesPerAppointment;
	return lasting + answered + Math.min(days, keptDays) * perDay * temporaryBytesPerAppointment(endpoints);
}

/**
 * Simulates a year in which tenants sign up and store more each day. The product's own rule places them. With `grows`,
 * a database is added when the rule finds no room, and tenants are moved away from a crowded one. Otherwise the number
 * of databases stays, and a tenant without room goes to the emptiest one.
 */
export function year(
	tenants: Tenant[],
	{ databases, days, grows }: { databases: number; days: number; grows: boolean },
): Year {
	const candidates = Array.from({ length: databases }, (_, n) => empty(n));
	const end: Year = {
		databaseOfTenant: [],
		sizes: [],
		fullOn: null,
		overOn: null,
		addedOn: [],
		moves: 0,
		movedBytes: 0,
	};
	const ages = (day: number) => (tenant: Tenant) => bytesAfter(tenant, day - tenant.joins * days);
	for (let day = 1; day <= days; day++) {
		const bytesOf = ages(day);
		measure(candidates, tenants, end.databaseOfTenant, bytesOf);
		for (
			let next = end.databaseOfTenant.length;
			next < tenants.length && (tenants[next] as Tenant).joins * days <= day;
			next++
		) {
			const chosen = chosenDatabase(candidates, next);
			if (chosen === undefined) end.fullOn ??= day;
			if (chosen === undefined && grows) {
				candidates.push(empty(candidates.length));
				end.addedOn.push(day);
			}
			const database = chosen ?? emptiestDatabase(candidates);
			(candidates[database] as DatabaseCandidate).placedSince++;
			end.databaseOfTenant.push(database);
		}
		measure(candidates, tenants, end.databaseOfTenant, bytesOf);
		if (grows) relieve(candidates, tenants, end, day, bytesOf);
		if (candidates.some(({ sizeBytes }) => sizeBytes > maxDatabaseBytes)) end.overOn ??= day;
	}
	return { ...end, sizes: candidates.map(({ sizeBytes }) => sizeBytes) };
}

const empty = (n: number): DatabaseCandidate => ({
	id: String(n),
	region: "any",
	sizeBytes: 0,
	placedSince: 0,
	isAway: false,
});

/** Measures the sizes of the databases, as the product does. */
function measure(
	candidates: DatabaseCandidate[],
	tenants: Tenant[],
	databaseOfTenant: number[],
	bytesOf: (tenant: Tenant) => number,
): void {
	for (const one of candidates) Object.assign(one, { sizeBytes: 0, placedSince: 0 });
	for (const [n, database] of databaseOfTenant.entries())
		(candidates[database] as DatabaseCandidate).sizeBytes += bytesOf(tenants[n] as Tenant);
}

function chosenDatabase(candidates: DatabaseCandidate[], placed: number): number | undefined {
	const known = candidates.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) / Math.max(1, placed);
	const id = chooseDatabase(candidates, { region: "any", bytesPerTenant: Math.max(leastBytesPerTenant, known) });
	return id === undefined ? undefined : Number(id);
}

const emptiestDatabase = (candidates: DatabaseCandidate[]): number =>
	candidates.reduce(
		(least, { sizeBytes }, n) => (sizeBytes < (candidates[least] as DatabaseCandidate).sizeBytes ? n : least),
		0,
	);

/**
 * Moves tenants from a crowded database until it has room for months, the largest first. They go to the emptiest
 * database, or to a new one if even that is half full: otherwise they would soon have to move again.
 */
function relieve(
	candidates: DatabaseCandidate[],
	tenants: Tenant[],
	end: Year,
	day: number,
	bytesOf: (t: Tenant) => number,
): void {
	for (const [from, crowded] of candidates.entries()) {
		if (crowded.sizeBytes < crowdedBytes) continue;
		const here = end.databaseOfTenant.flatMap((database, n) => (database === from ? [n] : []));
		here.sort((a, b) => bytesOf(tenants[b] as Tenant) - bytesOf(tenants[a] as Tenant));
		for (const n of here) {
			if (crowded.sizeBytes < relievedBytes) break;
			let to = emptiestDatabase(candidates);
			if ((candidates[to] as DatabaseCandidate).sizeBytes > maxDatabaseBytes / 2) {
				to = candidates.push(empty(candidates.length)) - 1;
				end.addedOn.push(day);
			}
			const bytes = bytesOf(tenants[n] as Tenant);
			crowded.sizeBytes -= bytes;
			(candidates[to] as DatabaseCandidate).sizeBytes += bytes;
			end.databaseOfTenant[n] = to;
			end.moves++;
			end.movedBytes += bytes;
		}
	}
}

/** The number of tenants that must move until no database is more than a tenth above the average. */
export function movesToEven(bytes: number[], databaseOfTenant: number[], databases: number): number {
	const sizes = Array.from({ length: databases }, () => 0);
	for (const [n, database] of databaseOfTenant.entries()) sizes[database] = (sizes[database] ?? 0) + (bytes[n] ?? 0);
	const even = sizes.reduce((sum, size) => sum + size, 0) / databases;
	const now = [...databaseOfTenant];
	for (let moves = 0; ; moves++) {
		const fullest = sizes.indexOf(Math.max(...sizes));
		const emptiest = sizes.indexOf(Math.min(...sizes));
		const excess = (sizes[fullest] ?? 0) - even;
		if (excess <= 0.1 * even) return moves;
		const fitting = now.flatMap((database, n) => (database === fullest && (bytes[n] ?? 0) <= excess ? [n] : []));
		const [largest] = fitting.sort((a, b) => (bytes[b] ?? 0) - (bytes[a] ?? 0));
		if (largest === undefined) return moves;
		sizes[fullest] = (sizes[fullest] ?? 0) - (bytes[largest] ?? 0);
		sizes[emptiest] = (sizes[emptiest] ?? 0) + (bytes[largest] ?? 0);
		now[largest] = emptiest;
	}
}
