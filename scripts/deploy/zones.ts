import { type Cloudflare, Refusal } from "./cloudflare.ts";

/** The things that an account has at an address. Undefined is what the credentials may not know. */
export interface FoundDomain {
	/** The Worker that has the address. */
	worker: string | undefined;
	hasZone: boolean | undefined;
	/** The DNS records that lead elsewhere. */
	records: string[] | undefined;
}

export async function lookAtDomain(cloudflare: Cloudflare, domain: string): Promise<FoundDomain> {
	const [domains, zone] = await Promise.all([
		cloudflare.get<{ hostname: string; service: string }[]>(`/workers/domains?hostname=${domain}`),
		zoneOf(cloudflare, domain),
	]);
	const worker = domains.find(({ hostname }) => hostname === domain)?.service;
	const records = zone ? await ifAllowed(() => recordsOf(cloudflare, zone, domain)) : undefined;
	return { worker, hasZone: zone === undefined ? undefined : zone !== null, records };
}

/** The zone may be one of those above the name. Null if the account has none. */
const zoneOf = (cloudflare: Cloudflare, name: string): Promise<string | null | undefined> =>
	ifAllowed(async () => {
		const labels = name.split(".");
		for (let n = 0; n < labels.length - 1; n++) {
			const query = `name=${labels.slice(n).join(".")}&account.id=${cloudflare.accountId}`;
			const { result } = await cloudflare.ask<{ id: string }[]>(`/zones?${query}`);
			if (result[0]) return result[0].id;
		}
		return null;
	});

/** Undefined if the credentials may not know. */
export async function maySendFrom(cloudflare: Cloudflare, name: string): Promise<boolean | undefined> {
	const zone = await zoneOf(cloudflare, name);
	if (!zone) return zone === null ? false : undefined;
	const names = await ifAllowed(() => cloudflare.ask<SendingName[]>(`/zones/${zone}/email/sending/subdomains`));
	return names?.result.some((each) => each.name === name && each.email_sending_enabled !== false);
}

interface SendingName {
	name: string;
	email_sending_enabled?: boolean;
}

interface Dns {
	type: string;
	name: string;
	content: string;
}

async function recordsOf(cloudflare: Cloudflare, zone: string, name: string): Promise<string[]> {
	const { result } = await cloudflare.ask<Dns[]>(`/zones/${zone}/dns_records?name.exact=${name}`);
	return result
		.filter((record) => record.name === name && leads.test(record.type))
		.map(({ type, content }) => `${type} ${content}`);
}

/** Records of other types, such as MX and TXT, stay beside the address of a Worker. */
const leads = /^(A|AAAA|CNAME)$/;

/** Undefined if the credentials may not know. */
async function ifAllowed<T>(look: () => Promise<T>): Promise<T | undefined> {
	try {
		return await look();
	} catch (error) {
		if (error instanceof Refusal && error.status === 403) return undefined;
		throw error;
	}
}
