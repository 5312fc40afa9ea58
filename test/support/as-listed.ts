import { createHash } from "node:crypto";
import { expect } from "vitest";
import { call } from "./api.ts";
import { readCsv } from "./csv.ts";
import { download, exported, filesIn, newExport, recordsIn } from "./exports.ts";
import { readAllPages } from "./read-all-pages.ts";

// biome-ignore lint/suspicious/noExplicitAny: records as JSON
type Json = any;

/** The lists of the API by the names of their files. */
const lists: Record<string, string> = {
	"appointments.ndjson": "/v1/appointments",
	"artists.ndjson": "/v1/artists",
	"audit_log.ndjson": "/v1/audit_log",
	"automation_hooks.ndjson": "/v1/automation/hooks",
	"clients.ndjson": "/v1/clients",
	"deletions.ndjson": "/v1/deletions",
	"deliveries.ndjson": "/v1/deliveries",
	"event_types.ndjson": "/v1/event_types",
	"events.ndjson": "/v1/events",
	"form_submissions.ndjson": "/v1/form_submissions",
	"forms.ndjson": "/v1/forms",
	"ideas.ndjson": "/v1/ideas",
	"imports.ndjson": "/v1/imports",
	"leads.ndjson": "/v1/leads",
	"shops.ndjson": "/v1/shops",
	"time_blocks.ndjson": "/v1/time_blocks",
	"webhook_endpoints.ndjson": "/v1/webhook_endpoints",
};

const tables = ["clients", "appointments"] as const;

const withPictures = ["ideas", "leads", "artists", "form_submissions"] as const;

const sha256 = (bytes: Uint8Array = new Uint8Array()) => createHash("sha256").update(bytes).digest("hex");

/** Exports a studio in which nothing else happens. Compares the files with the lists, and answers with them. */
export async function exportAsListed(key: string): Promise<Map<string, Buffer>> {
	const begun = await newExport(key);
	const { url, size_bytes, status } = await exported(key, begun.id);
	expect(status).toBe("DONE");
	const zip = await download(url);
	expect(zip.length).toBe(size_bytes);
	const files = filesIn(zip);
	for (const [name, path] of Object.entries(lists))
		expect(recordsIn(files.get(name)), name).toEqual((await readAllPages(path, key)).flat());
	for (const name of tables) expectTable(String(files.get(`${name}.csv`)), recordsIn(files.get(`${name}.ndjson`)));
	await expectPictures(key, files);
	expectManifest(begun, files);
	return files;
}

/** The cells of each row are the fields of its record, and each field has a column. */
function expectTable(text: string, records: Json[]): void {
	expect(text).toMatch(/^\ufeffid,/);
	const [header = [], ...rows] = readCsv(text.slice(1));
	expect(rows).toEqual(
		records.map((record) =>
			header.map((column) => cellOf(column.split(".").reduce((value, part) => value?.[part], record))),
		),
	);
	const columns = new Set(header.map((column) => column.split(".")[0]));
	for (const record of records) expect([...columns, "object"].sort()).toEqual(Object.keys(record).sort());
}

function cellOf(value: Json): string {
	const text = Array.isArray(value)
		? value.join(", ")
		: typeof value === "object" && value !== null
			? JSON.stringify(value)
			: String(value ?? "");
	return /^[=+@-]/.test(text) ? `'${text}` : text;
}

async function expectPictures(key: string, files: Map<string, Buffer>): Promise<void> {
	const listed: Json[] = [];
	for (const name of withPictures)
		for (const { id } of recordsIn(files.get(`${name}.ndjson`)))
			listed.push(...(await call(200, `/v1/${name}/${id}/pictures`, { key })).body.data);
	const byId = (a: Json, b: Json) => (a.id < b.id ? -1 : 1);
	const addresses = { url: expect.any(String), thumbnail_url: expect.any(String) };
	const expected = listed.map((one) => ({ ...one, ...addresses })).sort(byId);
	expect(recordsIn(files.get("pictures.ndjson")).sort(byId)).toEqual(expected);
	for (const one of listed) expect(sha256(files.get(`pictures/${one.id}.png`)), one.id).toBe(one.sha256);
}

function expectManifest(begun: Json, files: Map<string, Buffer>): void {
	const manifest = JSON.parse(String(files.get("manifest.json")));
	expect(manifest).toMatchObject({
		format: "tattoo-studio-export",
		version: 1,
		as_of: begun.created_at,
		export_id: begun.id,
	});
	const described = [...files.keys()].filter((name) => name !== "manifest.json");
	expect(manifest.files.map(({ name }: Json) => name).sort()).toEqual(described.sort());
	for (const { name, size_bytes, sha256: hash, records } of manifest.files) {
		const file = files.get(name);
		expect([file?.length, sha256(file)], name).toEqual([size_bytes, hash]);
		expect(records, name).toBe(recordsCountOf(name, file));
	}
}

function recordsCountOf(name: string, file: Buffer | undefined): number | undefined {
	if (name.startsWith("pictures/")) return undefined;
	return name.endsWith(".csv") ? readCsv(String(file)).length - 1 : recordsIn(file).length;
}
