import { createHash } from "node:crypto";
import { NoZip, type StoredFile, type ZipFile } from "./zip-file.ts";

interface Fault {
	file: string;
	fault: string;
}

export interface Verification {
	object: "export_verification";
	whole: boolean;
	export_id: string | null;
	as_of: string | null;
	files: number;
	records: number;
	pictures: number;
	faults: Fault[];
}

interface ListedFile {
	name: string;
	records?: number;
	size_bytes: number;
	sha256: string;
}

interface Manifest {
	format: string;
	version: number;
	export_id: string;
	as_of: string;
	files: ListedFile[];
}

/** More faults than these tell nobody more. */
const mostFaults = 1000;

/** They tell what happened, also to records that are gone. */
const histories = ["audit_log.ndjson", "deletions.ndjson", "events.ndjson"];
/** They hold what people wrote and what was sent. An id in them names no record. */
const notReferences = ["metadata", "submission_data", "attempts"];
const idOfRecord = /^(?:apt|art|cli|ety|evt|frm|fsb|hok|ide|led|pic|shp|whe)_[0-9a-f-]{32,36}$/;

/** Checks each file against the manifest, and each id against the records. */
export async function verifyExport(zip: ZipFile): Promise<Verification> {
	const check = new Check(zip);
	const manifest = await check.manifest();
	if (manifest) await check.all(manifest);
	const { faults, records, pictures } = check;
	return {
		object: "export_verification",
		whole: faults.length === 0,
		export_id: manifest?.export_id ?? null,
		as_of: manifest?.as_of ?? null,
		files: zip.files.size,
		records,
		pictures,
		faults,
	};
}

class Check {
	readonly faults: Fault[] = [];
	records = 0;
	pictures = 0;
	private readonly ids = new Set<string>();
	private readonly zip: ZipFile;

	constructor(zip: ZipFile) {
		this.zip = zip;
	}

	private fault(file: string, fault: string): void {
		if (this.faults.length < mostFaults) this.faults.push({ file, fault });
	}

	async manifest(): Promise<Manifest | null> {
		const file = this.zip.files.get("manifest.json");
		const parsed = file && parse(await textOf(this.zip, file));
		const manifest = parsed as Partial<Manifest> | undefined;
		if (manifest?.format === "tattoo-studio-export" && manifest.version === 1 && Array.isArray(manifest.files))
			return manifest as Manifest;
		this.fault("manifest.json", file ? "is not the manifest of such an export" : "is missing");
		return null;
	}

	async all({ files }: Manifest): Promise<void> {
		const listed = new Set(["manifest.json", ...files.map(({ name }) => name)]);
		for (const name of this.zip.files.keys()) if (!listed.has(name)) this.fault(name, "is not in the manifest");
		for (const file of files) await this.file(file);
		for (const { name } of files) {
			const file = this.zip.files.get(name);
			if (file && name.endsWith(".ndjson") && !histories.includes(name)) await this.references(file);
		}
	}

	private async file({ name, size_bytes, sha256, records }: ListedFile): Promise<void> {
		const file = this.zip.files.get(name);
		if (!file) return this.fault(name, "is missing");
		if (file.size !== size_bytes) this.fault(name, `has ${file.size} bytes, and the manifest says ${size_bytes}`);
		try {
			if ((await hashOf(this.zip, file)) !== sha256) this.fault(name, "was changed: its SHA-256 is another one");
			if (name.endsWith(".ndjson")) await this.recordsOf(file, records);
		} catch (error) {
			if (!(error instanceof NoZip)) throw error;
			this.fault(name, "is cut off");
		}
		if (name.startsWith("pictures/")) this.pictures++;
	}

	private async recordsOf(file: StoredFile, expected = 0): Promise<void> {
		const own = new Set<string>();
		let count = 0;
		for await (const line of this.zip.lines(file)) {
			count++;
			const id = (parse(line) as { id?: unknown } | undefined)?.id;
			if (typeof id !== "string") this.fault(file.name, `line ${count} is no record`);
			else if (own.has(id)) this.fault(file.name, `line ${count} has ${id} a second time`);
			else own.add(id);
		}
		for (const id of own) this.ids.add(id);
		this.records += count;
		if (count !== expected) this.fault(file.name, `has ${count} records, and the manifest says ${expected}`);
	}

	private async references(file: StoredFile): Promise<void> {
		const pictureFiles = new Set([...this.zip.files.keys()].map((name) => name.replace(/\.\w+$/, "")));
		let line = 0;
		for await (const text of this.zip.lines(file)) {
			line++;
			const record = parse(text);
			for (const [field, id] of referencesIn(record))
				if (!this.ids.has(id)) this.fault(file.name, `line ${line} names ${id} as its ${field}, which is missing`);
			if (file.name !== "pictures.ndjson") continue;
			const { id, owner } = record as { id: string; owner?: { id?: string } };
			if (!pictureFiles.has(`pictures/${id}`)) this.fault(file.name, `line ${line}: the bytes of ${id} are missing`);
			if (!this.ids.has(owner?.id ?? "")) this.fault(file.name, `line ${line}: ${id} belongs to nothing that is there`);
		}
	}
}

async function textOf(zip: ZipFile, file: StoredFile): Promise<string> {
	const pieces: Buffer[] = [];
	for await (const piece of zip.read(file)) pieces.push(piece);
	return Buffer.concat(pieces).toString();
}

async function hashOf(zip: ZipFile, file: StoredFile): Promise<string> {
	const hash = createHash("sha256");
	for await (const piece of zip.read(file)) hash.update(piece);
	return hash.digest("hex");
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function* referencesIn(value: unknown, field = ""): Generator<[field: string, id: string]> {
	if (typeof value === "string" && field.endsWith("_id") && idOfRecord.test(value)) yield [field, value];
	if (typeof value !== "object" || value === null) return;
	for (const [key, inner] of Object.entries(value))
		if (!notReferences.includes(key)) yield* referencesIn(inner, Array.isArray(value) ? field : key);
}
