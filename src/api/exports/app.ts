import { Hono } from "hono";
import { isValidAddress } from "../../domain/exports/addresses.ts";
import { type ExportFile, findForAddress, piecesFrom } from "../../domain/exports/find-for-address.ts";
import type { AppContext, AppEnv } from "../../platform/http/request/app-env.ts";
import { rangeIn } from "../../platform/http/request/range.ts";
import { notFound } from "../../platform/problems/problem.ts";

/** The files of exports. The address itself is the credential (contract: Exports 6). */
export const exportFiles = new Hono<AppEnv>();

exportFiles.get("/exports/:tenant_id/:export_id/:code", async (c) => {
	const file = await fileOf(c);
	const etag = `"${file.id}"`;
	const headers = {
		"Content-Security-Policy": "default-src 'none'; sandbox",
		"X-Content-Type-Options": "nosniff",
		"Content-Type": "application/zip",
		"Content-Disposition": `attachment; filename="studio-${new Date(file.createdAt).toISOString().slice(0, 10)}.zip"`,
		"Cache-Control": "private, no-store",
		"Accept-Ranges": "bytes",
		ETag: etag,
	};
	const condition = c.req.header("If-Range");
	const range = condition === undefined || condition === etag ? rangeIn(c.req.header("Range"), file.sizeBytes) : null;
	if (range === "unsatisfiable")
		return new Response(null, { status: 416, headers: { ...headers, "Content-Range": `bytes */${file.sizeBytes}` } });
	const { offset, length } = range ?? { offset: 0, length: file.sizeBytes };
	return new Response(bodyOf(c, file, { offset, length }), {
		status: range ? 206 : 200,
		headers: {
			...headers,
			"Content-Length": String(length),
			...(range && { "Content-Range": `bytes ${offset}-${offset + length - 1}/${file.sizeBytes}` }),
		},
	});
});

interface Part {
	offset: number;
	length: number;
}

/** Any fault of the address gets the same answer. */
async function fileOf(c: AppContext): Promise<ExportFile> {
	const { tenant_id: tenantId = "", export_id: id = "", code = "" } = c.req.param();
	const now = c.get("now");
	const isValid = isValidAddress(c.get("vault"), { tenantId, id }, code, now);
	const file = isValid ? await findForAddress(c.get("databases"), { tenantId, id }, now) : undefined;
	if (!file) throw notFound("export");
	return file;
}

/** The pieces one after the other. If one is gone meanwhile, the download breaks off, so that nobody takes it for whole. */
function bodyOf(c: AppContext, file: ExportFile, { offset, length }: Part): ReadableStream {
	const { objects } = c.get("writer");
	const { readable, writable } = new FixedLengthStream(length);
	const send = async () => {
		for await (const piece of piecesFrom(file, offset)) {
			const from = Math.max(0, offset - piece.start);
			const to = Math.min(piece.sizeBytes, offset + length - piece.start);
			if (to <= from) break;
			const object = await objects.get(piece, { offset: from, length: to - from });
			if (!object) throw new Error("A piece of the export is gone.");
			await object.body.pipeTo(writable, { preventClose: true });
		}
		await writable.close();
	};
	send().catch((error: unknown) => writable.abort(error).catch(() => {}));
	return readable;
}
