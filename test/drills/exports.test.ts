import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ZipFile } from "../../client/src/cli/export/zip-file.ts";
import { newPicture } from "../../lab/harness/picture-bytes.ts";
import { randomFrom } from "../../lab/harness/random.ts";
import { Server, sleep, until } from "../../lab/harness/server.ts";
import { newStudio, noon, request, type Studio } from "../../lab/harness/studio.ts";
import { Terminal } from "./command-line.ts";

const server = new Server();
const terminal = new Terminal();
const folder = mkdtempSync(join(tmpdir(), "exports-"));
beforeAll(() => server.start());
afterAll(async () => {
	await server.remove();
	terminal.remove();
	rmSync(folder, { recursive: true });
});

const crashes = Number(process.env.EXPORT_CRASHES ?? 5);
const clients = crashes * 400;
const pictures = 30;
/** Two of them fill a step. */
const pictureBytes = 3_000_000;

async function fill({ key, artistId, clientId, typeId }: Studio): Promise<void> {
	const post = (path: string, body: object) => request(server, ["POST", path, 201], { key, body });
	await post("/v1/leads", { first_name: "Bo" });
	const booking = { artist_id: artistId, client_id: clientId, event_type_id: typeId };
	for (let day = 1; day <= 5; day++) await post("/v1/appointments", { ...booking, start_at: noon(day) });
	const send = async (path: string, type: string, body: BodyInit) => {
		const headers = { Authorization: `Bearer ${key}`, "Content-Type": type };
		const response = await fetch(server.origin + path, { method: "POST", headers, body });
		expect(response.ok, path).toBe(true);
		return (await response.json()) as { id: string };
	};
	const idea = await post("/v1/ideas", { client_id: clientId, subject: "Fern" });
	for (let n = 0; n < pictures; n++)
		await send(`/v1/ideas/${idea.id}/pictures`, "image/png", new Blob([newPicture(pictureBytes)]));
	const rows = Array.from({ length: clients }, (_, n) => `row${n}@example.com,N${n}`);
	const { id } = await send("/v1/imports?type=clients", "text/csv", ["email,first_name", ...rows].join("\n"));
	const isDone = async () => (await server.call("GET", `/v1/imports/${id}`, { key })).body.status === "DONE";
	await until(isDone, 300_000, "the import ends");
}

interface Exported {
	path: string;
	/** The manifest's descriptions of the files. */
	files: { name: string }[];
}

const beginExport = async (key: string): Promise<string> =>
	(await request(server, ["POST", "/v1/exports", 202], { key })).id;

async function finishExport(key: string, id: string): Promise<Exported> {
	const read = () => request(server, ["GET", `/v1/exports/${id}`, 200], { key });
	await until(async () => (await read()).finished_at !== null, 240_000, "the export ends");
	const { status, url } = await read();
	expect(status).toBe("DONE");
	const path = join(folder, `${id}.zip`);
	writeFileSync(path, Buffer.from(await (await fetch(url)).arrayBuffer()));
	const verified = await terminal.run(["verify-export", path, "--json"]);
	expect(JSON.parse(verified.out), verified.err).toMatchObject({ whole: true, export_id: id, pictures });
	execFileSync("python3", ["-c", "import sys, zipfile; sys.exit(zipfile.ZipFile(sys.argv[1]).testzip())", path]);
	const { files } = JSON.parse((await linesIn(path, "manifest.json")).join(""));
	return { path, files };
}

async function linesIn(path: string, name: string): Promise<string[]> {
	const zip = await ZipFile.open(path);
	const file = zip.files.get(name);
	const lines: string[] = [];
	if (file) for await (const line of zip.lines(file)) lines.push(line);
	await zip.close();
	return lines;
}

/** How many files the local buckets have: one for each object, and for a write that was cut off. */
const objectFiles = (): number => globSync(join(server.stateDir, "v3/r2/*/blobs/*")).length;

/** The rows in those of the local databases that have this table. The service may run. */
const rowsIn = (table: string, where: string, value: string) =>
	globSync(join(server.stateDir, "v3/{d1,r2}/**/*.sqlite")).flatMap((file) => {
		const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
		const isThere = database.prepare("SELECT 1 FROM sqlite_master WHERE name = ?").get(table);
		const rows = isThere ? database.prepare(`SELECT * FROM ${table} WHERE ${where}`).all(value) : [];
		database.close();
		return rows;
	});

const jobOf = (id: string) => rowsIn("jobs", "id = ?", id)[0];

function progressOf(id: string): string {
	const { position, status } = jobOf(id) ?? {};
	const { phase = "beginning", n = 0 } = JSON.parse(String(position)) ?? {};
	return `${phase}, object ${n}, ${status}`;
}

/** The keys of the objects in the local buckets whose keys begin so. */
const objectsUnder = (beginning: string) =>
	rowsIn("_mf_objects", "key LIKE ?", `${beginning}%`)
		.map(({ key }) => key)
		.sort();

const objectsOf = (id: string): number => objectsUnder(JSON.parse(String(jobOf(id)?.input)).objectKey).length;

/** The second export has an entry of its own, and the addresses of the pictures are new. */
const differing = ["audit_log.ndjson", "pictures.ndjson"];
const described = ({ files }: Exported) => files.filter(({ name }) => !differing.includes(name));

const lists = {
	"appointments.ndjson": "/v1/appointments",
	"audit_log.ndjson": "/v1/audit_log",
	"clients.ndjson": "/v1/clients",
	"events.ndjson": "/v1/events",
};

it("the service killed at random moments of an export: its file is that of an undisturbed one, and no object stays (contract: Exports 7)", async () => {
	const studio = await newStudio(server);
	const { id: tenantId, key } = studio;
	await fill(studio);
	const undisturbed = await beginExport(key);
	const expected = await finishExport(key, undisturbed);
	const objects = objectsOf(undisturbed);
	const random = randomFrom(Date.now());
	const before = objectFiles();
	const id = await beginExport(key);
	for (let crash = 0; crash < crashes; crash++) {
		const enough = before + Math.floor((objects * (crash + random())) / crashes);
		await server.crash(async () => {
			await until(() => objectFiles() >= enough, 60_000, "the export goes on");
			await sleep(random() * 50);
			process.stdout.write(`crash ${crash + 1} of ${crashes}: ${progressOf(id)} of ${objects}\n`);
		});
		await server.start();
	}
	const exported = await finishExport(key, id);
	expect(described(exported)).toEqual(described(expected));
	for (const [name, path] of Object.entries(lists))
		expect(
			(await linesIn(exported.path, name)).map((line) => JSON.parse(line)),
			name,
		).toEqual(await server.all(path, key));
	const made = (await server.all("/v1/exports", key)).map(({ id, status }) => [id, status]);
	expect(made).toEqual([id, undisturbed].map((one) => [one, "DONE"]));
	const entries = (await server.all("/v1/audit_log", key)).filter(({ action }) => action.startsWith("export."));
	expect(entries.map(({ action, resource_id }) => [action, resource_id])).toEqual(
		[id, undisturbed].map((one) => ["export.created", one]),
	);
	const events = await server.all("/v1/events", key);
	expect(events.map(({ sequence }) => sequence).sort((a, b) => a - b)).toEqual(events.map((_, n) => n + 1));
	expect(objectsOf(id)).toBe(objects);
	const advance = (seconds: number) =>
		request(server, ["POST", "/admin/dev/advance", 200], { key: server.operatorToken, body: { seconds } });
	// The files go after seven days, and their objects within the hour.
	await advance(7 * 86_400);
	const onlyPictures = async () => {
		await advance(60);
		await sleep(1000);
		return objectsUnder(tenantId).length <= pictures;
	};
	await until(onlyPictures, 60_000, "the objects of the exports go");
	const ofPictures = rowsIn("pictures", "tenant_id = ?", tenantId).map(({ object_key }) => object_key);
	expect(objectsUnder(tenantId)).toEqual(ofPictures.sort());
}, 1_800_000);
