import type { Plan } from "../../src/platform/gate/plans.ts";
import type { Random } from "./random.ts";
import { zones } from "./rhythm.ts";

export interface Tenant {
	plan: Plan;
	/** Appointments on an average day. */
	perDay: number;
	/** Hours ahead of UTC. */
	ahead: number;
	/** The number of webhook endpoints, which listen to all events. */
	endpoints: number;
	/** The number of programs that poll for changes every quarter of an hour. */
	programs: number;
	/** The number of clients that the studio imports when it signs up. */
	imported: number;
	/** The time at which it signs up, from 0 to 1 of the simulated time. */
	joins: number;
	/** Whether it has a hundred times its bookings on the simulated day. */
	flash: boolean;
}

/** The appointments of the median studio on an average day. */
const medianPerDay = 2;
/** With this sigma, the largest of ten thousand studios has about 250 times as many appointments as the median. */
const spread = 1.5;

/** The plans, from the largest studios to the smallest, with their shares of the studios. */
const plans: readonly (readonly [Plan, number])[] = [
	["empire", 0.01],
	["studio", 0.05],
	["crew", 0.2],
	["duo", 0.4],
	["solo", 1],
];

/** The average number of endpoints of a studio, by plan. */
const endpointsOf: Record<Plan, number> = { light: 0, solo: 0.4, duo: 0.7, crew: 1.2, studio: 2, empire: 4 };

/** One in a thousand studios has a flash day. */
const flashShare = 0.001;

/** Makes studios whose sizes are log-normal: many small ones, and a few giants. */
export function tenantsOf(count: number, random: Random): Tenant[] {
	const sizes = Array.from({ length: count }, () => Math.exp(spread * random.normal())).sort((a, b) => b - a);
	const tenants = sizes.map((size, rank): Tenant => {
		const [plan] = plans.find(([, share]) => rank < share * count) ?? (["solo"] as const);
		return {
			plan,
			perDay: medianPerDay * size,
			ahead: random.pick(zones),
			endpoints: random.poisson(endpointsOf[plan]),
			programs: random.poisson(0.5),
			imported: Math.round(300 * size),
			joins: random.next(),
			flash: random.next() < flashShare,
		};
	});
	return tenants.sort((a, b) => a.joins - b.joins);
}
