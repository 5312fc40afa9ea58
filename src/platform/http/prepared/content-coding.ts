import { brotliCompressSync, constants, gzipSync } from "node:zlib";

type Bytes = Uint8Array<ArrayBuffer>;

/** Brotli makes a page a tenth smaller than gzip. More than this quality takes ten times as long. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const compressors = {
	br: (body: Bytes): Bytes => new Uint8Array(brotliCompressSync(body, brotli)),
	gzip: (body: Bytes): Bytes => new Uint8Array(gzipSync(body)),
};

export type Coding = keyof typeof compressors;

/** The codings of the service, the preferred one first. */
const codings = Object.keys(compressors) as Coding[];

/** No program sends a longer header. */
const maxLength = 200;

/** The name of a coding, and its weight. A weight of zero refuses it. */
const element = /^([\w-]+)(?:\s*;\s*q=([\d.]+))?$/i;

function acceptedName(text: string): string | undefined {
	const [, name, weight = "1"] = element.exec(text.trim()) ?? [];
	return Number(weight) > 0 ? name?.toLowerCase() : undefined;
}

/** The coding in which an answer goes to a caller with this `Accept-Encoding` (RFC 9110 12.5.3); undefined for none. */
export function codingFor(accepted: string | null): Coding | undefined {
	if (accepted === null || accepted.length > maxLength) return undefined;
	const names = new Set(accepted.split(",").map(acceptedName));
	return codings.find((coding) => names.has(coding));
}

/**
 * The `Accept-Encoding` of the caller itself. The platform puts its own in its place, and so does `npm start`, which does
 * not decompress an answer that the caller cannot read.
 */
export function acceptedBy({ headers, cf }: Request): string | null {
	const accepted = headers.get("Accept-Encoding");
	const own =
		accepted === null ? undefined : (cf as { clientAcceptEncoding?: unknown } | undefined)?.clientAcceptEncoding;
	return typeof own === "string" ? own : accepted;
}

export const compressed = (body: Bytes, coding: Coding): Bytes => compressors[coding](body);
