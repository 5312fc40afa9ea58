import { chooseDatabase, type DatabaseCandidate } from "../../src/domain/access/databases/choose.ts";
import { bytesAfter, type Studio } from "./studios.ts";

export const daysOfYear = 365;
/** The maximum size of a D1 database. */
export const maxDatabaseBytes = 10e9;
/** The size that the product assumes for a studio that has not been measured. */
const leastBytesOfStudio = 1024 ** 2;

export interface Year {
	/** The size of each database at the end. */
	sizes: number[];
	/** The first day without room for a new studio: another database must exist by then. Null if there is none. */
	fullOn: number | null;
	/** The first day on which a database is larger than its maximum. */
	overOn: number | null;
}

/**
 * Simulates a year in which studios sign up and store more each day. The product's own rule places them, by sizes that
 * are measured each day. A studio for which the rule finds no room goes to the emptiest database.
 */
export function yearOf(studios: Studio[], databases: number): Year {
	const candidates = Array.from({ length: databases }, (_, n) => ({ id: String(n), region: "any", isAway: false }));
	const databaseOf: number[] = [];
	const year: Year = { sizes: candidates.map(() => 0), fullOn: null, overOn: null };
	const signedUp = (day: number) => studios.filter(({ joins }) => joins * daysOfYear <= day);
	for (let day = 1; day <= daysOfYear; day++) {
		const placedSince = candidates.map(() => 0);
		const stored = year.sizes.reduce((a, b) => a + b, 0);
		const bytesPerTenant = Math.max(leastBytesOfStudio, stored / Math.max(1, databaseOf.length));
		for (const _ of signedUp(day).slice(databaseOf.length)) {
			const known = candidates.map(
				(one, n): DatabaseCandidate => ({
					...one,
					region: "any",
					sizeBytes: year.sizes[n] ?? 0,
					placedSince: placedSince[n] ?? 0,
				}),
			);
			const chosen = chooseDatabase(known, { region: "any", bytesPerTenant });
			if (chosen === undefined) year.fullOn ??= day;
			const database = Number(chosen ?? year.sizes.indexOf(Math.min(...year.sizes)));
			placedSince[database] = (placedSince[database] ?? 0) + 1;
			databaseOf.push(database);
		}
		year.sizes = candidates.map(() => 0);
		for (const [n, database] of databaseOf.entries()) {
			const studio = studios[n] as Studio;
			year.sizes[database] = (year.sizes[database] ?? 0) + bytesAfter(studio, day - studio.joins * daysOfYear);
		}
		if (Math.max(...year.sizes) > maxDatabaseBytes) year.overOn ??= day;
	}
	return year;
}
