import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { verifyExport } from "../../client/src/cli/export/verify.ts";
import { ZipFile } from "../../client/src/cli/export/zip-file.ts";
import { digestSha256, emptySha256, updateSha256 } from "../../src/platform/lib/zip/resumable-sha256.ts";
import {
	centralEntry,
	endOfArchive,
	localHeader,
	localHeaderSize,
	type ZipEntry,
} from "../../src/platform/lib/zip/zip.ts";

const folder = mkdtempSync(join(tmpdir(), "zip-"));
afterAll(() => rmSync(folder, { recursive: true }));

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

it("the checksum goes on from any place, and through JSON", () => {
	const bytes = Uint8Array.from({ length: 1000 }, (_, n) => (n * 7919) % 251);
	for (let length = 0; length <= 260; length++) {
		let state = emptySha256;
		for (let at = 0, step = 1; at < length; at += step, step = (step % 70) + 13)
			state = JSON.parse(JSON.stringify(updateSha256(state, bytes.subarray(at, Math.min(at + step, length)))));
		expect(digestSha256(state), `${length} bytes`).toBe(sha256(bytes.subarray(0, length)));
	}
});

const at = Date.UTC(2026, 10, 29, 12, 30, 10);

function zipOf(files: Record<string, string>): Buffer {
	const parts: Uint8Array[] = [];
	const entries: ZipEntry[] = [];
	let offset = 0;
	for (const [name, text] of Object.entries(files)) {
		const bytes = Buffer.from(text);
		const entry = { name, size: bytes.length, crc32: crc32(bytes), offset };
		const header = localHeader(entry, at);
		expect(header.length).toBe(localHeaderSize(name, false));
		parts.push(header, bytes);
		entries.push(entry);
		offset += header.length + bytes.length;
	}
	const directory = Buffer.concat(entries.map((entry) => centralEntry(entry, at)));
	return Buffer.concat([
		...parts,
		directory,
		endOfArchive({ entries: entries.length, size: directory.length, offset }),
	]);
}

async function opened(bytes: Uint8Array): Promise<ZipFile> {
	const path = join(folder, "export.zip");
	writeFileSync(path, bytes);
	return await ZipFile.open(path);
}

it("a file beyond 4 GiB has its size and its position in the extra field", () => {
	const far = { name: "a", size: 2 ** 33, crc32: 1, offset: 2 ** 34 };
	const header = localHeader(far, at);
	expect(header.length).toBe(localHeaderSize("a", true));
	const entry = Buffer.from(centralEntry(far, at));
	expect(entry.readUInt32LE(24)).toBe(0xffffffff);
	expect([entry.readBigUInt64LE(51), entry.readBigUInt64LE(59), entry.readBigUInt64LE(67)]).toEqual([
		BigInt(2 ** 33),
		BigInt(2 ** 33),
		BigInt(2 ** 34),
	]);
	const end = Buffer.from(endOfArchive({ entries: 70_000, size: 100, offset: 2 ** 35 }));
	expect([end.readBigUInt64LE(32), end.readBigUInt64LE(40), end.readBigUInt64LE(48)]).toEqual([
		70_000n,
		100n,
		BigInt(2 ** 35),
	]);
});

describe("verify-export", () => {
	const client = "cli_0199044a4400744a9fb4f20a3dea5fd9";
	const lines = (...records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join("");
	const whole = {
		"clients.ndjson": lines(
			{ id: client },
			{ id: client.replace("9", "8"), metadata: { other_id: client.replace("0", "1") } },
		),
		"appointments.ndjson": lines({ id: "apt_0199044a4400744a9fb4f20a3dea5fd9", client_id: client }),
		"events.ndjson": lines({ id: "evt_1", client_id: client.replace("0", "f") }),
		"shops.ndjson": "",
	};

	function exportOf(
		files: Record<string, string>,
		change: (listed: { name: string; records?: number }[]) => void = () => {},
	): Record<string, string> {
		const listed = Object.entries(files).map(([name, text]) => ({
			name,
			...(name.endsWith(".ndjson") && { records: text.split("\n").length - 1 }),
			size_bytes: Buffer.byteLength(text),
			sha256: sha256(Buffer.from(text)),
		}));
		change(listed);
		const manifest = {
			format: "tattoo-studio-export",
			version: 1,
			export_id: "exp_1",
			as_of: "2026-11-29",
			files: listed,
		};
		return { ...files, "manifest.json": JSON.stringify(manifest) };
	}

	const faultsOf = async (files: Record<string, string>) => {
		const zip = await opened(zipOf(files));
		const { faults, whole } = await verifyExport(zip).finally(zip.close);
		expect(whole).toBe(faults.length === 0);
		return faults.map(({ file, fault }) => `${file}: ${fault}`);
	};

	it("passes an export that is whole, and counts what is in it", async () => {
		const zip = await opened(zipOf(exportOf(whole)));
		const verification = await verifyExport(zip).finally(zip.close);
		expect(verification).toMatchObject({ whole: true, records: 4, files: 5, export_id: "exp_1", faults: [] });
	});

	it("says which file was changed, is missing, came along, or has other records", async () => {
		const changed = { ...exportOf(whole), "clients.ndjson": whole["clients.ndjson"].replace("other", "older") };
		expect(await faultsOf(changed)).toEqual(["clients.ndjson: was changed: its SHA-256 is another one"]);
		const { "shops.ndjson": _, ...without } = exportOf(whole);
		expect(await faultsOf(without)).toEqual(["shops.ndjson: is missing"]);
		expect(await faultsOf({ ...exportOf(whole), "more.txt": "" })).toEqual(["more.txt: is not in the manifest"]);
		const counted = exportOf(whole, ([first]) => Object.assign(first ?? {}, { records: 7 }));
		expect(await faultsOf(counted)).toEqual(["clients.ndjson: has 2 records, and the manifest says 7"]);
		expect(await faultsOf(whole)).toEqual(["manifest.json: is missing"]);
	});

	it("says which record is there twice", async () => {
		const clients = whole["clients.ndjson"] + lines({ id: client });
		expect(await faultsOf(exportOf({ ...whole, "clients.ndjson": clients }))).toEqual([
			`clients.ndjson: line 3 has ${client} a second time`,
		]);
	});

	it("says which record names another one that is missing", async () => {
		const appointments = lines({ id: "apt_0199044a4400744a9fb4f20a3dea5fd9", client_id: client.replace("0", "2") });
		const [fault] = await faultsOf(exportOf({ ...whole, "appointments.ndjson": appointments }));
		expect(fault).toMatch(/^appointments\.ndjson: line 1 names cli_2\w+ as its client_id, which is missing$/);
		const picture = { id: "pic_1", owner: { type: "lead", id: "led_1" } };
		expect(await faultsOf(exportOf({ ...whole, "pictures.ndjson": lines(picture) }))).toEqual([
			"pictures.ndjson: line 1: the bytes of pic_1 are missing",
			"pictures.ndjson: line 1: pic_1 belongs to nothing that is there",
		]);
	});

	it("does not take a cut-off file, or one of another kind, for an export", async () => {
		const bytes = zipOf(exportOf(whole));
		await expect(opened(bytes.subarray(0, -1))).rejects.toThrow("its end is missing");
		await expect(opened(Buffer.from("no zip"))).rejects.toThrow("no ZIP");
		await expect(opened(Buffer.alloc(0))).rejects.toThrow("no ZIP");
	});
});
