import { migrationFiles, releaseOf } from "../base.ts";
import { failuresIn, type Health, hasKey, otherKey, readHealth } from "../health.ts";
import { type Access, type Deployed, findDeployed } from "../installation.ts";
import { costsOf } from "./costs.ts";
import { readSizes, type Size } from "./sizes.ts";

export async function showStatus(name: string, access: Access & { say: (line: string) => void }): Promise<boolean> {
	const deployed = await findDeployed(name, access);
	const { origin, secrets, worker } = deployed;
	const [health, sizes, version] = await Promise.all([
		readHealth(origin, secrets.OPERATOR_TOKEN).catch((error: unknown) => error as Error),
		readSizes(deployed).catch((): Size[] => []),
		describeVersion(deployed),
	]);
	const problems = [...problemsIn(health, deployed), ...sizes.flatMap(problemOfSize)];
	const lines = [
		`${worker} at ${origin}: ${problems.length === 0 ? "all is well" : "LOOK AT THIS"}`,
		...problems.map((problem) => `  ! ${problem}`),
		"",
		`version     ${version}`,
		`migrations  ${migrations(deployed)}`,
		...(health instanceof Error ? [] : linesOf(health)),
		"",
		...sizes.map(lineOfSize),
		"",
		...costsOf(deployed.cloudflare.accountId, sizes),
	];
	access.say(lines.join("\n"));
	return problems.length === 0;
}

interface Version {
	number: number;
	metadata: { created_on: string };
	annotations?: Record<string, string | undefined>;
}

async function describeVersion({ cloudflare, worker, version }: Deployed): Promise<string> {
	const path = `/workers/scripts/${worker}/versions/${version}`;
	const { number, metadata, annotations } = await cloudflare.get<Version>(path);
	const release = annotations?.["workers/tag"] ?? "unknown";
	return `${version} (number ${number}, ${metadata.created_on.slice(0, 16)}Z), release ${release}; this clone has ${releaseOf()}`;
}

function migrations({ databases }: Deployed): string {
	const waiting = databases.filter(({ pending }) => pending.length > 0);
	if (waiting.length > 0) return waiting.map(({ binding, pending }) => `${binding} lacks ${pending.length}`).join(", ");
	const [control, data] = [migrationFiles("control").length, migrationFiles("data").length];
	const ofData = databases.length === 2 ? "the data database" : `each of ${databases.length - 1} data databases`;
	return `all applied: ${control} of the control database, ${data} of ${ofData}`;
}

function problemsIn(health: Health | Error, { databases, origin, secrets }: Deployed): string[] {
	const unmigrated = databases.filter(({ pending }) => pending.length > 0);
	return [
		...(health instanceof Error ? [health.message] : failuresIn(health)),
		...(health instanceof Error || hasKey(health, secrets) ? [] : [otherKey(origin)]),
		...unmigrated.map(({ binding }) => `${binding} lacks migrations of this clone: run npm run deploy`),
	];
}

const linesOf = ({ last_sweep_at, oldest_due_delivery: due }: Health): string[] => [
	`last sweep  ${last_sweep_at ?? "none yet"}`,
	`deliveries  ${due ? `${due.id} has been due for ${due.seconds} s, the longest` : "none is due"}`,
];

const problemOfSize = ({ id, status }: Size): string[] =>
	status === "ACTIVE"
		? []
		: [`${id} is ${status}: ${status === "FULL" ? "add a data database" : "it does not answer"}`];

const lineOfSize = ({ id, size_bytes, tenants, region, status }: Size): string => {
	const size = `${(size_bytes / 1e6).toFixed(1)} MB`;
	const share = `${((size_bytes / 10e9) * 100).toFixed(1)} % of 10 GB`;
	const holds = id === "DB" ? "the control database" : `${tenants} ${tenants === 1 ? "studio" : "studios"}`;
	return [
		id.padEnd(10),
		size.padStart(12),
		share.padStart(16),
		`  ${holds}`,
		region === "eu" ? ", eu" : "",
		`, ${status}`,
	].join("");
};
