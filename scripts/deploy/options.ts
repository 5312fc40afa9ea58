import { type Command, readArguments, UsageError } from "../local/command-help.ts";
import { defaultName } from "./names.ts";

export interface Options {
	/** The beginning of the names of everything that the installation has in its account. */
	name: string;
	domain: string | undefined;
	/** Takes the domain also if a DNS record leads elsewhere. */
	takesDomain: boolean;
	mailFrom: string | undefined;
	/** How many data databases there are to be in all. */
	dataDatabases: number | undefined;
	/** The place of the databases that this run makes, as a hint. */
	location: string | undefined;
	/** The jurisdiction of the control database, if this run makes it. */
	jurisdiction: string | undefined;
	/** The jurisdiction of the data databases that this run makes. */
	region: "eu" | undefined;
	studio: string | undefined;
	/** The email of its owner, who is invited. */
	owner: string | undefined;
	/** Variables of the Worker besides those of wrangler.toml. */
	variables: Record<string, string>;
	isPlan: boolean;
	/** Books in a studio of its own after the deployment, to see that the service works. */
	isSmoke: boolean;
}

const hostname = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/;
const email = /^[^\s@"<>]+@[^\s@"<>]+\.[^\s@"<>]+$/;
const mostDatabases = 1000;

/** Throws a `UsageError` if an option is unknown or has an invalid value. */
export function optionsFrom(args: string[]): Options {
	const { values } = readArguments(command, args);
	const count = values["data-databases"];
	return {
		name: checked("--name", values.name, /^[a-z][a-z0-9-]{1,30}$/, "small letters, digits and hyphens") ?? defaultName,
		domain: checked("--domain", values.domain?.toLowerCase(), hostname, "a domain, such as api.example.com"),
		takesDomain: values["take-domain"] ?? false,
		mailFrom: checked("--mail-from", values["mail-from"], email, "an email address"),
		dataDatabases: count === undefined ? undefined : countFrom(count),
		location: checked(
			"--location",
			values.location,
			/^(weur|eeur|apac|oc|wnam|enam)$/,
			"weur, eeur, apac, oc, wnam or enam",
		),
		jurisdiction: checked("--jurisdiction", values.jurisdiction, /^(eu|us)$/, '"eu" or "us"'),
		region: checked("--region", values.region, /^eu$/, '"eu"') as "eu" | undefined,
		studio: checked("--studio", values.studio, /\S/, "a name"),
		owner: checked("--owner", values.owner, email, "an email address"),
		variables: Object.fromEntries((values.var ?? []).map(variableFrom)),
		isPlan: values.plan ?? false,
		isSmoke: values.smoke ?? false,
	};
}

const text = { type: "string" } as const;

export const command = {
	line: "npm run deploy",
	about:
		"Deploys the service to Cloudflare, the first time and every time. A later run may leave out what stays as it is.",
	options: {
		domain: { ...text, value: "HOST", about: "the address of the service" },
		"mail-from": { ...text, value: "EMAIL", about: "the sender of its mails" },
		"take-domain": { type: "boolean", about: "takes the domain also if a DNS record leads elsewhere" },
		plan: { type: "boolean", about: "prints the plan and changes nothing" },
		smoke: {
			type: "boolean",
			about: "books and receives a webhook afterwards, in a studio of its own that it deletes",
		},
		"data-databases": { ...text, value: "N", about: "the number of data databases in all" },
		location: {
			...text,
			value: "PLACE",
			about: "where this run makes databases, as a hint: weur, eeur, apac, oc, wnam or enam",
		},
		jurisdiction: {
			...text,
			value: "eu|us",
			about: "the jurisdiction of the control database; for the first deployment",
		},
		region: { ...text, value: "eu", about: "the jurisdiction of the data databases that this run makes" },
		studio: { ...text, value: "NAME", about: "the name of the first studio" },
		owner: { ...text, value: "EMAIL", about: "invites this person as an owner of that studio" },
		var: {
			...text,
			multiple: true,
			value: "NAME=value",
			about: "a further variable of the Worker; repeat the option for others",
		},
		name: { ...text, value: "NAME", about: "the beginning of the names of all resources, for a second installation" },
	},
	examples: [
		["--domain api.your-domain.example --mail-from studio@your-domain.example", "deploys for the first time"],
		["", "deploys the present version"],
		["--plan", "says what it would do"],
	],
	document: "docs/operating.md",
} as const satisfies Command;

function checked(option: string, value: string | undefined, form: RegExp, words: string): string | undefined {
	if (value !== undefined && !form.test(value)) throw new UsageError(`${option} must be ${words}, not "${value}".`);
	return value;
}

function countFrom(text: string): number {
	const count = Number(text);
	if (/^\d+$/.test(text) && count >= 1 && count <= mostDatabases) return count;
	throw new UsageError(`--data-databases must be a number from 1 to ${mostDatabases}, not "${text}".`);
}

function variableFrom(text: string): [name: string, value: string] {
	const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/s.exec(text) ?? [];
	if (name === undefined || value === undefined) throw new UsageError(`--var must be NAME=value, not "${text}".`);
	if (deploymentVariables.test(name)) throw new UsageError(`The deployment sets ${name} itself.`);
	return [name, value];
}

/** The variables and secrets that the deployment sets itself. */
export const deploymentVariables = /^(ENVIRONMENT|BASE_URL|MAIL_FROM|OPERATOR_TOKEN|ENCRYPTION_KEY|DATA_\d+_REGION)$/;
