import { existsSync } from "node:fs";
import { join } from "node:path";
import { baseConfiguration } from "./base.ts";
import type { Cloudflare } from "./cloudflare.ts";
import { look } from "./found.ts";
import { nameIn } from "./names.ts";
import { Refused } from "./plan.ts";
import { readSecrets, type Secrets } from "./secrets.ts";
import { signIn } from "./sign-in.ts";
import type { Wrangler } from "./wrangler.ts";

export interface Access {
	wrangler: Wrangler;
	/** The folder of all installations of this clone. */
	deployments: string;
	environment: NodeJS.ProcessEnv;
	/** The waits before a read is repeated. */
	retriesMs: number[];
}

/** An installation that this clone has deployed. */
export interface Deployed {
	cloudflare: Cloudflare;
	controlId: string;
	/** The version that serves. */
	version: string;
	worker: string;
	origin: string;
	secrets: Secrets;
	/** The file of the configuration. */
	config: string;
	/** The databases by binding. The control database comes first. */
	databases: { binding: string; id: string; madeAt: number; pending: string[] }[];
	/** Runs wrangler in the account of the installation. */
	wrangler: Wrangler;
}

export async function findDeployed(name: string, access: Access): Promise<Deployed> {
	const folder = join(access.deployments, name);
	const config = join(folder, "wrangler.json");
	const secrets = readSecrets(folder);
	if (!secrets || !existsSync(config))
		throw new Refused(
			`This clone has not deployed ${name}: ${folder} lacks secrets or wrangler.json. Deploy first (npm run deploy), or copy this folder from the clone that did.`,
		);
	const cloudflare = await signIn(access.wrangler, access.environment, access.retriesMs);
	const base = baseConfiguration();
	const found = await look(cloudflare, base, { name });
	const { control, deployed, data } = found;
	if (!control || !deployed) throw new Refused(`The account has no installation ${name}.`);
	const account = { CLOUDFLARE_ACCOUNT_ID: cloudflare.accountId };
	return {
		cloudflare,
		controlId: control.id,
		version: deployed.version,
		worker: nameIn(name, base.name),
		origin: deployed.variables.BASE_URL ?? "",
		secrets,
		config,
		databases: [
			{ binding: "DB", ...control },
			...data.map(({ number, id, madeAt, pending }) => ({ binding: `DATA_${number}`, id, madeAt, pending })),
		],
		wrangler: (args, more) => access.wrangler(args, { ...account, ...more }),
	};
}
