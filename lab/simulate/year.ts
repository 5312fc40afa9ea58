import { type Candidate, chooseDatabase } from "../../src/domain/access/databases/choose.ts";
import type { Tenant } from "./tenants.ts";
import {
	answeredBytesPerAppointment,
	bytesPerClient,
	lastingBytesPerAppointment,
	passingBytesPerAppointment,
} from "./work.ts";

/** What a D1 database holds. */
export const holdsBytes = 10e9;
/** Here the operator moves studios away, and here there is room again. */
const crowdedBytes = 0.9 * holdsBytes;
const relievedBytes = 0.6 * holdsBytes;
/** What the product takes a tenant to store as long as it knows nothing. */
const leastBytesPerTenant = 1024 ** 2;
const keptDays = 30;

export interface Year {
	/** The number of the database of each tenant. */
	places: number[];
	sizes: number[];
	/** The first day on which the product finds no room for a new studio: another database must be there by then. */
	fullOn: number | null;
	/** The first day on which a database has more than it can hold. */
	overOn: number | null;
	/** The days on which a database was added. */
	addedOn: number[];
	moves: number;
	movedBytes: number;
}

/** What a tenant stores after so many days. */
export function bytesAfter({ perDay, imported, endpoints }: Tenant, days: number): number {
	const lasting = imported * bytesPerClient + days * perDay * lastingBytesPerAppointment;
	const answered = Math.min(days, 1) * perDay * answeredBytesPerAppointment;
	return lasting + answered + Math.min(days, keptDays) * perDay * passingBytesPerAppointment(endpoints);
}

/**
 * Lets tenants sign up and store more each day. The product's own rule places them. With `grows`, a database is added
 * when that rule finds no room, and tenants are moved away from a crowded one. Otherwise the number of databases stays,
 * and who finds no room comes into the emptiest.
 */
export function year(
	tenants: Tenant[],
	{ databases, days, grows }: { databases: number; days: number; grows: boolean },
): Year {
	const filled = Array.from({ length: databases }, (_, n) => empty(n));
	const end: Year = { places: [], sizes: [], fullOn: null, overOn: null, addedOn: [], moves: 0, movedBytes: 0 };
	const ages = (day: number) => (tenant: Tenant) => bytesAfter(tenant, day - tenant.joins * days);
	for (let day = 1; day <= days; day++) {
		const bytesOf = ages(day);
		measure(filled, tenants, end.places, bytesOf);
		for (let next = end.places.length; next < tenants.length && (tenants[next] as Tenant).joins * days <= day; next++) {
			const chosen = placeFor(filled, next);
			if (chosen === undefined) end.fullOn ??= day;
			if (chosen === undefined && grows) {
				filled.push(empty(filled.length));
				end.addedOn.push(day);
			}
			const place = chosen ?? placeAnyway(filled);
			(filled[place] as Candidate).placedSince++;
			end.places.push(place);
		}
		measure(filled, tenants, end.places, bytesOf);
		if (grows) relieve(filled, tenants, end, day, bytesOf);
		if (filled.some(({ sizeBytes }) => sizeBytes > holdsBytes)) end.overOn ??= day;
	}
	return { ...end, sizes: filled.map(({ sizeBytes }) => sizeBytes) };
}

const empty = (n: number): Candidate => ({ id: String(n), region: "any", sizeBytes: 0, placedSince: 0, isAway: false });

/** The databases tell their sizes. */
function measure(filled: Candidate[], tenants: Tenant[], places: number[], bytesOf: (tenant: Tenant) => number): void {
	for (const one of filled) Object.assign(one, { sizeBytes: 0, placedSince: 0 });
	for (const [n, place] of places.entries()) (filled[place] as Candidate).sizeBytes += bytesOf(tenants[n] as Tenant);
}

function placeFor(filled: Candidate[], placed: number): number | undefined {
	const known = filled.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) / Math.max(1, placed);
	const id = chooseDatabase(filled, { region: "any", bytesPerTenant: Math.max(leastBytesPerTenant, known) });
	return id === undefined ? undefined : Number(id);
}

const placeAnyway = (filled: Candidate[]): number =>
	filled.reduce((least, { sizeBytes }, n) => (sizeBytes < (filled[least] as Candidate).sizeBytes ? n : least), 0);

/**
 * Moves tenants from a crowded database until it has room for months, the largest first. They go into the emptiest one,
 * or into a new one where even that is half full: otherwise they would soon have to move again.
 */
function relieve(filled: Candidate[], tenants: Tenant[], end: Year, day: number, bytesOf: (t: Tenant) => number): void {
	for (const [from, crowded] of filled.entries()) {
		if (crowded.sizeBytes < crowdedBytes) continue;
		const here = end.places.flatMap((place, n) => (place === from ? [n] : []));
		here.sort((a, b) => bytesOf(tenants[b] as Tenant) - bytesOf(tenants[a] as Tenant));
		for (const n of here) {
			if (crowded.sizeBytes < relievedBytes) break;
			let to = placeAnyway(filled);
			if ((filled[to] as Candidate).sizeBytes > holdsBytes / 2) {
				to = filled.push(empty(filled.length)) - 1;
				end.addedOn.push(day);
			}
			const bytes = bytesOf(tenants[n] as Tenant);
			crowded.sizeBytes -= bytes;
			(filled[to] as Candidate).sizeBytes += bytes;
			end.places[n] = to;
			end.moves++;
			end.movedBytes += bytes;
		}
	}
}

/** How many tenants must move until no database has more than a tenth above the average. */
export function movesToEven(bytes: number[], places: number[], databases: number): number {
	const sizes = Array.from({ length: databases }, () => 0);
	for (const [n, place] of places.entries()) sizes[place] = (sizes[place] ?? 0) + (bytes[n] ?? 0);
	const even = sizes.reduce((sum, size) => sum + size, 0) / databases;
	const now = [...places];
	for (let moves = 0; ; moves++) {
		const fullest = sizes.indexOf(Math.max(...sizes));
		const emptiest = sizes.indexOf(Math.min(...sizes));
		const excess = (sizes[fullest] ?? 0) - even;
		if (excess <= 0.1 * even) return moves;
		const fitting = now.flatMap((place, n) => (place === fullest && (bytes[n] ?? 0) <= excess ? [n] : []));
		const [largest] = fitting.sort((a, b) => (bytes[b] ?? 0) - (bytes[a] ?? 0));
		if (largest === undefined) return moves;
		sizes[fullest] = (sizes[fullest] ?? 0) - (bytes[largest] ?? 0);
		sizes[emptiest] = (sizes[emptiest] ?? 0) + (bytes[largest] ?? 0);
		now[largest] = emptiest;
	}
}
