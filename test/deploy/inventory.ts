import type { Cloud } from "./cloud/cloud.ts";

/** The inventory of an account with one installation. */
export const whole = {
	databases: ["tattoo-studio-control", "tattoo-studio-data-1"],
	queues: ["calendars", "jobs", "scheduled-work", "webhook-deliveries"],
	consumers: Array(4).fill("tattoo-studio-api"),
	retention: { message_retention_period: 14 * 86_400 },
	buckets: ["tattoo-studio-pictures in default", "tattoo-studio-pictures-eu in eu"],
	workers: ["tattoo-studio-api"],
	domains: ["api.example.com of tattoo-studio-api"],
	schedules: [["* * * * *"]],
	studios: [1],
	apps: [1],
	users: [0],
	claims: [1],
};

/** Without the ids. */
export function inventoryOf(cloud: Cloud) {
	const named = <T extends object>(all: T[], key: keyof T) => all.map((each) => String(each[key])).sort();
	return {
		databases: cloud.databases
			.map(({ name, jurisdiction }) => (jurisdiction ? `${name} in ${jurisdiction}` : name))
			.sort(),
		queues: named(cloud.queues, "queue_name"),
		consumers: cloud.queues.map(({ consumers }) => consumers.map(({ script }) => script).join()),
		retention: cloud.queues.find(({ queue_name }) => queue_name.endsWith("webhook-deliveries"))?.settings,
		buckets: cloud.buckets.map(({ name, jurisdiction }) => `${name} in ${jurisdiction}`).sort(),
		workers: [...cloud.workers.keys()].sort(),
		domains: cloud.domains.map(({ hostname, service }) => `${hostname} of ${service}`).sort(),
		schedules: [...cloud.workers.values()].map(({ schedules }) => schedules),
		...contentOf(cloud),
	};
}

function contentOf(cloud: Cloud) {
	const count = (table: string) =>
		cloud.databases
			.filter(({ name }) => name.endsWith("-control"))
			.map(({ sqlite }) => {
				const tables = rows(sqlite, `SELECT name FROM sqlite_master WHERE name = '${table}'`);
				return tables.length > 0 ? Number(rows(sqlite, `SELECT count(*) FROM ${table}`)[0]?.[0]) : 0;
			});
	return { studios: count("tenants"), apps: count("oauth_apps"), users: count("users"), claims: count("installation") };
}

const rows = (sqlite: Cloud["databases"][number]["sqlite"], sql: string) =>
	sqlite.transaction([{ sql, params: [] }])[0]?.rows ?? [];

export const secretsAt = (cloud: Cloud, hostname: string) =>
	Object.fromEntries(
		(cloud.edge.versionAt(hostname)?.bindings ?? [])
			.filter(({ type }) => type === "secret_text")
			.map(({ name, text }) => [name, text]),
	);
