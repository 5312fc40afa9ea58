import { expect, vi } from "vitest";
import { type Answer, type Call, call } from "./api.ts";

/** The body and the content type of a file of rows. */
export const rowsRequest = (
	rows: string | Uint8Array<ArrayBuffer> = "email,first_name\r\nana@example.com,Ana\r\n",
	type = "text/csv",
): Call => ({ method: "POST", raw: new Blob([rows], { type }) });

/** Begins an import. */
export const newImport = (
	key: string,
	rows: string | Uint8Array<ArrayBuffer>,
	{ query = "", type, ...options }: Call & { query?: string; type?: string } = {},
): Promise<Answer> => call(202, `/v1/imports?type=clients${query}`, { key, ...rowsRequest(rows, type), ...options });

/** Begins an import and waits for its end. */
// biome-ignore lint/suspicious/noExplicitAny: records as JSON
export async function importRows(key: string, rows: string | Uint8Array<ArrayBuffer>, options = {}): Promise<any> {
	const { body } = await newImport(key, rows, options);
	return await endOf(key, body.id);
}

// biome-ignore lint/suspicious/noExplicitAny: records as JSON
export const endOf = (key: string, id: string): Promise<any> =>
	vi.waitFor(
		async () => {
			const { body } = await call(200, `/v1/imports/${id}`, { key });
			expect(body.finished_at).not.toBeNull();
			return body;
		},
		{ timeout: 20_000, interval: 50 },
	);

/** A row as the list shows it, without its type. */
export const rowsOf = async (key: string, id: string, query = "") =>
	(await call(200, `/v1/imports/${id}/rows?limit=100${query}`, { key })).body.data;
