import type { Region } from "../../../platform/db/placement.ts";

export interface DatabaseCandidate {
	id: string;
	region: Region;
	sizeBytes: number;
	/** Tenants that were placed there since its size was measured. */
	placedSince: number;
	isAway: boolean;
}

/** A D1 database holds 10 GB. Above this size it gets no new tenants, because its tenants need room to grow. */
export const fullBytes = 8 * 1024 ** 3;

export const fits = (database: Pick<DatabaseCandidate, "region">, region: Region): boolean =>
	region === "any" || database.region === region;

/**
 * The database with the most room; undefined if none that fits has room. The sizes are about a minute old, so each
 * tenant that was placed meanwhile counts with the average size of a tenant.
 */
export function chooseDatabase(
	candidates: readonly DatabaseCandidate[],
	{ region, bytesPerTenant }: { region: Region; bytesPerTenant: number },
): string | undefined {
	const expectedBytes = ({ sizeBytes, placedSince }: DatabaseCandidate) => sizeBytes + placedSince * bytesPerTenant;
	const [best] = candidates
		.filter((one) => fits(one, region) && !one.isAway && one.sizeBytes < fullBytes)
		.sort((a, b) => expectedBytes(a) - expectedBytes(b));
	return best?.id;
}
