import type { Words } from "../../../domain/languages/words.ts";
import { depositOf, type Priced, priceOf } from "../../../domain/mail/booking/price-text.ts";

export function costsOf(details: Priced, words: Words): [string, string][] {
	const costs: [string, string | undefined][] = [
		[words.appointment.cost, priceOf(details, words)],
		[words.appointment.deposit, depositOf(details, words)],
	];
	return costs.filter((cost): cost is [string, string] => cost[1] !== undefined);
}
