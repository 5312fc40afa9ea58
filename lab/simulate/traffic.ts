import type { Random } from "./random.ts";
import { shareOfHour, weekdays } from "./rhythm.ts";
import type { Tenant } from "./tenants.ts";
import { page, perAppointment, poll, requestsPerAppointment, type Work } from "./work.ts";

export interface Sent {
	/** Seconds from the beginning of the UTC day. */
	at: number;
	work: Work;
	/** The tenant's key that sends the request: that of its website or of its programs. */
	key: "site" | "programs";
}

/** The simulated day is a Saturday. */
const factor = weekdays[6];
const flashFactor = 100;
/** The length of the flash, which begins at noon of the studio's clock. */
const flashHours = 2;
const pollSeconds = 900;

/** The requests of a tenant's programs on the busiest day of the week, in the order of time. */
export function sentBy(tenant: Tenant, random: Random): Sent[] {
	const sent: Sent[] = [];
	const some = (mean: number, from: number, seconds: number) => {
		for (let left = random.poisson(mean); left > 0; left--)
			sent.push({ at: from + random.next() * seconds, work: random.pick(perAppointment), key: "site" });
	};
	const requests = tenant.perDay * factor * requestsPerAppointment;
	for (let hour = 0; hour < 24; hour++) some(requests * shareOfHour(hour, tenant.ahead), hour * 3600, 3600);
	const noon = ((12 - tenant.ahead + 24) % 24) * 3600;
	if (tenant.flash) some(requests * flashFactor, Math.min(noon, (24 - flashHours) * 3600), flashHours * 3600);
	// A clock starts the programs: all of them run within the same two seconds.
	for (let program = 0; program < tenant.programs; program++)
		for (let at = 0; at < 86_400; at += pollSeconds)
			sent.push({ at: at + random.next() * 2, work: poll, key: "programs" });
	const night = ((3 - tenant.ahead + 24) % 24) * 3600;
	const pages = tenant.programs > 0 ? Math.ceil(tenant.imported / 100) : 0;
	for (let n = 0; n < pages; n++) sent.push({ at: Math.min(night + n, 86_399), work: page, key: "programs" });
	return sent.sort((a, b) => a.at - b.at);
}
