import { clock } from "../../../lib/clock.ts";
import { sha256 } from "../../../lib/secrets/crypto.ts";
import { fieldProblem, problem } from "../../../problems/problem.ts";
import { type RowsUpload, rowsTypes } from "../../endpoint/upload.ts";
import type { AppContext } from "../app-env.ts";
import { lengthIn, noBytes, readWhole } from "./file-body.ts";
import { type JsonBody, mediaTypeOf } from "./read-body.ts";
import { giveBack, takeMemory } from "./uploads.ts";

const mebi = 1024 * 1024;

/** Contract: Imports 2. */
export const maxRowsBytes = 10 * mebi;

/** The rows that are read from a file take about as much memory as the file. */
export const memoryPerByte = 2;

export const rowsTooLarge = () =>
	problem("payload_too_large", `A file of rows has at most ${maxRowsBytes / mebi} MiB.`);

/** Reads a body that is a file of rows. Until its release it counts against the memory of the tenant. */
export async function readRowsBody(
	c: AppContext,
	tenantId: string,
	onRelease: (release: () => Promise<void>) => void,
): Promise<JsonBody> {
	const type = typeIn(c);
	const length = lengthIn(c, maxRowsBytes, rowsTooLarge);
	const { body } = c.req.raw;
	if (!body || length === 0) return { ...noBytes, file: { error: fieldProblem("body", "is empty") } };
	const room = length ?? maxRowsBytes;
	const release = await takeMemory({ kind: "studio", id: tenantId }, memoryPerByte * room);
	let upload: RowsUpload | undefined;
	onRelease(() => giveBack(release, upload && { value: upload }));
	const bytes = await readWhole(body, room, rowsTooLarge);
	c.set("now", clock.now());
	upload = { type, bytes };
	// A hash stands for the bytes in the fingerprint of an Idempotency-Key.
	return { bytes: new TextEncoder().encode(sha256(bytes)), text: "", file: { value: upload } };
}

function typeIn(c: AppContext): RowsUpload["type"] {
	const mediaType = mediaTypeOf(c).toLowerCase();
	const type = rowsTypes.find((one) => one === mediaType);
	if (!type) throw problem("unsupported_media_type", `A file of rows is sent as ${rowsTypes.join(" or ")}.`);
	return type;
}
