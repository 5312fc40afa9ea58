export const result = (value: unknown, info?: object): Response =>
	Response.json({ success: true, errors: [], messages: [], result: value, ...(info && { result_info: info }) });

export const failure = (status: number, code: number, message: string): Response =>
	Response.json({ success: false, errors: [{ code, message }], messages: [], result: null }, { status });

/** A page of a list, as the parameters `page` and `per_page` ask for it. */
export function page(all: unknown[], query: URLSearchParams, usually: number): Response {
	const number = Number(query.get("page") ?? 1);
	const size = Number(query.get("per_page") ?? usually);
	const items = all.slice((number - 1) * size, number * size);
	return result(items, { page: number, per_page: size, count: items.length, total_count: all.length });
}
