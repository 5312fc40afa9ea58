import { relative } from "node:path";
import { type Configuration, root } from "./base.ts";
import { limiterIn, nameIn } from "./names.ts";

export interface DataDatabase {
	number: number;
	name: string;
	id: string;
	region: "eu" | undefined;
}

export interface Installation {
	name: string;
	accountId: string;
	domain: string;
	mailFrom: string;
	controlId: string;
	data: DataDatabase[];
	/** Further variables of the Worker. */
	variables: Record<string, string>;
}

export function configurationOf(base: Configuration, installation: Installation, folder: string): Configuration {
	const up = relative(folder, root);
	const { name, accountId, domain, mailFrom, controlId, data, variables } = installation;
	const named = (resource: string) => nameIn(name, resource);
	const { d1_databases, r2_buckets, queues, ratelimits } = base;
	const [control, firstData] = [d1_databases.find(({ binding }) => binding === "DB"), d1_databases.find(isData)];
	if (!control || !firstData) throw new Error("wrangler.toml must bind DB and DATA_1.");
	const regions = data.flatMap(({ number, region }) => (region ? [[`DATA_${number}_REGION`, region]] : []));
	return {
		...base,
		name: named(base.name),
		account_id: accountId,
		main: `${up}/${base.main}`,
		build: { command: base.build.command, cwd: root },
		assets: { ...base.assets, directory: `${up}/${base.assets.directory}` },
		workers_dev: false,
		routes: [{ pattern: domain, custom_domain: true }],
		vars: {
			...base.vars,
			...variables,
			BASE_URL: `https://${domain}`,
			MAIL_FROM: mailFrom,
			...Object.fromEntries(regions),
		},
		d1_databases: [
			{
				...control,
				database_name: named(control.database_name),
				database_id: controlId,
				migrations_dir: `${up}/${control.migrations_dir}`,
			},
			...data.map(({ number, name: database_name, id }) => ({
				...firstData,
				binding: `DATA_${number}`,
				database_name,
				database_id: id,
				migrations_dir: `${up}/${firstData.migrations_dir}`,
			})),
		],
		r2_buckets: r2_buckets.map((bucket) => ({ ...bucket, bucket_name: named(bucket.bucket_name) })),
		queues: {
			producers: queues.producers.map((producer) => ({ ...producer, queue: named(producer.queue) })),
			consumers: queues.consumers.map((consumer) => ({ ...consumer, queue: named(consumer.queue) })),
		},
		ratelimits: ratelimits.map((limiter) => ({ ...limiter, namespace_id: limiterIn(name, limiter.namespace_id) })),
	};
}

const isData = ({ binding }: { binding: string }) => binding === "DATA_1";
