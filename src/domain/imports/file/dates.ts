/** The orders in which exports write the parts of a date. */
export const dateOrders = ["ymd", "dmy", "mdy"] as const;
export type DateOrder = (typeof dateOrders)[number];

/** A date as the API takes it. Text that is none in this order stays as it is, and its row is refused. */
export function isoDate(text: string, order: DateOrder): string {
	const parts = /^(\d{1,4})[-./](\d{1,2})[-./](\d{1,4})/.exec(text)?.slice(1);
	if (!parts) return text;
	const at = (part: string) => parts[order.indexOf(part)] ?? "";
	const year = at("y");
	if (year.length !== 4) return text;
	return `${year}-${at("m").padStart(2, "0")}-${at("d").padStart(2, "0")}`;
}

/** The order in which these dates are written, as far as they tell. A day is above 12 in most lists of dates. */
export function dateOrderOf(dates: readonly string[]): DateOrder {
	const numbers = dates.flatMap((text) => {
		const [, a, b] = /^(\d{1,4})[-./](\d{1,2})[-./]\d{1,4}/.exec(text) ?? [];
		return a === undefined || b === undefined ? [] : [[a, Number(b)] as const];
	});
	if (numbers.length === 0 || numbers.some(([first]) => first.length === 4)) return "ymd";
	if (numbers.some(([first]) => Number(first) > 12)) return "dmy";
	return numbers.some(([, second]) => second > 12) || dates.some((text) => text.includes("/")) ? "mdy" : "dmy";
}
