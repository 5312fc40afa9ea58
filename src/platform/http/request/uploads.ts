import { createHash } from "node:crypto";
import { secondMs } from "../../lib/time.ts";
import { PictureFault } from "../../pictures/picture-fault.ts";
import { pictureTypes } from "../../pictures/picture-type.ts";
import { readPicture } from "../../pictures/read-picture.ts";
import { fieldProblem, type Problem, problem } from "../../problems/problem.ts";
import type { Upload } from "../endpoint/upload.ts";
import { ByteBudget } from "./byte-budget.ts";

const mebi = 1024 * 1024;

/** Contract: Pictures 3. */
export const maxPictureBytes = 15 * mebi;

/** An isolate has 128 MB. A tenant never waits for others while it uploads one picture at a time. */
const budget = new ByteBudget(60 * mebi, 20 * mebi);
const longestWaitMs = 20 * secondMs;

/** Takes memory for a picture, until the returned function is called (contract: Pictures 14). */
export async function takeMemory(tenantId: string, bytes: number): Promise<() => void> {
	try {
		return await budget.take(tenantId, bytes, longestWaitMs);
	} catch {
		throw problem("service_unavailable", "Too many pictures arrive at the moment. Repeat the request.").with({
			"Retry-After": "5",
		});
	}
}

/** A body is read in pieces of this size. Each must arrive in time, so that a stalled upload gives its memory back. */
export const pieceBytes = 256 * 1024;
export const longestPieceMs = 15 * secondMs;

/** The format shows in so many bytes. */
export const headBytes = 64;

/** The picture in a whole file. Its bytes are those of the file, stripped in place. */
export async function uploadOf(file: Uint8Array): Promise<Upload> {
	if (file.byteLength === 0) throw emptyPicture();
	try {
		const { type, width, height, length } = readPicture(file);
		const bytes = file.subarray(0, length);
		return { type, width, height, bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
	} catch (error) {
		if (!(error instanceof PictureFault)) throw error;
		throw error.kind === "unsupported"
			? problem("unsupported_media_type", error.message)
			: fieldProblem("body", error.message);
	}
}

export const emptyPicture = (): Problem => fieldProblem("body", "is empty");

export const wrongType = (why: string): Problem =>
	problem("unsupported_media_type", `${why} A picture is sent as ${pictureTypes.join(", ")}.`.trim());

export const pictureTooLarge = (): Problem =>
	problem("payload_too_large", `A picture has at most ${maxPictureBytes / mebi} MiB.`);

export const pictureTooSlow = (): Problem => problem("request_timeout", "The picture did not arrive in time.");
