import { type SQL, sql } from "drizzle-orm";

/** The values as one parameter, for `inArray`: a statement of D1 has at most a hundred parameters. */
export const eachOf = (values: readonly unknown[]): SQL =>
	sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
