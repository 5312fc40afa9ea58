import type { Region } from "../../../platform/db/placement.ts";

/** A data database as far as the choice of one depends on it. */
export interface DatabaseCandidate {
	id: string;
	region: Region;
	sizeBytes: number;
	/** Tenants that were placed there since its size was measured. */
	placedSince: number;
	isAway: boolean;
}

/** A database holds 10 GB. Its tenants need room to grow. */
export const fullBytes = 8 * 1024 ** 3;

/** Whether the data of a tenant of a region may lie there. */
export const fits = (database: Pick<DatabaseCandidate, "region">, region: Region): boolean =>
	region === "any" || database.region === region;

/**
 * The database with most room; undefined when none that fits has any. Sizes are known from a minute ago, so each tenant
 * that was placed meanwhile counts with what a tenant stores on average.
 */
export function chooseDatabase(
	candidates: readonly DatabaseCandidate[],
	{ region, bytesPerTenant }: { region: Region; bytesPerTenant: number },
): string | undefined {
	const filled = ({ sizeBytes, placedSince }: DatabaseCandidate) => sizeBytes + placedSince * bytesPerTenant;
	const [best] = candidates
		.filter((one) => fits(one, region) && !one.isAway && one.sizeBytes < fullBytes)
		.sort((a, b) => filled(a) - filled(b));
	return best?.id;
}
