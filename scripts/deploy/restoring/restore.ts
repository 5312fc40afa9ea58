import { releaseOf } from "../base.ts";
import type { Cloudflare } from "../cloudflare.ts";
import { failuresIn, readHealth } from "../health.ts";
import { type Access, type Deployed, findDeployed } from "../installation.ts";
import { migrate } from "../migrate.ts";
import { Refused } from "../plan.ts";
import { release } from "../release.ts";
import { Agreement } from "./agreement.ts";
import { remainderOf } from "./remainder.ts";
import { setAside } from "./set-aside.ts";

export interface RestoreOptions {
	name: string;
	to: Date;
	/** Without it the plan is printed alone. */
	isConfirmed: boolean;
}

interface Target {
	binding: string;
	id: string;
	bookmark: string;
}

const dayMs = 86_400_000;
/** Cloudflare keeps the history of a database for so long. */
const historyMs = 30 * dayMs;

/** Makes the databases agree afterwards. Returns whether the service is healthy. */
export async function restore(
	options: RestoreOptions,
	access: Access & { say: (line: string) => void },
): Promise<boolean> {
	const { say } = access;
	checkTime(options.to);
	const found = await findDeployed(options.name, access);
	const { deployed, later } = splitAt(found, options.to);
	await checkMoves(deployed, options.to);
	const targets = await targetsAt(deployed, options.to);
	say(wordsOf(options, targets, later, deployed));
	if (!options.isConfirmed) {
		say("This is a plan. Nothing was changed. Repeat the command with --yes to restore.");
		return true;
	}
	for (const target of targets) say(await takeBack(deployed, target));
	const { cloudflare, wrangler, config } = deployed;
	for (const { binding, id } of found.databases) await migrate({ cloudflare, wrangler, config }, binding, id);
	say("migrations: all applied");
	await new Agreement(deployed).reach();
	for (const { binding, id } of later) say(await setAside(cloudflare, binding, id));
	say("the databases agree");
	say(
		`version ${await replaceIsolates(deployed)} is deployed: no isolate remembers the time after ${options.to.toISOString()}`,
	);
	for (const line of await remainderOf(deployed)) say(`LOOK AT THIS: ${line}`);
	say(afterwards);
	return await isHealthy(deployed, say);
}

function checkTime(to: Date): void {
	const age = Date.now() - to.getTime();
	if (Number.isNaN(age)) throw new Refused("--to must be a time, such as 2026-11-21T10:00:00Z.");
	if (age < 0) throw new Refused("--to must be in the past.");
	if (age > historyMs) throw new Refused("Cloudflare keeps the history of a database for 30 days.");
}

/** `later` has the data databases that were made after that time. */
function splitAt(deployed: Deployed, to: Date): { deployed: Deployed; later: Deployed["databases"] } {
	const [control] = deployed.databases;
	const wasThere = ({ madeAt }: { madeAt: number }) => madeAt <= to.getTime();
	const databases = deployed.databases.filter(wasThere);
	if (!control || !wasThere(control) || databases.length < 2)
		throw new Refused(`The installation was made after that time, at ${new Date(control?.madeAt ?? 0).toISOString()}.`);
	return { deployed: { ...deployed, databases }, later: deployed.databases.filter((each) => !wasThere(each)) };
}

/** In the middle of a move no database has the whole of a tenant. */
async function checkMoves({ cloudflare, controlId }: Deployed, to: Date): Promise<void> {
	const moves = await cloudflare.query<{ tenant_id: string; started_at: number; finished_at: number | null }>(
		controlId,
		`SELECT tenant_id, started_at, finished_at FROM tenant_moves
			WHERE started_at <= ${to.getTime()} AND coalesce(finished_at, 9e15) >= ${to.getTime()} LIMIT 1`,
	);
	for (const { tenant_id, started_at, finished_at } of moves) {
		const [start, end] = [started_at, finished_at].map((at) => (at === null ? "now" : new Date(at).toISOString()));
		throw new Refused(`${tenant_id} moved at that time, from ${start} to ${end}. Choose another time.`);
	}
}

/** The control database comes last: one that is newer than the data loses nothing meanwhile. */
const targetsAt = ({ cloudflare, databases }: Deployed, to: Date): Promise<Target[]> =>
	Promise.all(
		[...databases]
			.reverse()
			.map(async ({ binding, id }) => ({ binding, id, bookmark: await bookmarkAt(cloudflare, id, to) })),
	);

async function bookmarkAt(cloudflare: Cloudflare, id: string, to: Date): Promise<string> {
	const path = `/d1/database/${id}/time_travel/bookmark?timestamp=${to.toISOString()}`;
	return (await cloudflare.get<{ bookmark: string }>(path)).bookmark;
}

function wordsOf(
	{ to }: RestoreOptions,
	targets: Target[],
	later: Deployed["databases"],
	{ worker, origin }: Deployed,
): string {
	return [
		`Everything that happened at ${origin} after ${to.toISOString()} is undone:`,
		...targets.map(({ binding, bookmark }) => `  restore ${binding} to the bookmark ${bookmark}`),
		...later.map(
			({ binding, madeAt }) =>
				`  empty   ${binding}, which was made after that time (${new Date(madeAt).toISOString()})`,
		),
		"  apply   the migrations that were not there yet",
		"  agree   the places, names, plans, deletions and addresses of all tenants, in all databases",
		`  deploy  ${worker} again, so that its isolates forget`,
		"docs/restoring.md says what stays lost.",
		"",
	].join("\n");
}

async function takeBack({ wrangler, config }: Deployed, { binding, bookmark }: Target): Promise<string> {
	const command = ["d1", "time-travel", "restore", binding, "--bookmark", bookmark, "--json", "--config", config];
	const { previous_bookmark } = JSON.parse(await wrangler(command));
	return `${binding}: restored. Its bookmark before was ${previous_bookmark}`;
}

function replaceIsolates({ wrangler, secrets, config }: Deployed): Promise<string> {
	return release({ wrangler, missingSecrets: [], secrets, config, release: releaseOf() });
}

async function isHealthy({ origin, secrets }: Deployed, say: (line: string) => void): Promise<boolean> {
	const failures = failuresIn(await readHealth(origin, secrets.OPERATOR_TOKEN));
	say(failures.length === 0 ? "healthy" : `NOT HEALTHY: ${failures.join("; ")}`);
	return failures.length === 0;
}

const afterwards = `Keys, sessions, tokens and plans are those of that time: revoke again what was revoked since then.
Receivers of webhooks get deliveries again, and readers of the feed begin anew. docs/restoring.md has the list.`;
