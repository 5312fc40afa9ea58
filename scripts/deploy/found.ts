import { type Configuration, migrationFiles, queuesOf } from "./base.ts";
import { type Cloudflare, Refusal } from "./cloudflare.ts";
import type { DataDatabase } from "./configuration.ts";
import { dataDatabaseNumber, nameIn } from "./names.ts";
import type { Options } from "./options.ts";
import { type FoundDomain, lookAtDomain, maySendFrom } from "./zones.ts";

/** The place of the secrets, as the first deployment noted it in the control database. */
export interface Claim {
	fingerprint: string;
	kept_at: string;
}

interface FoundDatabase extends DataDatabase {
	madeAt: number;
	pending: string[];
}

/** The resources that an installation has in its account. */
export interface Found {
	control: { id: string; madeAt: number; jurisdiction: string | undefined; pending: string[] } | undefined;
	data: FoundDatabase[];
	/** The queues by name, and how long each keeps its messages. */
	queues: Map<string, number | undefined>;
	buckets: Set<string>;
	claim: Claim | undefined;
	/** The version that serves, if there is a Worker. */
	deployed: { version: string; variables: Record<string, string>; secrets: string[] } | undefined;
	/** The addresses that the Worker has. */
	addresses: string[];
	/** The address that is asked for. Undefined if none is. */
	domain: FoundDomain | undefined;
	/** Whether mails may be sent from the address that is asked for. Undefined if nobody may know, or none is. */
	maySend: boolean | undefined;
	/** The place in the dashboard that makes the account's subdomain of workers.dev, if it has none. */
	onboarding: string | undefined;
}

export const nothingFound: Found = {
	control: undefined,
	data: [],
	queues: new Map(),
	buckets: new Set(),
	claim: undefined,
	deployed: undefined,
	addresses: [],
	domain: undefined,
	maySend: true,
	onboarding: undefined,
};

/** Changes nothing. */
export async function look(
	cloudflare: Cloudflare,
	base: Configuration,
	{ name, domain, mailFrom }: Pick<Options, "name"> & Partial<Options>,
): Promise<Found> {
	const worker = nameIn(name, base.name);
	const [databases, queues, buckets, deployed, addresses, found, maySend, subdomain] = await Promise.all([
		lookAtDatabases(cloudflare, base, name),
		lookAtQueues(cloudflare, base, name),
		lookAtBuckets(cloudflare, base, name),
		lookAtWorker(cloudflare, worker),
		cloudflare.get<{ hostname: string; service: string }[]>(`/workers/domains?service=${worker}`),
		domain === undefined ? undefined : lookAtDomain(cloudflare, domain),
		mailFrom === undefined ? undefined : maySendFrom(cloudflare, mailFrom.slice(mailFrom.indexOf("@") + 1)),
		cloudflare.find("/workers/subdomain"),
	]);
	const onboarding = subdomain ? undefined : `https://dash.cloudflare.com/${cloudflare.accountId}/workers/onboarding`;
	const own = addresses.filter(({ service }) => service === worker).map(({ hostname }) => hostname);
	return { ...databases, queues, buckets, deployed, addresses: own, domain: found, maySend, onboarding };
}

interface D1 {
	uuid: string;
	name: string;
	jurisdiction?: string | null;
	created_at: string;
}

export async function lookAtDatabases(cloudflare: Cloudflare, base: Configuration, name: string) {
	const all = await cloudflare.list<D1>("/d1/database?");
	const controlName = nameIn(name, base.d1_databases.find(({ binding }) => binding === "DB")?.database_name ?? "");
	const found = all.find((database) => database.name === controlName);
	const controlId = found?.uuid;
	const data = all
		.flatMap(({ uuid: id, name: called, jurisdiction, created_at }) => {
			const number = dataDatabaseNumber(name, called);
			const region = jurisdiction === "eu" ? ("eu" as const) : undefined;
			return number === undefined ? [] : [{ number, name: called, id, region, madeAt: Date.parse(created_at) }];
		})
		.sort((a, b) => a.number - b.number);
	const [control, claim, ...pending] = await Promise.all([
		controlId ? pendingOf(cloudflare, controlId, "control") : [],
		controlId ? claimIn(cloudflare, controlId) : undefined,
		...data.map(({ id }) => pendingOf(cloudflare, id, "data")),
	]);
	return {
		control: found && {
			id: found.uuid,
			madeAt: Date.parse(found.created_at),
			jurisdiction: found.jurisdiction ?? undefined,
			pending: control,
		},
		claim,
		data: data.map((each, n) => ({ ...each, pending: pending[n] ?? [] })),
	};
}

export async function pendingOf(cloudflare: Cloudflare, id: string, kind: "control" | "data"): Promise<string[]> {
	const applied = await rowsOf<{ name: string }>(cloudflare, id, "SELECT name FROM d1_migrations");
	const names = new Set(applied.map(({ name }) => name));
	return migrationFiles(kind).filter((file) => !names.has(file));
}

export const claimIn = async (cloudflare: Cloudflare, id: string): Promise<Claim | undefined> =>
	(await rowsOf<Claim>(cloudflare, id, "SELECT fingerprint, kept_at FROM installation"))[0];

/** None if there is no such table yet. */
async function rowsOf<T>(cloudflare: Cloudflare, id: string, sql: string): Promise<T[]> {
	try {
		return await cloudflare.query<T>(id, sql);
	} catch (error) {
		if (error instanceof Refusal && /no such table/.test(error.message)) return [];
		throw error;
	}
}

async function lookAtQueues(cloudflare: Cloudflare, base: Configuration, name: string) {
	const names = queuesOf(base).map((queue) => `name=${nameIn(name, queue.name)}`);
	const queues = await cloudflare.list<{
		queue_name: string;
		settings?: { message_retention_period?: number };
	}>(`/queues?${names.join("&")}`);
	return new Map(queues.map(({ queue_name, settings }) => [queue_name, settings?.message_retention_period]));
}

async function lookAtBuckets(cloudflare: Cloudflare, base: Configuration, name: string) {
	const found = base.r2_buckets.map(async ({ bucket_name, jurisdiction }) => {
		const bucket = nameIn(name, bucket_name);
		const headers = jurisdiction ? { "cf-r2-jurisdiction": jurisdiction } : {};
		return (await cloudflare.find(`/r2/buckets/${bucket}`, { headers })) ? bucket : "";
	});
	return new Set(await Promise.all(found));
}

interface Deployments {
	deployments: { versions: { version_id: string; percentage: number }[] }[];
}
interface Version {
	resources: { bindings: { type: string; name: string; text?: string }[] };
}

/** Undefined if there is no Worker. */
export async function currentVersion(cloudflare: Cloudflare, worker: string): Promise<string | undefined> {
	const found = await cloudflare.find<Deployments>(`/workers/scripts/${worker}/deployments`);
	const versions = found?.deployments[0]?.versions ?? [];
	return [...versions].sort((a, b) => b.percentage - a.percentage)[0]?.version_id;
}

async function lookAtWorker(cloudflare: Cloudflare, worker: string): Promise<Found["deployed"]> {
	const version = await currentVersion(cloudflare, worker);
	if (version === undefined) return undefined;
	const { resources } = await cloudflare.get<Version>(`/workers/scripts/${worker}/versions/${version}`);
	const of = (kind: string) => resources.bindings.filter(({ type }) => type === kind);
	return {
		version,
		variables: Object.fromEntries(of("plain_text").map(({ name, text = "" }) => [name, text])),
		secrets: of("secret_text").map(({ name }) => name),
	};
}
