import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { baseConfiguration, root } from "./base.ts";
import type { Cloudflare } from "./cloudflare.ts";
import { lookAtDatabases, pendingOf } from "./found.ts";
import type { Access } from "./installation.ts";
import { defaultName } from "./names.ts";
import { Refused } from "./plan.ts";
import { inPrivateFolder } from "./private-folder.ts";
import { signIn } from "./sign-in.ts";
import type { Wrangler } from "./wrangler.ts";

interface Given {
	cloudflare: Cloudflare;
	wrangler: Wrangler;
	config: string;
}

/** The control database comes first. Plain wrangler may have made the databases. */
export async function migrateDeployed(name: string, access: Access & { say: (line: string) => void }): Promise<void> {
	const own = join(access.deployments, name, "wrangler.json");
	const config = existsSync(own) || name !== defaultName ? own : join(root, "wrangler.toml");
	if (!existsSync(config)) throw new Refused(`This clone has not deployed ${name}: there is no ${config}.`);
	const cloudflare = await signIn(access.wrangler, access.environment, access.retriesMs);
	const { control, data } = await lookAtDatabases(cloudflare, baseConfiguration(), name);
	if (!control) throw new Refused(`The account has no installation ${name}. Deploy first.`);
	const account = { CLOUDFLARE_ACCOUNT_ID: cloudflare.accountId };
	const wrangler: Wrangler = (args, more) => access.wrangler(args, { ...account, ...more });
	const databases = [
		{ binding: "DB", ...control },
		...data.map(({ number, id, pending }) => ({ binding: `DATA_${number}`, id, pending })),
	];
	for (const { binding, id, pending } of databases) {
		await migrate({ cloudflare, wrangler, config }, binding, id);
		access.say(`${binding}: ${pending.length === 0 ? "up to date" : `applied ${pending.join(", ")}`}`);
	}
}

/** Of two that migrate at once, one meets what the other has just made: it goes on with what is left. */
export async function migrate({ cloudflare, wrangler, config }: Given, binding: string, id: string): Promise<void> {
	const kind = binding === "DB" ? "control" : "data";
	const next = async () => (await pendingOf(cloudflare, id, kind))[0];
	for (let name = await next(); name !== undefined; ) {
		const failed = await apply(wrangler, config, binding, kind, name).catch((error: unknown) => error);
		const after = await next();
		if (failed && after === name) throw failed;
		name = after;
	}
}

/**
 * `wrangler d1 migrations apply` sends a migration to an endpoint that divides it at semicolons, and fails at triggers
 * (github.com/cloudflare/workers-sdk/issues/15690). A file is imported, all of it or nothing.
 */
const apply = (wrangler: Wrangler, config: string, binding: string, kind: string, name: string) =>
	inPrivateFolder(async (folder) => {
		const file = join(folder, name);
		writeFileSync(file, importOf(name, readFileSync(join(root, "migrations", kind, name), "utf8")));
		await wrangler(["d1", "execute", binding, "--remote", "--yes", "--file", file, "--config", config]);
	});

/**
 * The file that applies a migration and notes it where wrangler notes it. Comments with apostrophes and semicolons could
 * mislead a splitter. No two files are alike, because D1 may take a file that it knows for one that it has imported.
 */
const importOf = (name: string, migration: string): string =>
	[
		`-- ${randomUUID()}`,
		"CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL);",
		migration.replaceAll("--> statement-breakpoint", "").replace(/^\s*--.*\n/gm, ""),
		`INSERT INTO d1_migrations (name) VALUES ('${name}');`,
		"",
	].join("\n");
