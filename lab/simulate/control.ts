import { mostHoursInLocation } from "../../src/platform/gate/credentials/location-cache.ts";
import { Load } from "./load.ts";
import measured from "./measured.json" with { type: "json" };
import { Random } from "./random.ts";
import { shareOfHour, weekdays } from "./rhythm.ts";
import type { Tenant } from "./tenants.ts";
import type { Sent } from "./traffic.ts";
import type { DatabaseTimes } from "./work.ts";

// Assumptions about the load of the control database.

/** An isolate that has not met a credential for so long does not know it: it ended, or it is another isolate. */
const isolateSeconds = 300;
/** The share of the credentials that a location forgets early, because others need the room. */
const forgottenShare = 0.1;
/** The share of the programs that use OAuth. Their access tokens last for an hour, and each new one is read once. */
const oauthShare = 0.5;
const tokenSeconds = 3600;
/** The pages of the dashboard and of the booking page for each appointment. Each reads the control database once. */
const pagesPerAppointment = 15;

const daySeconds = 86_400;

export interface ControlLoad {
	/** The most look-ups of credentials in a second, and what they would be if a location kept none. */
	lookUpsPerSecond: number;
	lookUpsWithoutLocations: number;
	/** The longest wait of a call, behind look-ups and pages. */
	longestWaitMs: number;
	longestWaitWithoutLocationsMs: number;
	/** The most access tokens that are issued in a second, each with a commit, and the longest wait behind all calls. */
	tokensPerSecond: number;
	longestWaitWithTokensMs: number;
	/** The busy share in the busiest minute, with all calls. */
	busiestMinute: number;
	sizeBytes: number;
}

/** The load of the control database on the simulated day. It draws from numbers of its own. */
export class Control {
	private readonly random: Random;
	private readonly service: DatabaseTimes;
	private readonly lookUps = new Load(1, daySeconds);
	private readonly coldRequests = new Load(1, daySeconds);
	private readonly tokens = new Load(1, daySeconds);
	private readonly reads = new Load(1, daySeconds);
	private readonly readsWithoutLocations = new Load(1, daySeconds);
	private readonly allCalls = new Load(1, daySeconds);

	constructor(seed: number, service: DatabaseTimes) {
		this.random = new Random(seed);
		this.service = service;
	}

	/** Takes the requests of one tenant, in their order. */
	tenant(tenant: Tenant): (sent: Sent) => void {
		this.addPages(tenant);
		const credentials = {
			site: new CredentialUse(this.random, false),
			programs: new CredentialUse(this.random, this.random.next() < oauthShare),
		};
		return ({ at, key }) => {
			const second = Math.floor(at);
			const { refreshes, isCold, isUnknown } = credentials[key].use(at);
			if (refreshes) this.addToken(second);
			if (isCold) this.addRead(second, [this.readsWithoutLocations], this.coldRequests);
			if (isUnknown) this.addRead(second, [this.reads, this.allCalls], this.lookUps);
		};
	}

	private addToken(second: number): void {
		this.tokens.add(0, second, 1, 0);
		this.allCalls.add(0, second, 2, this.service.readMs + this.service.commitMs);
	}

	private addRead(second: number, loads: Load[], counted?: Load): void {
		for (const load of loads) load.add(0, second, 1, this.service.readMs);
		counted?.add(0, second, 1, 0);
	}

	private addPages({ perDay, ahead }: Tenant): void {
		const pages = perDay * weekdays[6] * pagesPerAppointment;
		for (let hour = 0; hour < 24; hour++)
			for (let left = this.random.poisson(pages * shareOfHour(hour, ahead)); left > 0; left--) {
				const second = Math.floor(3600 * (hour + this.random.next()));
				this.addRead(second, [this.reads, this.readsWithoutLocations, this.allCalls]);
			}
	}

	end(tenants: Tenant[]): ControlLoad {
		return {
			lookUpsPerSecond: this.lookUps.mostCalls,
			lookUpsWithoutLocations: this.coldRequests.mostCalls,
			longestWaitMs: this.reads.longestWaitMs,
			longestWaitWithoutLocationsMs: this.readsWithoutLocations.longestWaitMs,
			tokensPerSecond: this.tokens.mostCalls,
			longestWaitWithTokensMs: this.allCalls.longestWaitMs,
			busiestMinute: this.allCalls.busiestMinute,
			sizeBytes: controlBytes(tenants),
		};
	}
}

/** Follows one credential from use to use: whether its isolate and its location know it. */
class CredentialUse {
	private readonly random: Random;
	/** When its access token expires; null for an API key. */
	private expiresAt: number | null;
	private usedAt = Number.NEGATIVE_INFINITY;
	private keptUntil: number;

	constructor(random: Random, isOAuth: boolean) {
		this.random = random;
		this.expiresAt = isOAuth ? random.next() * tokenSeconds : null;
		// It was kept at some time of the day before.
		this.keptUntil = random.next() * this.timeToKeep();
	}

	use(at: number): { refreshes: boolean; isCold: boolean; isUnknown: boolean } {
		const refreshes = this.expiresAt !== null && this.expiresAt <= at;
		const isCold = refreshes || at - this.usedAt > isolateSeconds;
		const isUnknown = isCold && (refreshes || this.keptUntil <= at || this.random.next() < forgottenShare);
		if (refreshes) this.expiresAt = at + tokenSeconds;
		if (isUnknown) this.keptUntil = at + this.timeToKeep();
		this.usedAt = at;
		return { refreshes, isCold, isUnknown };
	}

	private timeToKeep(): number {
		return (mostHoursInLocation / 2) * 3600 * (1 + this.random.next());
	}
}

type ControlTable = keyof typeof measured.controlRecords;

/** The rows of a studio in the control database. */
const rowsOfStudio: Partial<Record<ControlTable, number>> = {
	tenants: 1,
	users: 2,
	memberships: 2,
	sessions: 6,
	api_keys: 2,
	api_key_values: 4,
	booking_addresses: 2,
};
/** The rows of a program that uses OAuth. */
const rowsOfConnection: Partial<Record<ControlTable, number>> = { oauth_grants: 1 };

const bytesOf = (rows: Partial<Record<ControlTable, number>>): number =>
	Object.entries(rows).reduce(
		(sum, [table, many]) => sum + many * measured.controlRecords[table as ControlTable].bytesPerRow,
		0,
	);

const controlBytes = (tenants: Tenant[]): number =>
	tenants.reduce(
		(sum, { programs }) => sum + bytesOf(rowsOfStudio) + programs * oauthShare * bytesOf(rowsOfConnection),
		0,
	);
