import { secondMs } from "../../lib/time.ts";
import { Problem } from "../../problems/problem.ts";
import type { Writer } from "../writer.ts";

const longestMoveMs = 8 * secondMs;
const retryIntervalMs = 250;

/**
 * Runs `run` in the database that has the tenant's data now. A tenant that is about to move refuses changes for a moment;
 * after that its rows are in the other database. Also returns the writer of that database.
 */
export async function retryWhileMoving<T>(
	writer: Writer,
	tenantId: string,
	run: (writer: Writer) => Promise<T>,
): Promise<{ done: T; writer: Writer }> {
	const until = Date.now() + longestMoveMs;
	for (let local = writer; ; ) {
		try {
			return { done: await run(local), writer: local };
		} catch (error) {
			const isMoving = error instanceof Problem && error.code === "service_unavailable" && Date.now() < until;
			if (!isMoving) throw error;
			await scheduler.wait(retryIntervalMs);
			writer.databases.forgetPlacement(tenantId);
			const store = await writer.databases.of(tenantId);
			if (store) local = { ...writer, dataDatabase: store };
		}
	}
}
