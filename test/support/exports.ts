import { exports } from "cloudflare:workers";
import { expect, vi } from "vitest";
import { clock } from "../../src/platform/lib/clock.ts";
import { newId } from "../../src/platform/lib/ids.ts";
import { call, newAddress } from "./api.ts";
import { addRows, database } from "./database.ts";

// biome-ignore lint/suspicious/noExplicitAny: records as JSON
type Json = any;

export const newExport = async (key: string): Promise<Json> =>
	(await call(202, "/v1/exports", { key, method: "POST" })).body;

export const getExport = async (key: string, id: string): Promise<Json> =>
	(await call(200, `/v1/exports/${id}`, { key })).body;

/** An export that was cancelled, unless its row says otherwise. */
export async function addExport(key: string, given: Record<string, string | number | null> = {}): Promise<string> {
	const { tenant_id } = (await call(200, "/v1/me", { key })).body;
	const now = clock.now();
	const id = newId("export", now);
	const times = { due_at: now, turn: now, finished_at: now, created_at: now, updated_at: now };
	const result = { sizeBytes: 0, expiresAt: null };
	const row = { id, tenant_id, kind: "export", status: "CANCELLED", input: "{}", result: JSON.stringify(result) };
	await addRows(["jobs", { ...row, actor_type: "system", request_id: "req_1", ...times, ...given }]);
	return id;
}

/** Exports under way would refuse another one, and go on changing. */
export const cancelExports = async (): Promise<void> =>
	void (await database
		.prepare(
			"UPDATE jobs SET status = 'CANCELLED', finished_at = 0, revision = revision + 1 WHERE kind = 'export' AND finished_at IS NULL",
		)
		.run());

export const exported = (key: string, id: string): Promise<Json> =>
	vi.waitFor(
		async () => {
			const read = await getExport(key, id);
			expect(read.finished_at).not.toBeNull();
			return read;
		},
		{ timeout: 30_000, interval: 50 },
	);

/** The path and the query of an address. */
const pathIn = (url: string): string => url.slice(new URL(url).origin.length);

export const fetchFile = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
	exports.default.fetch(
		new Request(`https://api.test${pathIn(url)}`, { headers: { "CF-Connecting-IP": newAddress(), ...headers } }),
	);

export async function download(url: string): Promise<Buffer> {
	const answer = await fetchFile(url);
	expect(answer.status).toBe(200);
	const bytes = Buffer.from(await answer.arrayBuffer());
	expect(answer.headers.get("Content-Length")).toBe(String(bytes.length));
	return bytes;
}

/** The files of a ZIP, read by its directory alone. */
export function filesIn(zip: Buffer): Map<string, Buffer> {
	const end = zip.lastIndexOf(Buffer.from("504b0506", "hex"));
	const count = zip.readUInt16LE(end + 10);
	const files = new Map<string, Buffer>();
	for (let at = zip.readUInt32LE(end + 16), n = 0; n < count; n++) {
		const [nameLength, extraLength] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)];
		const name = zip.toString("latin1", at + 46, at + 46 + nameLength);
		const header = zip.readUInt32LE(at + 42);
		const begin = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
		files.set(name, zip.subarray(begin, begin + zip.readUInt32LE(at + 24)));
		at += 46 + nameLength + extraLength;
	}
	return files;
}

export const recordsIn = (file: Buffer | undefined): Json[] =>
	String(file)
		.split("\n")
		.slice(0, -1)
		.map((line) => JSON.parse(line));
