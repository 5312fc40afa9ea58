import type { Databases } from "../../../platform/db/databases.ts";
import type { Env } from "../../../platform/env.ts";
import type { Counters } from "../../../platform/gate/counters/counters.ts";
import { countersOf, sharedCounters } from "../../../platform/gate/gates.ts";
import { sha256 } from "../../../platform/lib/secrets/crypto.ts";
import { hourMs, secondMs } from "../../../platform/lib/time.ts";

const perRecipient = 5;
const perTenant = 200;

/**
 * The counts of one mail. The tenant's comes first, so that a mail beyond the tenant's cap uses up nothing of the
 * recipient's.
 */
export class MailCounts {
	private readonly env: Env;
	private readonly databases: Databases;
	private readonly taken: (() => Promise<void>)[] = [];

	constructor(env: Env, databases: Databases) {
		this.env = env;
		this.databases = databases;
	}

	/** Counts the mail and returns 0, or returns the milliseconds until the tenant may send one more. */
	async countForTenant(tenantId: string): Promise<number> {
		const placement = await this.databases.placementOf(tenantId);
		return placement ? await this.count(countersOf(this.env, placement), "mails", perTenant) : hourMs;
	}

	/** All tenants share one count for an address, so that nobody is flooded through many tenants. */
	async countForRecipient(email: string): Promise<number> {
		const recipient = recipientOf(email);
		return await this.count(sharedCounters(this.env, "recipients", recipient), `mails:${recipient}`, perRecipient);
	}

	/** Whether both counts would let a mail leave now. Counts nothing. */
	async wouldAllow(tenantId: string, email: string): Promise<boolean> {
		const placement = await this.databases.placementOf(tenantId);
		if (!placement) return false;
		const recipient = recipientOf(email);
		const waits = await Promise.all([
			countersOf(this.env, placement).hourlyWait("mails", perTenant),
			sharedCounters(this.env, "recipients", recipient).hourlyWait(`mails:${recipient}`, perRecipient),
		]);
		return waits.every((wait) => wait === 0);
	}

	async giveBack(): Promise<void> {
		await Promise.all(this.taken.splice(0).map((giveBack) => giveBack().catch(() => {})));
	}

	private async count(counters: DurableObjectStub<Counters>, name: string, limit: number): Promise<number> {
		if (!(await counters.takeHourly(name, limit)))
			return Math.max(1, await counters.hourlyWait(name, limit)) * secondMs;
		this.taken.push(async () => await counters.giveBackHourly(name));
		return 0;
	}
}

/** Counts a mail that belongs to no studio, and returns whether it may leave within the hour. */
export const mayBeSentTo = async (env: Env, databases: Databases, email: string): Promise<boolean> =>
	(await new MailCounts(env, databases).countForRecipient(email)) === 0;

const recipientOf = (email: string): string => sha256(email.trim().toLowerCase());

/** Counts the mail, and returns whether it may leave within the hour. */
export async function mayBeSent(env: Env, databases: Databases, tenantId: string, email: string): Promise<boolean> {
	const counts = new MailCounts(env, databases);
	if ((await counts.countForTenant(tenantId)) > 0) return false;
	if ((await counts.countForRecipient(email)) === 0) return true;
	await counts.giveBack();
	return false;
}
