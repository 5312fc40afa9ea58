import { randomUUID } from "node:crypto";
import { page, result } from "./answers.ts";
import type { Cloud, Routes } from "./cloud.ts";

interface Origins {
	origins: { hostname: string }[];
}

const of = ({ domains }: Cloud, hostname: string | null) => domains.filter((domain) => domain.hostname === hostname);

export const domainRoutes: Routes = {
	"GET //zones": ({ cloud, query }) =>
		page(
			cloud.zones.filter(({ name }) => name === query.get("name")),
			query,
			20,
		),
	"GET /workers/domains": ({ cloud, query }) => result(of(cloud, query.get("hostname"))),
	"POST /workers/scripts/:name/domains/changeset": async ({ cloud, request, parts }) => {
		const asked = (await request.json()) as Origins["origins"];
		const known = asked.flatMap(({ hostname }) => of(cloud, hostname));
		return result({
			added: asked.filter(({ hostname }) => of(cloud, hostname).length === 0),
			updated: known.map((domain) => ({ ...domain, modified: domain.service !== parts.name })),
			removed: [],
			conflicting: [],
		});
	},
	"PUT /workers/scripts/:name/domains/records": async ({ cloud, request, parts }) => {
		const { origins } = (await request.json()) as Origins;
		for (const { hostname } of origins) {
			const [domain] = of(cloud, hostname);
			if (domain) domain.service = parts.name ?? "";
			else cloud.domains.push({ id: randomUUID(), hostname, service: parts.name ?? "" });
		}
		return result({});
	},
};
