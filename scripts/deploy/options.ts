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

function parsed(args: string[]) {
	const text = { type: "string" } as const;
	try {
		return parseArgs({
			args,
			options: {
				...{ name: text, domain: text, "mail-from": text, studio: text, owner: text },
				...{ "data-databases": text, region: text, var: { ...text, multiple: true }, plan: { type: "boolean" } },
			},
		}).values;
	} catch (error) {
		throw new UsageError((error as Error).message);
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
