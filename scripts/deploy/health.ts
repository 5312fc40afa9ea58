import { setTimeout as sleep } from "node:timers/promises";
import { fingerprintOfSecrets, type Secrets } from "./secrets.ts";

export interface Health {
	status: "ok" | "degraded";
	version: string | null;
	/** Undefined if a version answers that does not tell it yet. */
	encryption_key_fingerprint?: string | null;
	bindings: { name: string; ok: boolean; error: string | null }[];
	scheduled_steps: { database: string; step: string; error: string | null }[];
	oldest_due_delivery: { id: string; seconds: number } | null;
	last_sweep_at: string | null;
}

/** The service does not take the operator's token. */
export class WrongToken extends Error {}

const timeoutMs = 15_000;

export async function readHealth(origin: string, operatorToken: string): Promise<Health> {
	await ask(`${origin}/healthz`);
	return (await ask(`${origin}/admin/health`, operatorToken)) as Health;
}

async function ask(address: string, token?: string): Promise<unknown> {
	const response = await fetch(address, {
		headers: token ? { Authorization: `Bearer ${token}` } : {},
		signal: AbortSignal.timeout(timeoutMs),
	}).catch((error: unknown) => {
		throw new Error(`${address} does not answer (${reasonOf(error)})`);
	});
	if (token && (response.status === 401 || response.status === 404))
		throw new WrongToken(`${address} does not take the operator's token (${response.status}).`);
	if (!response.ok) throw new Error(`${address} answers ${response.status}.`);
	return await response.json();
}

/** The failures, in words. A failure that has no name of its own is lateness. */
export function failuresIn({ status, bindings, scheduled_steps }: Health): string[] {
	const named = [
		...bindings.filter(({ ok }) => !ok).map(({ name, error }) => `${name} does not answer (${error})`),
		...scheduled_steps
			.filter(({ error }) => error !== null)
			.map(({ database, step, error }) => `the step ${step} fails in ${database} (${error})`),
	];
	return named.length === 0 && status !== "ok" ? ["deliveries or the sweep are late"] : named;
}

export interface Waiting {
	origin: string;
	secrets: Secrets;
	version: string;
	/** The version that Cloudflare serves: somebody may have deployed another one meanwhile. */
	serving: () => Promise<string | undefined>;
	/** The failures that the version before had. They are not the fault of this one. */
	known: string[];
	forMs: number;
	everyMs: number;
	/** Takes each new reason. */
	say: (line: string) => void;
}

const goodInARow = 2;

/** Asks until the version answers and is healthy twice in a row. Returns why it is not, or undefined. */
export async function whyUnhealthy(waiting: Waiting): Promise<string | undefined> {
	const { forMs, everyMs, say } = waiting;
	const giveUpAt = Date.now() + forMs;
	for (let good = 0, reason = ""; ; ) {
		const before = reason;
		reason = await problemOf(waiting);
		if (reason !== "" && reason !== before) say(`  not yet: ${reason}`);
		good = reason === "" ? good + 1 : 0;
		if (good === goodInARow) return undefined;
		if (Date.now() > giveUpAt && good === 0) return reason;
		await sleep(everyMs);
	}
}

async function problemOf({ origin, secrets, version, serving, known }: Waiting): Promise<string> {
	try {
		const health = await readHealth(origin, secrets.OPERATOR_TOKEN);
		if (health.version !== version && health.version !== (await serving()))
			return `version ${health.version} answers instead of ${version}`;
		if (!hasKey(health, secrets)) return otherKey(origin);
		const kinds = new Set(known.map(kindOf));
		return failuresIn(health)
			.filter((failure) => !kinds.has(kindOf(failure)))
			.join("; ");
	} catch (error) {
		return reasonOf(error);
	}
}

/** An old version does not tell its key. */
export const hasKey = ({ encryption_key_fingerprint: fingerprint }: Health, secrets: Secrets): boolean =>
	fingerprint === undefined || fingerprint === fingerprintOfSecrets(secrets);

export const otherKey = (origin: string): string =>
	`${origin} has another ENCRYPTION_KEY than the file of the secrets.`;

/** Without the words of the error, which can differ each time. */
const kindOf = (failure: string): string => failure.replace(/ \(.*\)$/s, "");

const reasonOf = (error: unknown): string => {
	const { message, cause } = error as Error & { cause?: Error };
	return cause?.message ? `${message}: ${cause.message}` : message;
};
