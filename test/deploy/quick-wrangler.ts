import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { parseEnv } from "node:util";
import type { Configuration } from "../../scripts/deploy/base.ts";
import { type Wrangler, WranglerError } from "../../scripts/deploy/wrangler.ts";
import { apiBase, type Rehearsal } from "./rehearsal.ts";

/**
 * The calls that wrangler's commands make, in this process and in milliseconds. `wrangler.test.ts` compares them with those
 * of wrangler itself.
 */
export const quickWrangler =
	(rehearsal: Rehearsal): Wrangler =>
	async (args, environment = {}) => {
		const account = new Account(rehearsal);
		const option = (name: string) => args[args.indexOf(name) + 1] ?? "";
		const config = (): Configuration => JSON.parse(readFileSync(option("--config"), "utf8"));
		const command = commands.find(([words]) => words.every((word, n) => args[n] === word));
		if (!command) throw new Error(`The quick wrangler does not know ${args.join(" ")}.`);
		const [words, run] = command;
		return String((await run({ account, option, config, args: args.slice(words.length), environment })) ?? "");
	};

interface Asked {
	account: Account;
	args: string[];
	option: (name: string) => string;
	config: () => Configuration;
	environment: Record<string, string>;
}

class Account {
	private readonly rehearsal: Rehearsal;

	constructor(rehearsal: Rehearsal) {
		this.rehearsal = rehearsal;
	}

	// biome-ignore lint/suspicious/noExplicitAny: the results have many forms
	async call(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<any> {
		const address = `${apiBase}/accounts/${this.rehearsal.cloud.accountId}${path}`;
		const response = await this.rehearsal.answer(
			new Request(address, {
				method,
				headers: { Authorization: "Bearer token", ...headers },
				...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
			}),
		);
		const { success, result, errors } = (await response.json()) as Answer;
		if (success) return result;
		const reason = `${errors[0]?.message} [code: ${errors[0]?.code}]`;
		if (response.status >= 500) throw new WranglerError(`${method} ${path} failed: ${reason}`);
		throw new WranglerError(reason);
	}

	async upload(address: string, body: string): Promise<void> {
		const response = await this.rehearsal.answer(new Request(address, { method: "PUT", body }));
		if (response.status !== 200) throw new WranglerError(`File could not be uploaded. ${await response.text()}`);
	}

	/** The result, or undefined if there is nothing. */
	find = (path: string) => this.call("GET", path).catch(() => undefined);
}

interface Answer {
	success: boolean;
	result: unknown;
	errors: { code: number; message: string }[];
}

const commands: [words: string[], run: (asked: Asked) => Promise<unknown>][] = [
	[["auth", "token"], async () => JSON.stringify({ type: "api_token", token: "token" })],
	[
		["queues", "create"],
		async ({ account, args: [queue_name], option, args }) => {
			const isSet = args.includes("--message-retention-period-secs");
			const settings = isSet ? { message_retention_period: Number(option("--message-retention-period-secs")) } : {};
			await account.call("POST", "/queues", { queue_name, ...(isSet && { settings }) });
		},
	],
	[
		["queues", "update"],
		async ({ account, args: [name], option }) => {
			const [queue] = await account.call("GET", `/queues?page=1&name=${name}`);
			const settings = { message_retention_period: Number(option("--message-retention-period-secs")) };
			await account.call("PATCH", `/queues/${queue.queue_id}`, { queue_name: name, settings });
		},
	],
	[
		["r2", "bucket", "create"],
		async ({ account, args: [name], args, option }) => {
			const headers = args.includes("--jurisdiction") ? { "cf-r2-jurisdiction": option("--jurisdiction") } : undefined;
			await account.call("POST", "/r2/buckets", { name }, headers);
		},
	],
	[
		["d1", "create"],
		async ({ account, args: [name], args, option }) => {
			const jurisdiction = args.includes("--jurisdiction") && { jurisdiction: option("--jurisdiction") };
			const location = args.includes("--location") && { primary_location_hint: option("--location") };
			await account.call("POST", "/d1/database", { name, ...jurisdiction, ...location });
		},
	],
	[
		["d1", "execute"],
		async ({ account, args: [binding], args, option, config }) => {
			const id = config().d1_databases.find((database) => database.binding === binding)?.database_id;
			if (args.includes("--file")) await importFile(account, id, readFileSync(option("--file"), "utf8"));
			else await account.call("POST", `/d1/database/${id}/query`, { sql: option("--command") });
		},
	],
	[
		["d1", "time-travel", "restore"],
		async ({ account, args: [binding], option, config }) => {
			const id = config().d1_databases.find((database) => database.binding === binding)?.database_id;
			await account.call("GET", `/d1/database/${id}`);
			const path = `/d1/database/${id}/time_travel/restore?bookmark=${option("--bookmark")}`;
			return JSON.stringify(await account.call("POST", path));
		},
	],
	[["deploy"], deploy],
	[
		["rollback"],
		async ({ account, args: [version], config }) => {
			const worker = `/workers/scripts/${config().name}`;
			const { deployments } = await account.call("GET", `${worker}/deployments`);
			const [current] = deployments[0].versions;
			for (const id of [current.version_id, version]) await account.call("GET", `${worker}/versions/${id}`);
			await account.call("POST", `${worker}/deployments`, {
				strategy: "percentage",
				versions: [{ version_id: version, percentage: 100 }],
			});
		},
	],
];

async function importFile(account: Account, id: string | undefined, sql: string): Promise<void> {
	const path = `/d1/database/${id}/import`;
	const etag = createHash("md5").update(sql).digest("hex");
	const { upload_url, filename } = await account.call("POST", path, { action: "init", etag });
	await account.upload(upload_url, sql);
	let step = await account.call("POST", path, { action: "ingest", filename, etag });
	while (step.status === "active")
		step = await account.call("POST", path, { action: "poll", current_bookmark: step.at_bookmark });
	if (step.status === "error") throw new WranglerError(step.errors.join("\n"));
}

/** The form in which a Worker is uploaded, with one module in place of the real ones. */
function uploadOf(config: Configuration, secrets: Record<string, string>, option: (name: string) => string): FormData {
	const { d1_databases, durable_objects, queues, r2_buckets, ratelimits, vars } = config;
	const bindings = [
		...d1_databases.map(({ binding, database_id }) => ({ type: "d1", name: binding, id: database_id })),
		...queues.producers.map(({ binding, queue }) => ({ type: "queue", name: binding, queue_name: queue })),
		...r2_buckets.map(({ binding, ...bucket }) => ({ type: "r2_bucket", name: binding, ...bucket })),
		...ratelimits.map(({ name, ...limiter }) => ({ type: "ratelimit", name, ...limiter })),
		...Object.entries(vars).map(([name, text]) => ({ type: "plain_text", name, text })),
		...Object.entries(secrets).map(([name, text]) => ({ type: "secret_text", name, text })),
		...durable_objects.bindings.map((object) => ({ type: "durable_object_namespace", ...object })),
		{ type: "version_metadata", name: "VERSION" },
		{ type: "images", name: "IMAGES" },
		{ type: "assets", name: "FILES" },
		{ type: "send_email", name: "EMAIL" },
	];
	const form = new FormData();
	const annotations = { "workers/tag": option("--tag"), "workers/message": option("--message") };
	const keep_bindings = ["secret_text", "secret_key"];
	form.set("metadata", JSON.stringify({ main_module: "worker.js", bindings, keep_bindings, annotations }));
	form.set("worker.js", new File(["export default {}"], "worker.js"));
	return form;
}

/** JSON, or lines NAME=value, of which the environment overrides those that it has, too. */
function secretsIn(text: string): Record<string, string> {
	if (text.startsWith("{")) return JSON.parse(text);
	return Object.fromEntries(
		Object.entries(parseEnv(text)).map(([name, value = ""]) => [name, process.env[name] ?? value]),
	);
}

async function deploy({ account, args, option, config: configured, environment }: Asked): Promise<void> {
	const config = configured();
	const { name, queues, r2_buckets, routes } = config;
	const script = `/workers/scripts/${name}`;
	const isThere = (await account.find(`/workers/services/${name}`)) !== undefined;
	await account.find(`${script}/secrets`);
	await account.find(`${script}/deployments`);
	await account.find(`/workers/services/${name}`);
	const manifest = { "/robots.txt": { hash: "0".repeat(32), size: 1 } };
	const { jwt, buckets } = await account.call("POST", `${script}/assets-upload-session`, { manifest });
	if (buckets.length > 0) {
		const form = new FormData();
		form.set("0".repeat(32), new File(["x"], "robots.txt"));
		await account.call("POST", "/workers/assets/upload?base64=true", form, { Authorization: `Bearer ${jwt}` });
	}
	await account.find(`${script}/settings`);
	if (!isThere) {
		for (const { queue } of queues.producers) await account.find(`/queues?page=1&name=${queue}`);
		for (const { bucket_name } of r2_buckets) await account.find(`/r2/buckets/${bucket_name}`);
	}
	const secrets = args.includes("--secrets-file") ? secretsIn(readFileSync(option("--secrets-file"), "utf8")) : {};
	const upload = uploadOf(config, secrets, option);
	const version = isThere ? await newVersion(account, script, upload) : await firstVersion(account, script, upload);
	await account.call("GET", `/workers/workers/${name}`);
	await account.call("POST", `${script}/subdomain`, { enabled: false, previews_enabled: false });
	const origins = (routes ?? []).map(({ pattern }) => ({ hostname: pattern }));
	await account.call("POST", `${script}/domains/changeset?replace_state=true`, origins);
	await account.call("PUT", `${script}/schedules`, [{ cron: "* * * * *" }]);
	await account.call("PUT", `${script}/domains/records`, {
		override_existing_origin: true,
		override_existing_dns_record: true,
		origins,
	});
	for (const consumer of queues.consumers) await consume(account, name, consumer);
	const line = { type: "deploy", version: 1, worker_name: name, version_id: version };
	writeFileSync(environment.WRANGLER_OUTPUT_FILE_PATH ?? "", `${JSON.stringify(line)}\n`);
}

const firstVersion = async (account: Account, script: string, upload: FormData): Promise<string> => {
	const { deployment_id: id } = await account.call("PUT", `${script}?excludeScript=true`, upload);
	return [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20)].join("-");
};

async function newVersion(account: Account, script: string, upload: FormData): Promise<string> {
	const { id } = await account.call("POST", `${script}/versions`, upload);
	const versions = [{ version_id: id, percentage: 100 }];
	await account.call("POST", `${script}/deployments`, { strategy: "percentage", versions });
	await account.call("PATCH", `${script}/script-settings`, { observability: { enabled: true } });
	return id;
}

async function consume(account: Account, script_name: string, consumer: Record<string, unknown>): Promise<void> {
	await account.call("GET", `/queues?page=1&name=${consumer.queue}`);
	const [queue] = await account.call("GET", `/queues?page=1&name=${consumer.queue}`);
	const settings = {
		batch_size: consumer.max_batch_size,
		max_retries: consumer.max_retries,
		max_wait_time_ms: 1000 * Number(consumer.max_batch_timeout),
		max_concurrency: consumer.max_concurrency,
	};
	const body = { type: "worker", script_name, settings };
	const path = `/queues/${queue.queue_id}/consumers`;
	const known = queue.consumers.find(({ script }: { script: string }) => script === script_name);
	if (known) await account.call("PUT", `${path}/${known.consumer_id}`, body);
	else await account.call("POST", path, body);
}
