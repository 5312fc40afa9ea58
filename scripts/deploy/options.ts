import { parseArgs } from "node:util";
import { defaultName } from "./names.ts";

/** The options of `npm run deploy`. */
export interface Options {
	/** The beginning of the names of everything that the installation has in its account. */
	name: string;
	domain: string | undefined;
	mailFrom: string | undefined;
	/** How many data databases there are to be in all. */
	dataDatabases: number | undefined;
	/** The jurisdiction of the data databases that this run makes. */
	region: "eu" | undefined;
	/** The name of the first studio. */
	studio: string | undefined;
	/** The email of its owner, who is invited. */
	owner: string | undefined;
	/** Further variables of the Worker. */
	variables: Record<string, string>;
	isPlan: boolean;
}

export class UsageError extends Error {}

/** The answer to `npm run deploy -- --help`. docs/operating.md says more. */
export const usage = `npm run deploy -- --domain api.your-domain.example --mail-from studio@your-domain.example

Deploys the service to Cloudflare, the first time and every time. A later run may leave out what stays as it is.

  --domain, --mail-from   the address of the service, and the sender of its mails
  --plan                  prints the plan and changes nothing
  --data-databases N      the number of data databases in all
  --region eu             the jurisdiction of the data databases that this run makes
  --studio NAME           the name of the first studio
  --owner EMAIL           invites this person as an owner of that studio
  --var NAME=value        a further variable of the Worker; repeat the option for others
  --name NAME             the beginning of the names of all resources, for a second installation

docs/operating.md says what it makes. npm run status shows a deployment, npm run restore takes it back to a time.`;

const hostname = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/;
const email = /^[^\s@"<>]+@[^\s@"<>]+\.[^\s@"<>]+$/;
const mostDatabases = 1000;

/** Throws a `UsageError` if an option is unknown or has an invalid value. */
export function optionsFrom(args: string[]): Options {
	const values = parsed(args);
	const count = values["data-databases"];
	return {
		name: checked("--name", values.name, /^[a-z][a-z0-9-]{1,30}$/, "small letters, digits and hyphens") ?? defaultName,
		domain: checked("--domain", values.domain?.toLowerCase(), hostname, "a domain, such as api.example.com"),
		mailFrom: checked("--mail-from", values["mail-from"], email, "an email address"),
		dataDatabases: count === undefined ? undefined : countFrom(count),
		region: checked("--region", values.region, /^eu$/, '"eu"') as "eu" | undefined,
		studio: checked("--studio", values.studio, /\S/, "a name"),
		owner: checked("--owner", values.owner, email, "an email address"),
		variables: Object.fromEntries((values.var ?? []).map(variableFrom)),
		isPlan: values.plan ?? false,
	};
}

const text = { type: "string" } as const;

/** The options with their types. */
export const known = {
	name: text,
	domain: text,
	"mail-from": text,
	studio: text,
	owner: text,
	"data-databases": text,
	region: text,
	var: { type: "string", multiple: true },
	plan: { type: "boolean" },
} as const;

function parsed(args: string[]) {
	try {
		return parseArgs({ args, options: known }).values;
	} catch (error) {
		throw new UsageError(`${(error as Error).message.replace(/\.$/, "")}. npm run deploy -- --help lists the options.`);
	}
}

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
	if (ownVariables.test(name)) throw new UsageError(`The deployment sets ${name} itself.`);
	return [name, value];
}

/** The variables and secrets that the deployment sets itself. */
export const ownVariables = /^(ENVIRONMENT|BASE_URL|MAIL_FROM|OPERATOR_TOKEN|ENCRYPTION_KEY|DATA_\d+_REGION)$/;
