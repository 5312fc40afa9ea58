import type { Plan, Resource } from "./plan.ts";
import { type Wrangler, WranglerError } from "./wrangler.ts";

/** Makes a resource, or gives it its setting. Somebody else may have made it meanwhile. */
async function make(wrangler: Wrangler, resource: Resource): Promise<"made" | "changed" | "there"> {
	if (resource.todo === "keep") return "there";
	try {
		await wrangler(commandFor(resource));
	} catch (error) {
		if (error instanceof WranglerError && isThere.test(error.message)) return "there";
		throw error;
	}
	return resource.todo === "make" ? "made" : "changed";
}

/** Wrangler's or Cloudflare's words for a database, a queue or a bucket with this name. */
const isThere = /already exists|already taken|\[code: (7502|11009|10004)\]/;

function commandFor({ kind, name, todo, jurisdiction, location, retentionS }: Resource): string[] {
	const where = [
		...(jurisdiction ? ["--jurisdiction", jurisdiction] : []),
		...(location ? ["--location", location] : []),
	];
	const retention = retentionS ? ["--message-retention-period-secs", String(retentionS)] : [];
	if (kind === "queue") return ["queues", todo === "make" ? "create" : "update", name, ...retention];
	const command = kind === "database" ? ["d1", "create"] : ["r2", "bucket", "create"];
	return [...command, name, ...where, "--update-config=false"];
}

export async function makeAll(wrangler: Wrangler, { resources }: Plan, say: (line: string) => void): Promise<void> {
	for (const resource of resources) say(`${resource.kind} ${resource.name}: ${await make(wrangler, resource)}`);
}
