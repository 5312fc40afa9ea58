import { randomUUID } from "node:crypto";
import { failure, page, result } from "./answers.ts";
import type { Cloud, Routes } from "./cloud.ts";
import type { DnsRecord, Domain, Zone } from "./resources.ts";

interface Origins {
	override_existing_dns_record?: boolean;
	origins: { hostname: string }[];
}

const of = ({ domains }: Cloud, hostname: string) => domains.filter((domain) => domain.hostname === hostname);

const zoneOf = ({ zones }: Cloud, hostname: string): Zone | undefined =>
	zones.find(({ name }) => hostname === name || hostname.endsWith(`.${name}`));

/** The content of Cloudflare's own record for a Worker's domain. */
const managed = "100::";

/** The records that lead elsewhere than to a Worker. */
const isConflict = ({ type, content }: DnsRecord): boolean => /^(A|AAAA|CNAME)$/.test(type) && content !== managed;

const conflictsAt = (cloud: Cloud, hostname: string): DnsRecord[] =>
	(zoneOf(cloud, hostname)?.records ?? []).filter((record) => record.name === hostname && isConflict(record));

/** Those of the Worker that are not asked for. */
const goneFrom = ({ domains }: Cloud, worker: string | undefined, asked: Origins["origins"]): Domain[] =>
	domains.filter(
		({ service, hostname }) => service === worker && !asked.some((origin) => origin.hostname === hostname),
	);

export const domainRoutes: Routes = {
	"GET //zones": ({ cloud, query }) => {
		const named = cloud.zones.filter(({ name }) => name === query.get("name"));
		return page(
			named.map(({ id, name }) => ({ id, name })),
			query,
			20,
		);
	},
	"GET //zones/:id/dns_records": ({ cloud, query, parts }) => {
		const zone = cloud.zones.find(({ id }) => id === parts.id);
		const name = query.get("name.exact");
		const records = zone?.records.filter((record) => name === null || record.name === name);
		return records ? page(records, query, 100) : failure(404, 7003, "No such zone");
	},
	"GET //zones/:id/email/sending/subdomains": ({ cloud, parts }) => {
		const zone = cloud.zones.find(({ id }) => id === parts.id);
		return result(
			cloud.senders
				.filter((name) => zone && zoneOf(cloud, name) === zone)
				.map((name) => ({ name, tag: name, email_sending_enabled: true, enabled: false })),
		);
	},
	"GET /workers/domains": ({ cloud, query }) => {
		const [hostname, service] = [query.get("hostname") ?? undefined, query.get("service") ?? undefined];
		return result(
			cloud.domains.filter(
				(domain) => (hostname ?? domain.hostname) === domain.hostname && (service ?? domain.service) === domain.service,
			),
		);
	},
	"POST /workers/scripts/:name/domains/changeset": async ({ cloud, request, parts }) => {
		const asked = (await request.json()) as Origins["origins"];
		const known = asked.flatMap(({ hostname }) => of(cloud, hostname));
		return result({
			added: asked.filter(({ hostname }) => of(cloud, hostname).length === 0),
			updated: known.map((domain) => ({ ...domain, modified: domain.service !== parts.name })),
			removed: goneFrom(cloud, parts.name, asked),
			conflicting: asked.filter(({ hostname }) => conflictsAt(cloud, hostname).length > 0),
		});
	},
	// The Worker has these domains afterwards, and no other.
	"PUT /workers/scripts/:name/domains/records": async ({ cloud, request, parts: { name: service = "" } }) => {
		const { origins, override_existing_dns_record: overrides } = (await request.json()) as Origins;
		for (const { hostname } of origins) {
			const zone = zoneOf(cloud, hostname);
			if (!zone) return failure(400, 100_116, `There is no zone for ${hostname}`);
			if (conflictsAt(cloud, hostname).length > 0 && !overrides)
				return failure(409, 100_117, `Hostname '${hostname}' already has externally managed DNS records`);
			zone.records = zone.records.filter((record) => record.name !== hostname || !isConflict(record));
			const [domain] = of(cloud, hostname);
			if (domain) domain.service = service;
			else {
				cloud.domains.push({ id: randomUUID(), hostname, service });
				zone.records.push({ type: "AAAA", name: hostname, content: managed });
			}
		}
		for (const gone of goneFrom(cloud, service, origins)) {
			cloud.domains.splice(cloud.domains.indexOf(gone), 1);
			for (const zone of cloud.zones)
				zone.records = zone.records.filter(({ name, content }) => name !== gone.hostname || content !== managed);
		}
		return result({});
	},
};
