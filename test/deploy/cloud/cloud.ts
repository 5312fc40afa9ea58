import { randomUUID } from "node:crypto";
import { failure } from "./answers.ts";
import { assetRoutes } from "./assets.ts";
import { bucketRoutes } from "./buckets.ts";
import { databaseRoutes } from "./databases.ts";
import { domainRoutes } from "./domains.ts";
import { Edge } from "./edge.ts";
import { importRoutes } from "./imports.ts";
import { queueRoutes } from "./queues.ts";
import type { Bucket, Database, Domain, Queue, Worker, Zone } from "./resources.ts";
import { scriptRoutes } from "./scripts.ts";

export interface Asked {
	cloud: Cloud;
	request: Request;
	query: URLSearchParams;
	/** The parts of the path that the pattern of the route names. */
	parts: Record<string, string>;
}

/** A method and a path, such as `GET /d1/database/:id`, within the account unless it begins with `//`. */
export type Routes = Record<string, (asked: Asked) => Response | Promise<Response>>;

const accountId = "0123456789abcdef0123456789abcdef";

export class Cloud {
	readonly accountId = accountId;
	readonly databases: Database[] = [];
	readonly queues: Queue[] = [];
	readonly buckets: Bucket[] = [];
	readonly workers = new Map<string, Worker>();
	readonly zones: Zone[] = [{ id: randomUUID().replaceAll("-", ""), name: "example.com", records: [] }];
	readonly domains: Domain[] = [];
	readonly edge = new Edge(this);
	/** The names from which mails may be sent. */
	readonly senders = ["example.com"];
	/** Whether somebody has switched R2 on. */
	hasR2 = true;
	subdomain: string | undefined = "ink";
	/** The paths that the token may not read. */
	forbidden = /^$/;
	/** The plan Workers Free, with its limits. */
	isFree = false;

	/** A call of the API, or of a Worker on one of its domains. */
	async answer(request: Request): Promise<Response> {
		const { hostname, pathname, searchParams } = new URL(request.url);
		if (!pathname.startsWith("/client/v4/")) return await this.edge.fetch(hostname, request);
		const isSigned = pathname.startsWith("/client/v4/uploads/");
		if (!isSigned && !/^Bearer ./.test(request.headers.get("Authorization") ?? ""))
			return failure(403, 9109, "Unauthorized");
		if (this.forbidden.test(pathname)) return failure(403, 10_000, "Authentication error");
		for (const { method, path, run } of routes) {
			const parts = method === request.method && path.exec(pathname)?.groups;
			if (parts) return await run({ cloud: this, request, query: searchParams, parts });
		}
		return failure(404, 7003, `The stand-in does not know ${request.method} ${pathname}`);
	}
}

const accountRoutes: Routes = {
	"GET //accounts": ({ cloud }) => one(cloud),
};
const one = (cloud: Cloud) =>
	Response.json({ success: true, errors: [], messages: [], result: [{ id: cloud.accountId, name: "Ink" }] });

const routes = Object.entries({
	...accountRoutes,
	...databaseRoutes,
	...importRoutes,
	...queueRoutes,
	...bucketRoutes,
	...scriptRoutes,
	...assetRoutes,
	...domainRoutes,
}).map(([key, run]) => {
	const [method = "", written = ""] = key.split(" ");
	const path = written.startsWith("//") ? written.slice(1) : `/accounts/${accountId}${written}`;
	const pattern = path.replace(/:(\w+)/g, (_, name) => `(?<${name}>[^/]+)`);
	return { method, path: new RegExp(`^/client/v4${pattern}(?<nothing>)$`), run };
});
