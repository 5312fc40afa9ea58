import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { root } from "../../scripts/deploy/base.ts";
import { command } from "../../scripts/deploy/options.ts";
import { schemaOf } from "../support/migrations.ts";
import { inventoryOf, secretsAt, whole } from "./inventory.ts";
import { quickWrangler } from "./quick-wrangler.ts";
import { Rehearsal, usual } from "./rehearsal.ts";

const fileOf = ({ deployments }: Rehearsal, name = "tattoo-studio") => join(deployments, name, "secrets");
const secretsIn = (file: string) => ({ ...parseEnv(readFileSync(file, "utf8")) });
const textOf = ({ said }: Rehearsal) => said.join("\n");
const changes = ({ calls }: Rehearsal) => calls.filter((call) => !/^GET|\/query$/.test(call));

async function deployed(...args: string[]): Promise<Rehearsal> {
	const rehearsal = new Rehearsal(quickWrangler);
	expect(await rehearsal.deploy(...usual, ...args)).toBe(true);
	return rehearsal;
}

describe("one command", () => {
	it("makes everything that the service needs, and the service answers", async () => {
		const rehearsal = await deployed();
		expect(inventoryOf(rehearsal.cloud)).toEqual(whole);
		expect(await (await fetch("https://api.example.com/healthz")).json()).toEqual({ status: "ok" });
		expect(textOf(rehearsal)).toContain("https://api.example.com/dashboard");
	});

	it("keeps the secrets in a file for its owner alone, and says so once", async () => {
		const rehearsal = await deployed();
		const file = fileOf(rehearsal);
		expect(statSync(file).mode & 0o777).toBe(0o600);
		expect(secretsAt(rehearsal.cloud, "api.example.com")).toEqual(secretsIn(file));
		expect(textOf(rehearsal).split("secrets: made")).toHaveLength(2);
		for (const value of Object.values(secretsIn(file))) expect(textOf(rehearsal)).not.toContain(value);
		await rehearsal.deploy(...usual);
		expect(textOf(rehearsal)).not.toContain("secrets: made");
	});

	it("makes nothing twice when it is run again, and deploys a new version with the same secrets", async () => {
		const rehearsal = await deployed();
		const before = secretsAt(rehearsal.cloud, "api.example.com");
		const first = rehearsal.cloud.edge.versionAt("api.example.com")?.id;
		rehearsal.calls.length = 0;
		expect(await rehearsal.deploy(...usual)).toBe(true);
		expect(inventoryOf(rehearsal.cloud)).toEqual(whole);
		expect(changes(rehearsal).filter((call) => /^POST \/(queues|d1|r2)[^/]*$/.test(call))).toEqual([]);
		expect(rehearsal.cloud.edge.versionAt("api.example.com")?.id).not.toBe(first);
		expect(secretsAt(rehearsal.cloud, "api.example.com")).toEqual(before);
	});

	it("needs no option again, and keeps the variables of the deployment", async () => {
		const rehearsal = await deployed("--var", "SECURITY_CONTACT=security@example.com");
		rmSync(join(rehearsal.deployments, "tattoo-studio/wrangler.json"));
		expect(await rehearsal.deploy()).toBe(true);
		const answer = await fetch("https://api.example.com/.well-known/security.txt");
		expect(await answer.text()).toContain("security@example.com");
	});

	it("makes the named studio and invites its owner once", async () => {
		const rehearsal = await deployed("--studio", "Encre", "--owner", "ada@example.com");
		await rehearsal.deploy(...usual, "--studio", "Encre", "--owner", "ada@example.com");
		expect(inventoryOf(rehearsal.cloud)).toMatchObject({ studios: [1], users: [1] });
		expect(textOf(rehearsal)).toContain("owner ada@example.com of Encre: there");
	});

	it("waits while a new domain has no certificate", async () => {
		const rehearsal = new Rehearsal(quickWrangler);
		rehearsal.cloud.edge.callsWithoutCertificate = 4;
		expect(await rehearsal.deploy(...usual)).toBe(true);
		expect(textOf(rehearsal)).toContain("not yet");
	});

	it("puts two installations into one account, and nothing of one is the other's", async () => {
		const rehearsal = await deployed();
		expect(
			await rehearsal.deploy("--name", "second", "--domain", "two.example.com", "--mail-from", "b@example.com"),
		).toBe(true);
		const { databases, workers, domains, studios } = inventoryOf(rehearsal.cloud);
		expect(databases).toEqual(["second-control", "second-data-1", ...whole.databases]);
		expect(workers).toEqual(["second-api", "tattoo-studio-api"]);
		expect(domains).toEqual([...whole.domains, "two.example.com of second-api"]);
		expect(studios).toEqual([1, 1]);
		const bindings = (host: string) =>
			(rehearsal.cloud.edge.versionAt(host)?.bindings ?? [])
				.filter(({ type }) => /d1|queue|r2_bucket|ratelimit/.test(type))
				.map(({ id, queue_name, bucket_name, namespace_id }) => id ?? queue_name ?? bucket_name ?? namespace_id);
		const second = new Set(bindings("two.example.com"));
		expect(bindings("api.example.com").filter((one) => second.has(one))).toEqual([]);
	});

	it("gives the rate limiter a number of its own, which further deployments keep", async () => {
		const rehearsal = await deployed();
		const numbers = () =>
			(rehearsal.cloud.edge.versionAt("api.example.com")?.bindings ?? []).flatMap(({ type, namespace_id }) =>
				type === "ratelimit" ? [namespace_id] : [],
			);
		const [number] = numbers();
		// The number of wrangler.toml stands in many programs.
		expect(Number(number)).toBeGreaterThan(10_000);
		await rehearsal.deploy(...usual);
		expect(numbers()).toEqual([number]);
	});
});

describe("the migrations", () => {
	it("arrive whole, with their triggers, which Cloudflare's endpoint for queries does not take", async () => {
		const { cloud } = await deployed();
		for (const { name, sqlite } of cloud.databases) {
			const kind = name.endsWith("-control") ? "control" : "data";
			const written =
				schemaOf(kind)
					.join("\n")
					.match(/CREATE TRIGGER/g)?.length ?? 0;
			expect(written).toBeGreaterThan(0);
			const sql = "SELECT count(*) FROM sqlite_master WHERE type = 'trigger'";
			expect(sqlite.transaction([{ sql, params: [] }])[0]?.rows).toEqual([[written]]);
		}
	});

	it("that fail leave nothing behind, and the next run applies them", async () => {
		const rehearsal = new Rehearsal(quickWrangler);
		const { databases } = rehearsal.cloud;
		const inData = (sql: string) =>
			databases.find(({ name }) => name === "tattoo-studio-data-1")?.sqlite.transaction([{ sql, params: [] }])[0]?.rows;
		rehearsal.faultOf = (call) => {
			if (call === "PUT /uploads/:id") inData("CREATE TABLE IF NOT EXISTS pictures (id TEXT)");
			return undefined;
		};
		await expect(rehearsal.deploy(...usual)).rejects.toThrow(/pictures.* already exists/);
		rehearsal.faultOf = () => undefined;
		const tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
		expect(inData(tables)).toEqual([["pictures"]]);
		inData("DROP TABLE pictures");
		expect(await rehearsal.deploy(...usual)).toBe(true);
	});

	it("are applied without a deployment by npm run migrate -- --remote, which passes over what is applied", async () => {
		const rehearsal = await deployed("--data-databases", "2");
		rehearsal.cloud.databases.find(({ name }) => name === "tattoo-studio-data-2")?.sqlite.load();
		const version = rehearsal.cloud.edge.versionAt("api.example.com");
		expect(await rehearsal.status()).toBe(false);
		expect(await rehearsal.migrate()).toBe(true);
		expect(rehearsal.said).toEqual(["DB: up to date", "DATA_1: up to date", "DATA_2: applied 0000_foundation.sql"]);
		expect(await rehearsal.status()).toBe(true);
		expect(rehearsal.cloud.edge.versionAt("api.example.com")).toBe(version);
		rehearsal.calls.length = 0;
		await rehearsal.migrate();
		expect(changes(rehearsal)).toEqual([]);
	});
});

describe("data databases", () => {
	const regionsAt = ({ cloud }: Rehearsal) =>
		Object.fromEntries(
			(cloud.edge.versionAt("api.example.com")?.bindings ?? []).flatMap(({ name, type, text }) =>
				type === "d1" || /^DATA_\d+_REGION$/.test(name) ? [[name, text]] : [],
			),
		);

	it("--data-databases is their number in all, and --region holds for the new ones", async () => {
		const rehearsal = await deployed();
		await rehearsal.deploy(...usual, "--data-databases", "3", "--region", "eu");
		expect(inventoryOf(rehearsal.cloud).databases).toEqual([
			...whole.databases,
			"tattoo-studio-data-2 in eu",
			"tattoo-studio-data-3 in eu",
		]);
		const bound = { DB: undefined, DATA_1: undefined, DATA_2: undefined, DATA_3: undefined };
		expect(regionsAt(rehearsal)).toEqual({ ...bound, DATA_2_REGION: "eu", DATA_3_REGION: "eu" });
	});

	it("those that are there stay bound without the options", async () => {
		const rehearsal = await deployed("--data-databases", "2", "--region", "eu");
		const before = regionsAt(rehearsal);
		await rehearsal.deploy(...usual);
		expect(regionsAt(rehearsal)).toEqual(before);
	});

	it("lie near --location, and the control database in --jurisdiction, which it keeps", async () => {
		const rehearsal = await deployed("--location", "weur", "--jurisdiction", "us");
		const places = () => rehearsal.cloud.databases.map(({ jurisdiction, location }) => jurisdiction ?? location);
		expect(places()).toEqual(["us", "weur"]);
		expect(await rehearsal.deploy(...usual)).toBe(true);
		await expect(rehearsal.deploy(...usual, "--jurisdiction", "eu")).rejects.toThrow("can change its jurisdiction");
	});

	it("fewer than there are is refused", async () => {
		const rehearsal = await deployed("--data-databases", "2");
		await expect(rehearsal.deploy(...usual, "--data-databases", "1")).rejects.toThrow("None can be taken away");
	});
});

describe("--plan", () => {
	it("says what would be made and changes nothing", async () => {
		const rehearsal = new Rehearsal(quickWrangler);
		expect(await rehearsal.deploy(...usual, "--plan")).toBe(true);
		expect(changes(rehearsal)).toEqual([]);
		expect(readdirSync(rehearsal.deployments)).toEqual([]);
		expect(textOf(rehearsal)).toMatch(/make +queue webhook-deliveries \(messages kept for 14 days\)/);
		expect(textOf(rehearsal)).toMatch(/apply +\d+ migrations? to tattoo-studio-control/);
		expect(textOf(rehearsal)).toContain("Workers Paid");
		expect(textOf(rehearsal)).toContain("Nothing was changed. Repeat the command without --plan to do it.");
	});

	it("says of an installation that is complete that everything is kept", async () => {
		const rehearsal = await deployed();
		rehearsal.calls.length = 0;
		await rehearsal.deploy(...usual, "--plan");
		expect(changes(rehearsal)).toEqual([]);
		expect(textOf(rehearsal)).not.toMatch(/make +(queue|bucket|database)|apply|Workers Paid/);
		expect(textOf(rehearsal)).toContain(`in place of version ${rehearsal.cloud.edge.versionAt("api.example.com")?.id}`);
	});
});

it("--help lists every option, and one that is unknown leads there", async () => {
	const run = (...args: string[]) =>
		spawnSync(process.execPath, ["--no-warnings", "scripts/deploy.ts", ...args], { cwd: root, encoding: "utf8" });
	const { status, stdout } = run("--help");
	expect(status).toBe(0);
	for (const name of Object.keys(command.options)) expect(stdout).toContain(`--${name}`);
	const wrong = run("--domian", "api.example.com");
	expect([wrong.status, wrong.stderr]).toEqual([
		2,
		expect.stringContaining("npm run deploy -- --help lists the options."),
	]);
});

describe("before anything is made", () => {
	async function refused(prepare: (rehearsal: Rehearsal) => void, words: string, args = usual) {
		const rehearsal = new Rehearsal(quickWrangler);
		prepare(rehearsal);
		await expect(rehearsal.deploy(...args)).rejects.toThrow(words);
		expect(changes(rehearsal)).toEqual([]);
		expect(readdirSync(rehearsal.deployments)).toEqual([]);
	}

	it("a domain that another Worker has is refused", () =>
		refused(
			({ cloud }) => cloud.domains.push({ id: "1", hostname: "api.example.com", service: "shop" }),
			"leads to the Worker shop already",
		));

	it("a domain outside of the account is refused", () =>
		refused(({ cloud }) => cloud.zones.pop(), "The account has no zone for api.example.com"));

	const site = { type: "CNAME", name: "api.example.com", content: "shop.example.net" };

	it("a domain whose DNS record leads elsewhere is refused", () =>
		refused(({ cloud }) => cloud.zones[0]?.records.push(site), "leads elsewhere (CNAME shop.example.net)"));

	it("a domain is refused if the credentials may not see its DNS records", () =>
		refused(({ cloud }) => Object.assign(cloud, { forbidden: /dns_records/ }), "they lack the permission DNS Read"));

	it("an account without a subdomain of workers.dev is refused, which Cloudflare would say last", () =>
		refused(({ cloud }) => Object.assign(cloud, { subdomain: undefined }), "/workers/onboarding once"));

	it("an account without R2 is refused", () =>
		refused(
			({ cloud }) => Object.assign(cloud, { hasR2: false }),
			"Please enable R2 through the Cloudflare Dashboard.",
		));

	it("a sender whose domain is not set up for mails is refused", () =>
		refused(() => {}, "`npx wrangler email sending enable mail.example.com`", [
			"--domain",
			"api.example.com",
			"--mail-from",
			"studio@mail.example.com",
		]));

	it("a first deployment without a domain is refused", () =>
		refused(() => {}, "npm run deploy -- --domain api.your-domain.example --mail-from", []));

	it("the limits of the free plan are said, and there the first thing to be made is refused", async () => {
		const rehearsal = new Rehearsal(quickWrangler);
		rehearsal.cloud.isFree = true;
		await expect(rehearsal.deploy(...usual)).rejects.toThrow("message_retention_period");
		expect(textOf(rehearsal)).toContain("Workers Paid");
		expect(changes(rehearsal)).toEqual(["POST /queues"]);
		expect(inventoryOf(rehearsal.cloud)).toMatchObject({ queues: [], databases: [], buckets: [] });
	});
});

it("a sender that the credentials may not look at is said, and a domain that is no longer set up stops no deployment", async () => {
	const rehearsal = new Rehearsal(quickWrangler);
	rehearsal.cloud.forbidden = /email/;
	expect(await rehearsal.deploy(...usual)).toBe(true);
	expect(textOf(rehearsal)).toContain("look    yourself whether studio@example.com may send mails");
	Object.assign(rehearsal.cloud, { forbidden: /^$/, senders: [] });
	expect(await rehearsal.deploy(...usual)).toBe(true);
});

describe("the domain", () => {
	it("that leads elsewhere is taken with --take-domain, and the plan names the record that it replaces", async () => {
		const rehearsal = new Rehearsal(quickWrangler);
		const [zone] = rehearsal.cloud.zones;
		const mail = { type: "MX", name: "api.example.com", content: "mail.example.net" };
		zone?.records.push({ type: "A", name: "api.example.com", content: "192.0.2.1" }, mail);
		expect(await rehearsal.deploy(...usual, "--take-domain")).toBe(true);
		expect(textOf(rehearsal)).toContain("replace the DNS record A 192.0.2.1 of api.example.com");
		expect(zone?.records).toEqual([mail, { type: "AAAA", name: "api.example.com", content: "100::" }]);
		expect(await rehearsal.deploy(...usual)).toBe(true);
	});

	it("can be another one later: the plan says which address ends, and the new one has time for its certificate", async () => {
		const rehearsal = await deployed();
		await rehearsal.deploy("--domain", "book.example.com", "--plan");
		expect(textOf(rehearsal)).toMatch(/end +https:\/\/api\.example\.com: it answers no more/);
		rehearsal.cloud.edge.callsWithoutCertificate = 4;
		expect(await rehearsal.deploy("--domain", "book.example.com")).toBe(true);
		expect(textOf(rehearsal)).toMatch(/end +https:\/\/api\.example\.com/);
		expect(inventoryOf(rehearsal.cloud).domains).toEqual(["book.example.com of tattoo-studio-api"]);
		expect((await fetch("https://book.example.com/healthz")).status).toBe(200);
		await expect(fetch("https://api.example.com/healthz")).rejects.toThrow("fetch failed");
		expect(await rehearsal.status()).toBe(true);
	});

	it("that does not answer is not mended by the version before, so the command says how to go back", async () => {
		const rehearsal = await deployed();
		Object.assign(rehearsal, { patienceMs: 50 });
		rehearsal.cloud.edge.callsWithoutCertificate = 10_000;
		expect(await rehearsal.deploy("--domain", "book.example.com")).toBe(false);
		expect(textOf(rehearsal)).toContain("`npm run deploy -- --domain api.example.com` brings the one before back.");
		expect(rehearsal.cloud.workers.get("tattoo-studio-api")?.deployments).toHaveLength(2);
	});
});

describe("the secrets of a deployment", () => {
	it("are never replaced: another clone says where they are kept and changes nothing", async () => {
		const rehearsal = await deployed();
		const before = secretsAt(rehearsal.cloud, "api.example.com");
		const other = new Rehearsal(quickWrangler, { cloud: rehearsal.cloud });
		await expect(other.deploy(...usual)).rejects.toThrow(fileOf(rehearsal));
		expect(changes(other)).toEqual([]);
		expect(existsSync(fileOf(other))).toBe(false);
		expect(secretsAt(rehearsal.cloud, "api.example.com")).toEqual(before);
	});

	it("are those of the file, whatever the shell exports", async () => {
		vi.stubEnv("OPERATOR_TOKEN", "svcop_other");
		vi.stubEnv("ENCRYPTION_KEY", Buffer.alloc(32, 1).toString("base64"));
		const rehearsal = await deployed();
		vi.unstubAllEnvs();
		expect(secretsAt(rehearsal.cloud, "api.example.com")).toEqual(secretsIn(fileOf(rehearsal)));
	});

	it("are proved by the service: another key is not healthy, and refused before the next deployment", async () => {
		const rehearsal = new Rehearsal(quickWrangler);
		rehearsal.patienceMs = 100;
		rehearsal.cloud.edge.change = (env) => ({ ...env, ENCRYPTION_KEY: Buffer.alloc(32, 1).toString("base64") });
		expect(await rehearsal.deploy(...usual)).toBe(false);
		expect(textOf(rehearsal)).toContain("NOT HEALTHY: https://api.example.com has another ENCRYPTION_KEY");
		expect(await rehearsal.status()).toBe(false);
		expect(textOf(rehearsal)).toContain("! https://api.example.com has another ENCRYPTION_KEY");
		rehearsal.calls.length = 0;
		await expect(rehearsal.deploy(...usual)).rejects.toThrow("Write the key of the deployment there.");
		expect(changes(rehearsal)).toEqual([]);
	});

	it("are not replaced by those of another installation", async () => {
		const rehearsal = await deployed();
		await rehearsal.deploy("--name", "second", "--domain", "two.example.com", "--mail-from", "b@example.com");
		writeFileSync(fileOf(rehearsal), readFileSync(fileOf(rehearsal, "second")));
		await expect(rehearsal.deploy(...usual)).rejects.toThrow("the secrets of another installation");
	});

	it("are not replaced if somebody set them by hand", async () => {
		const rehearsal = await deployed();
		const control = rehearsal.cloud.databases.find(({ name }) => name === "tattoo-studio-control");
		control?.sqlite.transaction([{ sql: "DROP TABLE installation", params: [] }]);
		const kept = readFileSync(fileOf(rehearsal));
		rmSync(fileOf(rehearsal));
		await expect(rehearsal.deploy(...usual)).rejects.toThrow("The Worker has its secrets already");
		writeFileSync(fileOf(rehearsal), "OPERATOR_TOKEN=svcop_wrong\nENCRYPTION_KEY=wrong\n");
		await expect(rehearsal.deploy(...usual)).rejects.toThrow("does not take the operator's token");
		writeFileSync(fileOf(rehearsal), kept);
		expect(await rehearsal.deploy(...usual)).toBe(true);
	});
});
