import type { Plan, Resource } from "./plan.ts";

/** The limits of the free plan that the service would meet. Cloudflare's pages on the limits of each product have them. */
const freePlan = `The service needs the plan Workers Paid (5 dollars a month), R2 switched on, and Email Sending for the domain of
--mail-from. On Workers Free the making of the first queue is refused, before anything else is made: queues keep their
messages for 1 day there, and retries take 3. Its other limits: 10 databases of 500 MB, 100 000 requests and 100 000
written rows a day, 10 ms of CPU and 50 queries for each request, mails to verified addresses alone.`;

/** It goes when docs/operating.md says of each assumption when it was seen. */
const unseen = `No step of this command has met a real account at Cloudflare yet: docs/operating.md lists what it assumes. Read the
plan, and look at each line that it says. It can be stopped and run again.`;

export function wordsOf(plan: Plan, folder: string): string {
	const { worker, domain, replaces, secrets, missingSecrets, migrations } = plan;
	const waiting = migrations.filter(({ count }) => count > 0);
	const lines = [
		...plan.resources.map(wordsOfResource),
		`${word(secrets === "make" ? "make" : "keep")} secrets in ${folder}/secrets, mode 600`,
		`${word("write")} ${folder}/wrangler.json`,
		...waiting.map(
			({ database, count }) => `${word("apply")} ${count} ${count === 1 ? "migration" : "migrations"} to ${database}`,
		),
		`${word("deploy")} Worker ${worker} at https://${domain}${replaces ? `, in place of version ${replaces}` : ""}`,
		...(missingSecrets.length > 0 ? [`${word("")} with the secrets ${missingSecrets.join(" and ")}`] : []),
		...plan.replacedRecords.map((record) => `${word("replace")} the DNS record ${record} of ${domain}`),
		...plan.leaving.map((address) => `${word("end")} https://${address}: it answers no more`),
		...(plan.isSenderUnknown
			? [`${word("look")} yourself whether ${plan.mailFrom} may send mails: the credentials may not`]
			: []),
		`${word("ask")} https://${domain}/healthz and /admin/health${replaces ? "; go back to that version unless it is healthy" : ""}`,
		`${word("make")} the first studio and the app of the command line, where they are missing`,
	];
	// Before the first version serves, the account may have another plan.
	return `${replaces ? "" : `${freePlan}\n\n${unseen}\n\n`}${lines.join("\n")}\n`;
}

const word = (verb: string) => `  ${verb.padEnd(7)}`;

const wordsOfResource = ({ kind, name, todo, jurisdiction, location, retentionS }: Resource): string => {
	const details = [
		...(location ? [`near ${location}`] : []),
		...(jurisdiction ? [`in the jurisdiction ${jurisdiction}`] : []),
		...(retentionS ? [`messages kept for ${retentionS / 86_400} days`] : []),
	];
	return `${word(todo)} ${kind} ${name}${details.length > 0 ? ` (${details.join(", ")})` : ""}`;
};
