import type { FieldError } from "../../problems/problem.ts";

interface Money {
	field: string;
	currency: string | null;
	amounts: readonly (number | null)[];
}

/**
 * Amounts need their currency (contract: Errors 18). A record that lacked it before is refused only if these fields
 * change, so that everything else of it can still be changed.
 */
export function currencyErrors(after: Money, before?: Money): FieldError[] {
	if (after.currency !== null || after.amounts.every((amount) => amount === null)) return [];
	const isAsBefore = (amount: number | null, n: number) => amount === null || amount === before?.amounts[n];
	if (before?.currency === null && after.amounts.every(isAsBefore)) return [];
	return [{ location: "body", path: after.field, message: "is required with an amount" }];
}
