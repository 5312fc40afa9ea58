import type { Plan } from "../../src/platform/gate/plans.ts";
import type { Random } from "./random.ts";
import { zones } from "./rhythm.ts";

export interface Tenant {
	plan: Plan;
	/** Appointments on an average day. */
	perDay: number;
	/** Hours ahead of UTC. */
	ahead: number;
	/** Webhook endpoints that listen to everything. */
	endpoints: number;
	/** Programs that look for news every quarter of an hour. */
	programs: number;
	/** Clients that it brings along. */
	imported: number;
	/** From 0 to 1: when in the simulated time it signs up. */
	joins: number;
	/** Today it has a hundred times its bookings. */
	flash: boolean;
}

/** An average day of the median studio. */
const medianPerDay = 2;
/** Of ten thousand studios the largest has some 250 times as many appointments as the median. */
const spread = 1.5;

/** The plans by size, from the largest studios on, and the shares of the studios that have them. */
const plans: readonly (readonly [Plan, number])[] = [
	["empire", 0.01],
	["studio", 0.05],
	["crew", 0.2],
	["duo", 0.4],
	["solo", 1],
];

/** How many endpoints of each plan listen, on average. */
const endpointsOf: Record<Plan, number> = { light: 0, solo: 0.4, duo: 0.7, crew: 1.2, studio: 2, empire: 4 };

/** One in a thousand studios has a flash day. */
const flashShare = 0.001;

/** Studios whose sizes are log-normal: many small ones, and a few giants. */
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
