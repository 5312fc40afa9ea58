/** The part of the bytes that the request asks for. `null`: all of them. */
export type ByteRange = { offset: number; length: number } | null | "unsatisfiable";

const form = /^bytes=(\d{0,15})-(\d{0,15})$/;

/** One range (RFC 9110 14.2). Several ranges, and headers of other forms, are ignored, as the RFC allows. */
export function rangeIn(header: string | undefined, size: number): ByteRange {
	const [, first = "", last = ""] = form.exec(header ?? "") ?? [];
	if (first === "" && last === "") return null;
	if (first === "") {
		const length = Math.min(Number(last), size);
		return length === 0 ? "unsatisfiable" : { offset: size - length, length };
	}
	const [offset, end] = [Number(first), last === "" ? size - 1 : Math.min(Number(last), size - 1)];
	if (last !== "" && Number(last) < offset) return null;
	return offset >= size ? "unsatisfiable" : { offset, length: end - offset + 1 };
}
