import { sql } from "drizzle-orm";
import { eachOf } from "../../db/each-of.ts";
import { tenants } from "../../db/tables/control/tenants.ts";
import type { Write } from "../write.ts";

/** Makes every isolate read the credentials of these tenants again: see platform/gate/object/credential-version.ts. */
export const raiseCredentialVersions = (tenantIds: string[]): Write =>
	sql`UPDATE ${tenants} SET credential_version = credential_version + 1
		WHERE id IN ${eachOf(tenantIds)} RETURNING id, credential_version`;

export function versionsIn(raised: D1Result | undefined): Map<string, number> {
	const rows = (raised?.results ?? []) as { id: string; credential_version: number }[];
	return new Map(rows.map((row) => [row.id, row.credential_version]));
}
