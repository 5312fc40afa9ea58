import { depositOf, type Priced, priceOf } from "../../../domain/mail/booking/price-text.ts";

export function costsOf(details: Priced): [string, string][] {
	const costs: [string, string | undefined][] = [
		["Cost", priceOf(details)],
		["Deposit", depositOf(details)],
	];
	return costs.filter((cost): cost is [string, string] => cost[1] !== undefined);
}
