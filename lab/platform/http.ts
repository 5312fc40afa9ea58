import { lengthOfStream, withLength } from "./streams.ts";

/** The lengths of the bodies that were given as a whole. */
const lengths = new WeakMap<Request, number>();

export function noteLength(request: Request, body: unknown): void {
	const length = lengthOf(body);
	if (length === undefined) return;
	lengths.set(request, length);
	withLength(request.body, length);
}

/** The length of a body, or of the body of another request; undefined if it is not known. */
export function lengthOf(body: unknown): number | undefined {
	if (body instanceof ReadableStream) return lengthOfStream(body);
	if (body instanceof Request) return lengths.get(body);
	if (typeof body === "string" || body instanceof URLSearchParams) return Buffer.byteLength(String(body));
	if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return body.byteLength;
	return body instanceof Blob ? body.size : undefined;
}

/** The request as it arrives at the Worker: with the length of a body that is known, and with fixed headers. */
export function received(request: Request): Request {
	const { headers } = request;
	const length = lengths.get(request);
	if (length !== undefined && !Object.hasOwn(headers, "set")) headers.set("Content-Length", String(length));
	for (const name of ["set", "append", "delete"]) Object.defineProperty(headers, name, { value: refuseChange });
	return request;
}

function refuseChange(): never {
	throw new TypeError("Can't modify immutable headers.");
}

/** An answer to HEAD has no body. */
export function sent(request: Request, response: Response): Response {
	if (request.method !== "HEAD" || !response.body) return response;
	void response.body.cancel().catch(() => {});
	return new Response(null, response);
}
