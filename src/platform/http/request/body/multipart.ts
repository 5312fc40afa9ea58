import { Buffer } from "node:buffer";
import { type Settled, settle } from "../../../lib/async/settle.ts";
import { clock } from "../../../lib/clock.ts";
import { type Problem, problem } from "../../../problems/problem.ts";
import type { Upload } from "../../endpoint/upload.ts";
import type { AppContext } from "../app-env.ts";
import { MultipartReader } from "./multipart-reader.ts";
import { mediaTypeOf } from "./read-body.ts";
import { giveBack, type MemoryHolder, maxPictureBytes, pictureTooLarge, takeMemory, uploadOf } from "./uploads.ts";
import { MalformedBody } from "./urlencoded.ts";

/** A file that somebody chose in a form. */
export interface ChosenFile<File = Upload> {
	name: string;
	/** As the person's machine names it. */
	filename: string;
	/** The file as it was read, or the problem with it. Its bytes are there until the function that gets it has ended. */
	upload: Settled<File>;
	values: Record<string, string[]>;
}

/** The kind of the files in a form. */
export interface KindOfFiles<File> {
	maxBytes: number;
	tooLarge(): Problem;
	/** A file and all that is made of it take so much memory for each of its bytes. */
	memoryPerByte: number;
	read(bytes: Uint8Array): Promise<File> | File;
}

const pictureFiles: KindOfFiles<Upload> = {
	maxBytes: maxPictureBytes,
	tooLarge: pictureTooLarge,
	memoryPerByte: 1,
	read: uploadOf,
};

interface MultipartOptions<File> {
	/** The holder of the memory that the files take. */
	holder: MemoryHolder;
	/** Further files are not read. */
	maxFiles: number;
	/** Whether to read a file. It runs before the file takes memory. One that is not read is passed over. */
	mayRead?(file: Omit<ChosenFile, "upload">): Promise<boolean>;
	/** Runs for one file after the other, while the next ones wait in the network. */
	onFile(file: ChosenFile<File>): Promise<void>;
}

/** As of other forms. */
const maxTextBytes = 1024 * 1024;
const maxFields = 1000;

export const isMultipart = (c: AppContext): boolean => mediaTypeOf(c).toLowerCase() === "multipart/form-data";

/**
 * Reads a form with files. One file at a time is in memory. The bytes alone say what a file is, because people's machines
 * name types wrongly. A field for files in which nobody chose any does not count.
 */
export const readMultipart = (c: AppContext, options: MultipartOptions<Upload>): Promise<Record<string, string[]>> =>
	readForm(c, pictureFiles, options);

/** The same for files of another kind. */
export async function readForm<File extends Pick<Upload, "object">>(
	c: AppContext,
	kind: KindOfFiles<File>,
	{ holder, maxFiles, mayRead, onFile }: MultipartOptions<File>,
): Promise<Record<string, string[]>> {
	const boundary = boundaryIn(c.req.header("Content-Type") ?? "");
	const { body } = c.req.raw;
	if (!isMultipart(c) || !boundary || !body) throw new MalformedBody("Send the body as multipart/form-data.");
	const announced = Number(c.req.header("Content-Length") ?? Number.NaN);
	if (announced > maxFiles * kind.maxBytes + maxTextBytes) throw kind.tooLarge();
	const reader = new MultipartReader(body, boundary);
	const values: Record<string, string[]> = Object.create(null);
	let [fields, files, textBytes] = [0, 0, 0];
	try {
		for (let part = await reader.next(); part; part = await reader.next()) {
			fields += 1;
			if (fields > maxFields) throw new MalformedBody(`A form has at most ${maxFields} fields.`);
			const { name, filename } = part;
			if (filename === undefined) {
				const text = await reader.readText(maxTextBytes - textBytes);
				textBytes += text.byteLength;
				values[name] ??= [];
				values[name].push(new TextDecoder().decode(text));
				continue;
			}
			// A field without a file sends an empty part.
			if (filename === "" && (await reader.isEmpty())) continue;
			files += 1;
			if (files > maxFiles) {
				await reader.skip();
				const error = problem("conflict", `At most ${maxFiles} files at a time.`);
				await onFile({ name, filename, upload: { error }, values });
				continue;
			}
			reader.allowTime();
			if (mayRead && !(await mayRead({ name, filename, values }))) continue;
			const room = roomFor(reader, kind, announced);
			await withFile(c, reader, kind, { holder, room }, (upload) => onFile({ name, filename, upload, values }));
		}
	} catch (error) {
		await reader.cancel();
		throw error;
	}
	c.set("now", clock.now());
	return values;
}

/** The file can have at most the rest of the body. */
function roomFor(reader: MultipartReader, { maxBytes }: KindOfFiles<unknown>, announced: number): number {
	const left = announced - reader.bytesRead + reader.bytesWaiting;
	return Math.max(1, Math.min(maxBytes, Number.isNaN(left) ? maxBytes : left));
}

async function withFile<File extends Pick<Upload, "object">>(
	c: AppContext,
	reader: MultipartReader,
	{ memoryPerByte, tooLarge, read }: KindOfFiles<File>,
	{ holder, room }: { holder: MemoryHolder; room: number },
	use: (upload: Settled<File>) => Promise<void>,
): Promise<void> {
	const release = await takeMemory(holder, memoryPerByte * room);
	let upload: Settled<File> | undefined;
	try {
		const file = await reader.readFile(room);
		upload = await settle(file ? Promise.resolve(file).then(read) : Promise.reject(tooLarge()));
		await use(upload);
	} finally {
		c.executionCtx.waitUntil(giveBack(release, upload));
	}
}

function boundaryIn(contentType: string): Buffer | undefined {
	const [, quoted, plain] = /;\s{0,5}boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
	const boundary = quoted ?? plain;
	return boundary === undefined ? undefined : Buffer.from(boundary, "latin1");
}
