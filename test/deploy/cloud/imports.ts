import { createHash } from "node:crypto";
import { failure, result } from "./answers.ts";
import type { Asked, Routes } from "./cloud.ts";
import { findDatabase, remember, runAll } from "./databases.ts";

interface Step {
	action: "init" | "ingest" | "poll";
	etag?: string;
	filename?: string;
}

/** The files that were uploaded, and how the last import of each database ended. */
const files = new WeakMap<object, Map<string, string>>();
const outcomes = new WeakMap<object, { bookmark: string; error?: string }>();

const filesOf = ({ cloud }: Asked) => {
	const known = files.get(cloud) ?? new Map();
	files.set(cloud, known);
	return known;
};

/** The way of a file of SQL into a database: `wrangler d1 execute --remote --file`. It takes all of a file, or nothing. */
export const importRoutes: Routes = {
	"POST /d1/database/:id/import": async (asked) => {
		const database = findDatabase(asked.cloud, asked.parts.id);
		if (!database) return failure(404, 7404, "The database could not be found");
		const { action, etag = "", filename = "" } = (await asked.request.json()) as Step;
		if (action === "init")
			return result({
				success: true,
				filename: etag,
				upload_url: new URL(`/client/v4/uploads/${etag}`, asked.request.url),
			});
		if (action === "ingest") {
			const sql = filesOf(asked).get(filename);
			if (sql === undefined) return failure(400, 7500, "No such file was uploaded");
			const error = runAll(database, sql);
			outcomes.set(database, {
				bookmark: remember(database).bookmark,
				...(error instanceof Error && { error: error.message }),
			});
			return result({ success: true, type: "import", status: "active", at_bookmark: "0", messages: ["Processed"] });
		}
		const { bookmark, error } = outcomes.get(database) ?? { bookmark: "", error: "not currently importing anything" };
		if (error) return result({ success: true, status: "error", errors: [error], messages: [] });
		const meta = { duration: 0.1, rows_read: 0, rows_written: 0, size_after: 4096 };
		return result({
			success: true,
			status: "complete",
			messages: [],
			result: { num_queries: 1, final_bookmark: bookmark, meta },
		});
	},
	// The address is signed, so it needs no credentials.
	"PUT //uploads/:name": async (asked) => {
		const body = await asked.request.text();
		filesOf(asked).set(asked.parts.name ?? "", body);
		return new Response(null, { headers: { ETag: `"${createHash("md5").update(body).digest("hex")}"` } });
	},
};
