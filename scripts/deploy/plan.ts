import { type Configuration, migrationFiles, queuesOf } from "./base.ts";
import type { Found } from "./found.ts";
import { dataDatabaseName, nameIn } from "./names.ts";
import { deploymentVariables, type Options } from "./options.ts";
import { fingerprintOfSecrets, keptAt, type Secrets, secretNames } from "./secrets.ts";

export interface Resource {
	kind: "database" | "queue" | "bucket";
	name: string;
	/** `change`: it is there with another setting. */
	todo: "keep" | "make" | "change";
	jurisdiction?: string | undefined;
	location?: string | undefined;
	retentionS?: number | undefined;
}

export interface Plan {
	worker: string;
	domain: string;
	/** The address of the deployment before. */
	domainBefore: string | undefined;
	/** The addresses that end, because a Worker has those of its last deployment alone. */
	leaving: string[];
	/** The DNS records that the domain replaces. */
	replacedRecords: string[];
	mailFrom: string;
	/** The credentials may not see whether mails may be sent from `mailFrom`. */
	isSenderUnknown: boolean;
	/** The queues come first, because the free plan refuses one of them, and then nothing else is made. */
	resources: Resource[];
	/** The data databases that there will be. */
	data: { number: number; name: string; region: "eu" | undefined }[];
	/** How many migrations each database lacks. */
	migrations: { database: string; count: number }[];
	secrets: "keep" | "make";
	/** The names of the secrets that the Worker lacks. */
	missingSecrets: string[];
	/** The version that serves now. */
	replaces: string | undefined;
	variables: Record<string, string>;
}

/** The installation cannot be deployed like this. Nothing was changed. */
export class Refused extends Error {}

export function planOf(
	options: Options,
	base: Configuration,
	found: Found,
	secrets: Secrets | undefined,
	folder: string,
): Plan {
	const { name } = options;
	const worker = nameIn(name, base.name);
	const before = found.deployed?.variables ?? {};
	const domain = options.domain ?? hostOf(before.BASE_URL);
	const mailFrom = options.mailFrom ?? before.MAIL_FROM;
	if (!domain || !mailFrom)
		throw new Refused(
			"The first deployment needs the address of the service and the sender of its mails: npm run deploy -- --domain api.your-domain.example --mail-from studio@your-domain.example",
		);
	checkAccount(found);
	checkDomain(found, worker, domain, options.takesDomain);
	checkSender(options, found);
	checkSecrets(found, secrets, folder);
	const data = dataAfter(options, found);
	return {
		worker,
		domain,
		domainBefore: hostOf(before.BASE_URL),
		leaving: found.addresses.filter((address) => address !== domain),
		replacedRecords: found.domain?.worker === undefined ? (found.domain?.records ?? []) : [],
		mailFrom,
		isSenderUnknown: options.mailFrom !== undefined && found.maySend === undefined,
		data,
		resources: [
			...queuesIn(name, base, found),
			...bucketsIn(name, base, found),
			...databasesIn(options, base, found, data),
		],
		migrations: migrationsIn(name, base, found, data),
		secrets: secrets ? "keep" : "make",
		missingSecrets: secretNames.filter((secret) => !found.deployed?.secrets.includes(secret)),
		replaces: found.deployed?.version,
		variables: { ...kept(before), ...base.vars, ...options.variables },
	};
}

/** The variables that somebody gave an earlier deployment, and the regions of the data databases. */
const kept = (before: Record<string, string>) =>
	Object.fromEntries(
		Object.entries(before).filter(([name]) => !deploymentVariables.test(name) || name.startsWith("DATA_")),
	);

const hostOf = (address: string | undefined) => (address ? URL.parse(address)?.hostname : undefined);

/** Cloudflare would say it of the upload of the Worker (10063), after everything else was made. */
function checkAccount({ deployed, onboarding }: Found): void {
	if (!deployed && onboarding !== undefined)
		throw new Refused(
			`The account has no subdomain of workers.dev yet, and without one it takes no Worker. Open ${onboarding} once, which makes it.`,
		);
}

function checkSender({ mailFrom }: Options, { maySend, deployed }: Found): void {
	if (mailFrom === undefined || maySend !== false || mailFrom === deployed?.variables.MAIL_FROM) return;
	const name = mailFrom.slice(mailFrom.indexOf("@") + 1);
	throw new Refused(
		`${name} is not set up for sending mails. \`npx wrangler email sending enable ${name}\` does it for a domain of the account.`,
	);
}

function checkDomain({ domain: found }: Found, worker: string, domain: string, takesDomain: boolean): void {
	if (!found || found.worker === worker) return;
	if (found.worker !== undefined)
		throw new Refused(
			`${domain} leads to the Worker ${found.worker} already. Choose another domain, or take it away there.`,
		);
	if (found.hasZone === false)
		throw new Refused(`The account has no zone for ${domain}. Add the domain at https://dash.cloudflare.com first.`);
	if (takesDomain) return;
	if (found.records === undefined)
		throw new Refused(
			`Your credentials may not see whether ${domain} leads elsewhere, because they lack the permission DNS Read. ` +
				"Use a token that has it, or look yourself and repeat the command with --take-domain: it replaces such a DNS record.",
		);
	if (found.records.length > 0)
		throw new Refused(
			`${domain} leads elsewhere (${found.records.join(", ")}), and that would end. ` +
				"Choose another domain, or repeat the command with --take-domain to replace the DNS record.",
		);
}

/** Nobody gets another secret in place of one that is in use: what was encrypted with the old one would be lost. */
function checkSecrets({ claim, deployed }: Found, secrets: Secrets | undefined, folder: string): void {
	if (claim && (!secrets || fingerprintOfSecrets(secrets) !== claim.fingerprint))
		throw new Refused(
			`The secrets of this installation are kept at ${claim.kept_at}. Copy that file to ${keptAt(folder)}. ` +
				(secrets ? "The file that is there has the secrets of another installation." : "") +
				(deployed ? "" : lostBeforeFirst),
		);
	if (!secrets && deployed?.secrets.some((name) => (secretNames as readonly string[]).includes(name)))
		throw new Refused(
			`The Worker has its secrets already, and this clone does not. Write them to ${keptAt(folder)}, ` +
				`as a line NAME=value for each of ${secretNames.join(" and ")}. Nothing replaces them.`,
		);
}

const lostBeforeFirst =
	"No Worker has used them yet. If the file is lost, delete the row of the table `installation` in the control database.";

function dataAfter({ name, dataDatabases, region }: Options, { data }: Found): Plan["data"] {
	const count = dataDatabases ?? Math.max(1, data.length);
	if (count < data.length)
		throw new Refused(
			`There are ${data.length} data databases. None can be taken away, because the requests of its studios would fail.`,
		);
	const after = new Map(data.map(({ number, name, region }) => [number, { number, name, region }]));
	for (let number = 1; after.size < count; number++)
		if (!after.has(number)) after.set(number, { number, name: dataDatabaseName(name, number), region });
	return [...after.values()].sort((a, b) => a.number - b.number);
}

function queuesIn(installation: string, base: Configuration, { queues }: Found): Resource[] {
	return queuesOf(base).map(({ name: resource, retentionS }) => {
		const name = nameIn(installation, resource);
		const isOther = retentionS !== undefined && queues.get(name) !== retentionS;
		const todo = !queues.has(name) ? "make" : isOther ? "change" : "keep";
		return { kind: "queue", name, todo, retentionS };
	});
}

const bucketsIn = (installation: string, base: Configuration, { buckets }: Found): Resource[] =>
	base.r2_buckets.map(({ bucket_name, jurisdiction }) => {
		const name = nameIn(installation, bucket_name);
		return { kind: "bucket", name, todo: buckets.has(name) ? "keep" : "make", jurisdiction };
	});

const controlName = (installation: string, { d1_databases }: Configuration) =>
	nameIn(installation, d1_databases.find(({ binding }) => binding === "DB")?.database_name ?? "");

function databasesIn(options: Options, base: Configuration, found: Found, data: Plan["data"]): Resource[] {
	const { control } = found;
	const { jurisdiction = control?.jurisdiction } = options;
	if (control && control.jurisdiction !== jurisdiction)
		throw new Refused("The control database is there already, and no database can change its jurisdiction.");
	const resource = (name: string, isThere: boolean, jurisdiction: string | undefined): Resource => {
		if (isThere) return { kind: "database", name, todo: "keep", jurisdiction };
		// A jurisdiction makes Cloudflare ignore the hint.
		return {
			kind: "database",
			name,
			todo: "make",
			jurisdiction,
			location: jurisdiction ? undefined : options.location,
		};
	};
	return [
		resource(controlName(options.name, base), control !== undefined, jurisdiction),
		...data.map(({ name, region, number }) =>
			resource(
				name,
				found.data.some((each) => each.number === number),
				region,
			),
		),
	];
}

const migrationsIn = (installation: string, base: Configuration, found: Found, data: Plan["data"]) => [
	{
		database: controlName(installation, base),
		count: (found.control?.pending ?? migrationFiles("control")).length,
	},
	...data.map(({ number, name }) => ({
		database: name,
		count: (found.data.find((each) => each.number === number)?.pending ?? migrationFiles("data")).length,
	})),
];
