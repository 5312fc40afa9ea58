export { and, desc, eq, gt, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
