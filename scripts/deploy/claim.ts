import { rmSync } from "node:fs";
import type { Cloudflare } from "./cloudflare.ts";
import { claimIn } from "./found.ts";
import { type Plan, Refused } from "./plan.ts";
import { fingerprintOfSecrets, keptAt, makeSecrets, readSecrets, type Secrets, secretsFile } from "./secrets.ts";
import type { Wrangler } from "./wrangler.ts";

interface Given {
	cloudflare: Cloudflare;
	wrangler: Wrangler;
	plan: Plan;
	folder: string;
	controlId: string;
	/** The file of the configuration, which names the control database DB. */
	config: string;
}

/**
 * The secrets of the installation. The control database notes whose they are before they are used. So of two clones that
 * deploy for the first time at once, one is refused, and a clone that lost its file learns where they are.
 */
export async function claimSecrets({ cloudflare, wrangler, plan, folder, controlId, config }: Given): Promise<Secrets> {
	const secrets = readSecrets(folder) ?? makeSecrets(folder);
	const fingerprint = fingerprintOfSecrets(secrets);
	const before = await claimIn(cloudflare, controlId);
	if (before?.fingerprint === fingerprint) return secrets;
	if (!before) {
		const sql = [
			"CREATE TABLE IF NOT EXISTS installation (id INTEGER PRIMARY KEY CHECK (id = 1), fingerprint TEXT NOT NULL, kept_at TEXT NOT NULL);",
			`INSERT OR IGNORE INTO installation (id, fingerprint, kept_at) VALUES (1, ${quoted(fingerprint)}, ${quoted(keptAt(folder))});`,
		];
		await wrangler(["d1", "execute", "DB", "--remote", "--yes", "--config", config, "--command", sql.join(" ")]);
		const claim = await claimIn(cloudflare, controlId);
		if (claim?.fingerprint === fingerprint) return secrets;
	}
	// Another clone was first, so nothing knows the secrets that this one has just made.
	if (plan.secrets === "make") rmSync(secretsFile(folder), { force: true });
	const claim = before ?? (await claimIn(cloudflare, controlId));
	throw new Refused(`Another clone deploys this installation. Its secrets are kept at ${claim?.kept_at}.`);
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
