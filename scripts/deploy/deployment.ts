import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../local/errors.mjs";
import { replaceFile } from "../local/files.mjs";
import { baseConfiguration, releaseOf } from "./base.ts";
import { claimSecrets } from "./claim.ts";
import type { Cloudflare } from "./cloudflare.ts";
import { configurationOf } from "./configuration.ts";
import { ensureFirstStudio } from "./first-studio.ts";
import { currentVersion, type Found, look, lookAtDatabases, nothingFound } from "./found.ts";
import { failuresIn, hasKey, otherKey, readHealth, WrongToken, whyUnhealthy } from "./health.ts";
import type { Access } from "./installation.ts";
import { makeAll } from "./make.ts";
import { migrate } from "./migrate.ts";
import type { Options } from "./options.ts";
import { type Plan, planOf, Refused } from "./plan.ts";
import { release } from "./release.ts";
import { readSecrets, type Secrets, secretsFile } from "./secrets.ts";
import { SignInError, signIn } from "./sign-in.ts";
import { smoke } from "./smoke.ts";
import { wordsOf } from "./words.ts";
import type { Wrangler } from "./wrangler.ts";

export interface Tools extends Access {
	say: (line: string) => void;
	/** How often and how long the health is asked. A new domain gets its certificate within minutes. */
	patience: { everyMs: number; firstMs: number; nextMs: number };
}

/** Returns whether everything is as it should be. With `isPlan` nothing changes. */
export async function deploy(options: Options, tools: Tools): Promise<boolean> {
	const { say, wrangler } = tools;
	const folder = join(tools.deployments, options.name);
	const base = baseConfiguration();
	const secrets = readSecrets(folder);
	const signedIn = await signIn(wrangler, tools.environment, tools.retriesMs).catch((error: unknown) => {
		if (!(options.isPlan && error instanceof SignInError)) throw error;
		say("You are not signed in at Cloudflare, so this is the plan for an account in which nothing is there yet.");
		say(`${error.message}\n`);
		return undefined;
	});
	const found = signedIn ? await look(signedIn, base, options) : nothingFound;
	const plan = planOf(options, base, found, secrets, folder);
	const isMuch = plan.resources.some(({ todo }) => todo === "make") || plan.leaving.length > 0;
	if (options.isPlan || isMuch) say(wordsOf(plan, folder));
	if (options.isPlan || !signedIn) {
		say("This is a plan. Nothing was changed. Repeat the command without --plan to do it.");
		return true;
	}
	const known = await failuresBefore(found, secrets);
	return await new Deployment(options, plan, signedIn, tools, folder).run(known);
}

/** The failures of the version that serves. Its secrets must be those of this clone. */
async function failuresBefore({ deployed }: Found, secrets: Secrets | undefined): Promise<string[]> {
	if (!deployed || !secrets) return [];
	const origin = deployed.variables.BASE_URL ?? "";
	try {
		const health = await readHealth(origin, secrets.OPERATOR_TOKEN);
		if (!hasKey(health, secrets)) throw new Refused(`${otherKey(origin)} Write the key of the deployment there.`);
		return failuresIn(health);
	} catch (error) {
		if (error instanceof Refused) throw error;
		if (error instanceof WrongToken && deployed.secrets.includes("OPERATOR_TOKEN"))
			throw new Refused(`${error.message} Write the token of the deployment to the file of the secrets.`);
		return [];
	}
}

class Deployment {
	private readonly options: Options;
	private readonly plan: Plan;
	private readonly cloudflare: Cloudflare;
	private readonly tools: Tools;
	private readonly folder: string;
	private readonly config: string;

	constructor(options: Options, plan: Plan, cloudflare: Cloudflare, tools: Tools, folder: string) {
		this.options = options;
		this.plan = plan;
		this.cloudflare = cloudflare;
		this.folder = folder;
		this.config = join(folder, "wrangler.json");
		// Every command of wrangler goes to this account.
		const account = { CLOUDFLARE_ACCOUNT_ID: cloudflare.accountId };
		const wrangler: Wrangler = (args, more) => tools.wrangler(args, { ...account, ...more });
		this.tools = { ...tools, wrangler };
	}

	async run(known: string[]): Promise<boolean> {
		const { plan, config, cloudflare, folder } = this;
		const { wrangler, say } = this.tools;
		await makeAll(wrangler, plan, say);
		const { controlId, data } = await this.writeConfiguration();
		const secrets = await claimSecrets({ cloudflare, wrangler, plan, folder, controlId, config });
		if (plan.secrets === "make") say(secretsAreKept(folder));
		await migrate({ cloudflare, wrangler, config }, "DB", controlId);
		for (const { number, id } of data) await migrate({ cloudflare, wrangler, config }, `DATA_${number}`, id);
		say(`migrations: all applied to ${1 + data.length} databases`);
		const version = await release({
			wrangler,
			missingSecrets: plan.missingSecrets,
			secrets,
			config,
			release: releaseOf(),
		});
		say(`Worker ${plan.worker}: version ${version} is deployed at https://${plan.domain}`);
		if (!(await this.isHealthy(version, secrets, known))) return false;
		for (const line of await this.ensureFirstStudio(secrets)) say(line);
		if (this.options.isSmoke && !(await this.works(version, secrets))) return false;
		say(nextSteps(plan, folder, config));
		return true;
	}

	/** Looks at the ids of what was made, and writes them where wrangler reads them. */
	private async writeConfiguration() {
		const { options, plan, cloudflare, folder, config } = this;
		const base = baseConfiguration();
		const { control, data } = await lookAtDatabases(cloudflare, base, options.name);
		if (!control) throw new Error("The control database was made and is not there.");
		const { domain, mailFrom, variables } = plan;
		const { accountId } = cloudflare;
		const installation = { name: options.name, accountId, domain, mailFrom, controlId: control.id, data, variables };
		mkdirSync(folder, { recursive: true, mode: 0o700 });
		replaceFile(config, `${JSON.stringify(configurationOf(base, installation, folder), null, "\t")}\n`);
		return { controlId: control.id, data };
	}

	/** Goes back by itself to the version before if the new one is not healthy. */
	private async isHealthy(version: string, secrets: Secrets, known: string[]): Promise<boolean> {
		const { plan, cloudflare } = this;
		const { say, patience } = this.tools;
		const origin = `https://${plan.domain}`;
		const serving = () => currentVersion(cloudflare, plan.worker);
		// A new address gets its certificate within minutes.
		const forMs = plan.domain === plan.domainBefore ? patience.nextMs : patience.firstMs;
		say(`asking ${origin}/healthz and /admin/health`);
		const asking = { origin, secrets, version, serving, known, forMs };
		const reason = await whyUnhealthy({ ...asking, everyMs: patience.everyMs, say });
		const current = await serving();
		if (reason !== undefined) say(`NOT HEALTHY: ${reason}`);
		else say(known.length > 0 ? `as healthy as before: ${known.join("; ")}` : "healthy");
		if (current !== version) {
			say(`Version ${current} was deployed meanwhile and stays.`);
			return reason === undefined && current !== plan.replaces;
		}
		if (reason === undefined) return true;
		await this.goBack();
		return false;
	}

	/** A failure ends like one of the health. */
	private async works(version: string, { OPERATOR_TOKEN: operatorToken }: Secrets): Promise<boolean> {
		const { plan, cloudflare } = this;
		const { say, patience } = this.tools;
		const { domain, mailFrom } = plan;
		try {
			say(await smoke({ origin: `https://${domain}`, operatorToken, mailFrom, everyMs: patience.everyMs }));
			return true;
		} catch (error) {
			say(`DOES NOT WORK: ${messageOf(error)}`);
			if ((await currentVersion(cloudflare, plan.worker)) === version) await this.goBack();
			return false;
		}
	}

	/** Lets the version before serve again, where that can help. */
	private async goBack(): Promise<void> {
		const { plan, config } = this;
		const { say, wrangler } = this.tools;
		if (plan.replaces && plan.domain === plan.domainBefore) {
			await wrangler(["rollback", plan.replaces, "--yes", "--message", "Not healthy", "--config", config]);
			say(`Version ${plan.replaces} serves again.`);
		} else say(`${noWayBack(plan)} Run the same command again when the cause is mended.`);
	}

	private async ensureFirstStudio({ OPERATOR_TOKEN: operatorToken }: Secrets): Promise<string[]> {
		const { domain, mailFrom } = this.plan;
		const { studio, owner } = this.options;
		return await ensureFirstStudio({ origin: `https://${domain}`, operatorToken, studio, owner, mailFrom });
	}
}

const noWayBack = ({ domainBefore }: Plan): string =>
	domainBefore === undefined
		? "There is no version before it to go back to."
		: `Another version would not help the new address. \`npm run deploy -- --domain ${domainBefore}\` brings the one before back.`;

const secretsAreKept = (folder: string): string =>
	`secrets: made, and kept in ${secretsFile(folder)}. Keep a copy of this file in a safe place: Cloudflare never shows a
  secret again, and without ENCRYPTION_KEY stored signing secrets and calendar addresses cannot be read any more.`;

const nextSteps = ({ domain }: Plan, folder: string, config: string): string => `
Deployed. Next:
  https://${domain}/docs is the documentation, https://${domain}/dashboard the pages for people.
  npm run status             shows how it does; its exit code is for a monitor.
  ${secretsFile(folder)} has OPERATOR_TOKEN for https://${domain}/admin.
  npx wrangler tail --config ${config} shows the log.`;
