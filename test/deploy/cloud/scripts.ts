import { randomUUID } from "node:crypto";
import { failure, result } from "./answers.ts";
import { findBucket } from "./buckets.ts";
import type { Asked, Cloud, Routes } from "./cloud.ts";
import type { Binding, Version, Worker } from "./resources.ts";

interface Metadata {
	bindings: Binding[];
	keep_bindings?: string[];
	migrations?: { new_tag?: string };
	annotations?: Record<string, string>;
	main_module: string;
}

const notFound = () => failure(404, 10007, "This Worker does not exist on your account.");

const inWorker = (run: (worker: Worker, asked: Asked) => Response | Promise<Response>) => (asked: Asked) => {
	const worker = asked.cloud.workers.get(asked.parts.name ?? "");
	return worker ? run(worker, asked) : notFound();
};

const now = () => new Date().toISOString();
const currentOf = ({ versions, deployments }: Worker) =>
	versions.find(({ id }) => id === deployments[0]?.versions[0]?.version_id);
const deploy = (worker: Worker, versions: { version_id: string; percentage: number }[]) => {
	const made = { id: randomUUID(), created_on: now(), versions };
	worker.deployments.unshift(made);
	return made;
};

const shown = ({ id, number, created_on, message, tag, bindings }: Version) => ({
	id,
	number,
	metadata: { created_on, modified_on: created_on, source: "wrangler", author_email: "you@example.com" },
	annotations: { "workers/message": message, "workers/tag": tag, "workers/triggered_by": "upload" },
	resources: {
		bindings: bindings.map(({ type, name, ...rest }) =>
			type === "secret_text" ? { type, name } : { type, name, ...rest },
		),
		script: { etag: id, handlers: ["fetch"] },
		script_runtime: {},
	},
	startup_time_ms: 30,
});

export const scriptRoutes: Routes = {
	"GET /workers/services/:name": inWorker((worker, { parts }) =>
		result({
			id: parts.name,
			default_environment: {
				environment: "production",
				script: { tag: worker.tag, tags: null, last_deployed_from: "wrangler", migration_tag: worker.migrationTag },
			},
		}),
	),
	"GET /workers/scripts": ({ cloud }) =>
		result([...cloud.workers].map(([id, { migrationTag }]) => ({ id, migration_tag: migrationTag }))),
	"GET /workers/scripts/:name/secrets": inWorker((worker) =>
		result(
			(currentOf(worker)?.bindings ?? [])
				.filter(({ type }) => type === "secret_text")
				.map(({ name, type }) => ({ name, type })),
		),
	),
	"PUT /workers/scripts/:name/secrets": inWorker(async (worker, { request }) => {
		const secret = (await request.json()) as Binding;
		const current = currentOf(worker) as Version;
		const bindings = [...current.bindings.filter(({ name }) => name !== secret.name), secret];
		const version = { ...current, id: randomUUID(), number: worker.versions.length + 1, created_on: now(), bindings };
		worker.versions.push(version);
		deploy(worker, [{ version_id: version.id, percentage: 100 }]);
		return result({ name: secret.name, type: secret.type });
	}),
	"GET /workers/scripts/:name/deployments": inWorker((worker) => result({ deployments: worker.deployments })),
	"POST /workers/scripts/:name/deployments": inWorker(async (worker, { request }) => {
		const { versions } = (await request.json()) as { versions: { version_id: string; percentage: number }[] };
		if (versions.some(({ version_id }) => !worker.versions.some(({ id }) => id === version_id)))
			return failure(404, 10148, "No such version");
		return result(deploy(worker, versions));
	}),
	"GET /workers/scripts/:name/versions": inWorker((worker) =>
		result({ items: worker.versions.map(shown).toReversed() }),
	),
	"GET /workers/scripts/:name/versions/:version": inWorker((worker, { parts }) => {
		const version = worker.versions.find(({ id }) => id === parts.version);
		return version ? result(shown(version)) : failure(404, 10148, "No such version");
	}),
	"POST /workers/scripts/:name/versions": inWorker(async (worker, { cloud, request }) => {
		const version = await upload(cloud, worker, request);
		return version instanceof Response ? version : result(shown(version));
	}),
	"PUT /workers/scripts/:name": async ({ cloud, request, parts }) => {
		const name = parts.name ?? "";
		if (!cloud.subdomain) return failure(400, 10_063, "You need a workers.dev subdomain in order to proceed.");
		const worker = cloud.workers.get(name) ?? {
			tag: randomUUID().replaceAll("-", ""),
			versions: [],
			deployments: [],
			schedules: [],
			migrationTag: undefined,
			subdomain: false,
		};
		const version = await upload(cloud, worker, request);
		if (version instanceof Response) return version;
		cloud.workers.set(name, worker);
		deploy(worker, [{ version_id: version.id, percentage: 100 }]);
		return result({
			id: name,
			tag: worker.tag,
			etag: version.id,
			deployment_id: version.id.replaceAll("-", ""),
			startup_time_ms: 30,
		});
	},
	"GET /workers/scripts/:name/settings": inWorker((worker) =>
		result({ bindings: shown(currentOf(worker) as Version).resources.bindings }),
	),
	"PATCH /workers/scripts/:name/script-settings": inWorker(async (_, { request }) => result(await request.json())),
	"PUT /workers/scripts/:name/schedules": inWorker(async (worker, { request }) => {
		worker.schedules = ((await request.json()) as { cron: string }[]).map(({ cron }) => cron);
		return result({ schedules: worker.schedules.map((cron) => ({ cron })) });
	}),
	"GET /workers/workers/:name": inWorker((worker) => result({ subdomain: { enabled: worker.subdomain } })),
	"POST /workers/scripts/:name/subdomain": inWorker(async (worker, { request }) => {
		const { enabled } = (await request.json()) as { enabled: boolean };
		worker.subdomain = enabled;
		return result({ enabled, previews_enabled: enabled });
	}),
	"GET /workers/subdomain": ({ cloud: { subdomain } }) =>
		subdomain ? result({ subdomain }) : failure(404, 10_007, "This account has no subdomain of workers.dev."),
};

async function upload(cloud: Cloud, worker: Worker, request: Request): Promise<Version | Response> {
	const form = await request.formData();
	const metadata = JSON.parse(String(form.get("metadata"))) as Metadata;
	const kept = (currentOf(worker)?.bindings ?? []).filter(
		({ type, name }) =>
			metadata.keep_bindings?.includes(type) && !metadata.bindings.some((binding) => binding.name === name),
	);
	const before = new Map(currentOf(worker)?.bindings.map((binding) => [binding.name, binding]));
	const given = metadata.bindings.map((one) => (one.type === "inherit" ? (before.get(one.name) ?? one) : one));
	const bindings = [...given, ...kept];
	const invalid = bindings.find((binding) => !isValid(cloud, binding));
	if (invalid) return failure(400, 10021, `binding ${invalid.name} of type ${invalid.type} leads to nothing`);
	const modules = Object.fromEntries(
		[...form].flatMap(([name, value]) => (value instanceof File ? [[name, value.size]] : [])),
	);
	if (!modules[metadata.main_module]) return failure(400, 10021, "the main module is missing");
	const version = {
		id: randomUUID(),
		number: worker.versions.length + 1,
		created_on: now(),
		message: metadata.annotations?.["workers/message"],
		tag: metadata.annotations?.["workers/tag"],
		bindings,
		modules,
	};
	worker.versions.push(version);
	worker.migrationTag = metadata.migrations?.new_tag ?? worker.migrationTag;
	return version;
}

/** Whether the resource of the binding is there. */
function isValid(cloud: Cloud, { type, id, queue_name, bucket_name, jurisdiction }: Binding): boolean {
	if (type === "d1") return cloud.databases.some(({ uuid }) => uuid === id);
	if (type === "queue") return cloud.queues.some((queue) => queue.queue_name === queue_name);
	if (type === "r2_bucket") return findBucket(cloud, bucket_name, jurisdiction) !== undefined;
	return type !== "inherit";
}
