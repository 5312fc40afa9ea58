import { refusal } from "./errors.ts";

export interface Range {
	offset: number;
	length: number;
}

interface Given {
	offset?: unknown;
	length?: unknown;
	suffix?: unknown;
}

/** The range in an object of a given size. Throws at once if the range has no valid form. */
export function rangeOf(given: Given | Headers | null | undefined): (size: number) => Range {
	const whole = (size: number) => ({ offset: 0, length: size });
	if (given instanceof Headers) return (size) => rangeOfHeader(given.get("Range"), size) ?? whole(size);
	const { offset, length, suffix } = numbersOf(given ?? {});
	if (offset === undefined && length === undefined && suffix === undefined) return whole;
	return (size) => {
		const start = suffix === undefined ? (offset ?? 0) : Math.max(0, size - suffix);
		const most = suffix ?? length ?? size;
		if (start >= size || most <= 0) throw refusal("get", "InvalidRange");
		return { offset: start, length: Math.min(most, size - start) };
	};
}

/** A header that names no part of the object, or several, asks for all of it. */
function rangeOfHeader(header: string | null, size: number): Range | undefined {
	const [, from = "", to = ""] = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? "") ?? [];
	if (from === "" && to === "") return undefined;
	const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
	const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
	return end < start ? undefined : { offset: start, length: end - start + 1 };
}

function numbersOf({ offset, length, suffix }: Given) {
	const numbers = {
		offset: wholeNumber(offset, "Invalid range. Starting offset"),
		length: wholeNumber(length, "Invalid range. Length"),
		suffix: wholeNumber(suffix, "Invalid suffix. Suffix"),
	};
	for (const name of ["offset", "length"] as const)
		if (numbers.suffix !== undefined && numbers[name] !== undefined)
			throw new TypeError(`Suffix is incompatible with ${name}.`);
	return numbers;
}

function wholeNumber(value: unknown, subject: string): number | undefined {
	if (value === undefined) return undefined;
	const number = Number(value);
	const shown = Number.isNaN(number) ? "nan" : number;
	if (!(number >= 0)) throw new RangeError(`${subject} (${shown}) must be greater than or equal to 0.`);
	if (!Number.isInteger(number)) throw new RangeError(`${subject} (${shown}) must be an integer, not floating point.`);
	return number;
}
