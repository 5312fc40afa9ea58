import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { z } from "zod";
import { operatorEndpoints } from "../src/api/operator/endpoints.ts";
import { endpoints } from "../src/api/v1.ts";
import { isList } from "../src/platform/http/endpoint/endpoint.ts";
import { newId } from "../src/platform/lib/ids.ts";
import worker from "../src/worker.ts";
import { call, newAddress } from "./support/api.ts";
import { costOf } from "./support/cost.ts";
import { addRows, database, envWith, type Row, rows } from "./support/database.ts";
import { newFullStudio } from "./support/full-studio.ts";
import { largestBody } from "./support/largest-body.ts";
import { readAllPages } from "./support/read-all-pages.ts";
import { at, type Studio } from "./support/studio.ts";
import { newWorld } from "./support/world.ts";

const mostBytes = 4 * 1024 * 1024;
/** The names of the fields and what the records show beside their columns. */
const namesOfFields = 100 * 4096;

interface Kind {
	/** The operation that makes a record. */
	create: string;
	table: string;
	/** The fields that the largest body lacks, and fields that may not be as large. */
	given?: (studio: Studio) => Record<string, unknown>;
	/** The columns in which the copies of a record differ, as SQL: `i` is a number. */
	different?: Record<string, string>;
}

const url = `https://example.com/${"日".repeat(1900)}`;
const slug = { slug: "'s' || i" };

/** The lists of records that callers make. */
const kinds: Record<string, Kind> = {
	listClients: {
		create: "createClient",
		table: "clients",
		given: () => ({ email: "largest@example.com" }),
		different: { email: "i || '@example.com'", email_key: "i || '@example.com'" },
	},
	listLeads: { create: "createLead", table: "leads" },
	listIdeas: { create: "createIdea", table: "ideas", given: ({ clientId }) => ({ client_id: clientId }) },
	listAppointments: {
		create: "createAppointment",
		table: "appointments",
		given: (studio) => ({
			artist_id: studio.artistId,
			client_id: studio.clientId,
			event_type_id: studio.typeId,
			start_at: at("15:00"),
		}),
		different: { status: "'CANCELLED'" },
	},
	listArtists: {
		create: "createArtist",
		table: "artists",
		given: () => ({ timezone: "Europe/Berlin" }),
		different: slug,
	},
	listTimeBlocks: {
		create: "adminCreateTimeBlock",
		table: "time_blocks",
		given: () => ({ start_at: at("12:00"), end_at: at("13:00") }),
	},
	listAllTimeBlocks: {
		create: "adminCreateTimeBlock",
		table: "time_blocks",
		given: () => ({ start_at: at("14:00"), end_at: at("15:00") }),
	},
	listShops: { create: "createShop", table: "shops", given: () => ({ timezone: "Europe/Berlin" }), different: slug },
	listEventTypes: {
		create: "adminCreateEventType",
		table: "event_types",
		given: ({ artistId }) => ({ artist_id: artistId, slug: "largest", duration_minutes: 60 }),
		different: slug,
	},
	listForms: {
		create: "createForm",
		table: "forms",
		given: () => ({
			fields: Array.from({ length: 100 }, (_, n) => ({ key: `f${n}`, label: "日".repeat(200), type: "text" })),
		}),
	},
	listWebhookEndpoints: {
		create: "createWebhookEndpoint",
		table: "webhook_endpoints",
		given: () => ({ url, events: ["lead.created"], filter: null }),
		different: { number: "1000 + i" },
	},
	listAutomationHooks: {
		create: "createAutomationHook",
		table: "webhook_endpoints",
		given: () => ({ target_url: url, trigger: "new_lead" }),
		different: { url: "url || i", number: "2000 + i" },
	},
	adminListOAuthApps: {
		create: "adminCreateOAuthApp",
		table: "oauth_apps",
		given: ({ id }) => ({
			client_id_metadata_url: undefined,
			tenant_id: id,
			redirect_uris: Array.from({ length: 20 }, (_, n) => `https://example.com/${"a".repeat(1900)}${n}`),
			scopes: ["read:clients"],
		}),
		different: { client_id: "client_id || i" },
	},
};

/** The service makes the records of these lists. Other tests hold their pages, or the records are small. */
const ofTheService: Record<string, string> = {
	listFormSubmissions: "byte-pages.test.ts",
	listAllFormSubmissions: "byte-pages.test.ts",
	listEvents: "byte-pages.test.ts",
	listDeliveries: "byte-pages.test.ts",
	listAllDeliveries: "byte-pages.test.ts",
	listEventDeliveries: "small: ids and words",
	listAutomationHookDeliveries: "byte-pages.test.ts",
	listAuditLog: "below",
	adminListAuditLog: "below",
	listDeletions: "below",
	listImports: "small: at most 50 ignored columns of 100 characters",
	listExports: "small: an address and a few numbers",
	listImportRows: "small: a reason has at most 1000 characters",
	listRequests: "small: a path has at most 500 characters, and the ignored names have 1024",
	listArtistPictures: "small: a record has at most 30, each with a caption of 500 characters",
	listFormSubmissionPictures: "small",
	listIdeaPictures: "small",
	listLeadPictures: "small",
	adminListApiKeys: "small: an allowlist has at most 100 addresses",
	adminListTenants: "small",
	adminListUsers: "small",
	adminListDatabases: "small",
};

const all = [...endpoints, ...operatorEndpoints];
const lists = all.filter((endpoint) => isList(endpoint as (typeof endpoints)[number]));

it("every list has a test of the bytes of its pages", () => {
	expect(lists.map(({ id }) => id).sort()).toEqual([...Object.keys(kinds), ...Object.keys(ofTheService)].sort());
});

describe("a page of the largest records ends at 4 MiB, and the pages together are the whole list", () => {
	let studio: Studio;
	beforeAll(async () => {
		studio = await newFullStudio();
	});

	it.each(lists.filter(({ id }) => kinds[id]).map(({ id, path, query }) => [id, path, query?.shape ?? {}]))(
		"%s",
		async (id, path, query) => {
			const { ids, row } = await largestRecords(studio, kinds[id] as Kind);
			await expectToWeighLargeColumns(addressOf(path, studio), studio, row);
			const pages = await pagesOf(addressOf(path, studio), studio);
			for (const page of pages) expectToFit(page);
			const listed = idsIn(pages);
			expect(listed.filter((one) => ids.has(one)).sort()).toEqual([...ids].sort());
			expect(listed).toEqual([...listed].sort().reverse());
			if (!("sort" in query)) return;
			const rising = await pagesOf(addressOf(path, studio), studio, "&sort=updated_at");
			for (const page of rising) expectToFit(page);
			expect(idsIn(rising).sort()).toEqual([...listed].sort());
		},
	);

	it("a search of clients", async () => {
		const pages = await pagesOf("/v1/clients", studio, `&q=${encodeURIComponent("日日")}`);
		for (const page of pages) expectToFit(page);
		expect(pages.length).toBeGreaterThan(1);
		expect(idsIn(pages)).toHaveLength(copiesIn(pages.flat()[0]));
	});

	it("a record that changes while the page is read is on it as it then is, with its place in the list", async () => {
		const [firstPage = []] = await pagesOf("/v1/clients", studio, "&sort=updated_at");
		const oldest = firstPage.find(({ metadata }) => Object.keys(metadata).length === 50);
		const [newest] = (await call(200, "/v1/clients?limit=1", { key: studio.key })).body.data;
		const change = (id: string, notes: string) =>
			call(200, `/v1/clients/${id}`, { method: "PATCH", key: studio.key, body: { notes } });
		const shown = await readWhile("/v1/clients?limit=100", studio.key, () => change(newest.id, "new"));
		expect([shown[0].id, shown[0].notes]).toEqual([newest.id, "new"]);
		const rising = await readWhile("/v1/clients?limit=100&sort=updated_at", studio.key, () =>
			change(oldest.id, "late"),
		);
		expect(rising.map((record) => record.id)).not.toContain(oldest.id);
	});
});

it("the pages of the audit log end at 4 MiB, and the deletions do not load the values of settings", async () => {
	const { id, key } = await newWorld();
	const changes = JSON.stringify({ description: { old: "x".repeat(1_000_000), new: null } });
	const ids = Array.from({ length: 9 }, (_, n) => newId("audit_entry", n + 1));
	await addRows(
		...ids.map((entry): Row => {
			const by = { actor_type: "system", request_id: "req_1", resource_id: "none", created_at: 1 };
			return ["audit_entries", { id: entry, tenant_id: id, action: "form.deleted", ...by, changes }];
		}),
	);
	for (const path of ["/v1/audit_log?limit=100", `/admin/audit_log?limit=100&tenant_id=${id}`]) {
		const pages = await readAllPages(path, tokenFor(path, key));
		for (const page of pages) expectToFit(page);
		expect(idsIn(pages), path).toEqual(ids.toReversed());
	}
	const loaded = vi.spyOn(JSON, "parse");
	expect((await call(200, "/v1/deletions", { key })).body.data).toHaveLength(9);
	expect(loaded.mock.calls.filter(([text]) => text.startsWith('{"description"'))).toEqual([]);
	loaded.mockRestore();
});

const addressOf = (path: string, { id, artistId }: Studio): string =>
	path.replace(":artist_id", artistId).replace(":tenant_id", id);

// biome-ignore lint/suspicious/noExplicitAny: records of every kind
type AnyRecord = any;

const idsIn = (pages: AnyRecord[][]): string[] => pages.flat().map((record) => record.id);

const bytesIn = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

/** Three pages, but not more than a page reads: one more than it shows. */
const copiesIn = (record: unknown): number => Math.min(101, Math.ceil((3 * mostBytes) / bytesIn(record)));

function expectToFit(page: AnyRecord[]): void {
	expect(page.length).toBeLessThanOrEqual(100);
	if (page.length > 1) expect(bytesIn(page)).toBeLessThanOrEqual(mostBytes + namesOfFields);
}

const pagesOf = (path: string, { key }: Studio, query = ""): Promise<AnyRecord[][]> =>
	readAllPages(`${path}?limit=100${query}`, tokenFor(path, key));

/**
 * A page without a single large value is read in one statement. The columns that it does not weigh must be small enough
 * then, whatever they hold.
 */
async function expectToWeighLargeColumns(path: string, { key }: Studio, row: Row[1]): Promise<void> {
	if (100 * bytesIn(row) < mostBytes) return;
	const { statements } = await costOf(path, tokenFor(path, key));
	const weighed = statements.flatMap((sql) =>
		[...sql.matchAll(/octet_length\((?:"\w+"\.)?"(\w+)"\)/g)].map(([, name]) => name),
	);
	const others = Object.entries(row).filter(([name]) => !weighed.includes(name));
	expect(bytesIn(Object.fromEntries(others))).toBeLessThanOrEqual(8 * 1024);
}

const tokenFor = (path: string, key: string): string => (path.startsWith("/admin") ? (env.OPERATOR_TOKEN ?? "") : key);

async function largestRecords(
	studio: Studio,
	{ create, table, given, different }: Kind,
): Promise<{ ids: Set<string>; row: Row[1] }> {
	const { path, body } = all.find(({ id }) => id === create) as { path: string; body: z.ZodObject };
	const address = addressOf(path, studio);
	const answer = await call(201, address, {
		key: tokenFor(address, studio.key),
		body: { ...largestBody(body), ...given?.(studio) },
	});
	const record: AnyRecord = [answer.body, ...Object.values<AnyRecord>(answer.body)].find((one) => one?.id);
	const prefix = record.id.slice(0, -12);
	const [one] = (await rows(`SELECT * FROM ${table} WHERE id = ?`, record.id)) as [Row[1]];
	const own: Record<string, string> = { ...different, id: `'${prefix}' || printf('%012x', i)` };
	const names = Object.keys(one);
	await database
		.prepare(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
			INSERT INTO ${table} (${names.map((name) => `"${name}"`)})
			SELECT ${names.map((name) => own[name] ?? `"${name}"`)} FROM n CROSS JOIN ${table} WHERE tenant_id = ?2 AND id = ?3`,
		)
		.bind(copiesIn(record) - 1, studio.id, record.id)
		.run();
	const found = await rows(`SELECT id FROM ${table} WHERE id LIKE ?`, `${prefix}%`);
	expect(found).toHaveLength(copiesIn(record));
	return { ids: new Set(found.map(({ id }) => String(id))), row: one };
}

/** `meanwhile` runs before the statement that reads the large values. */
async function readWhile(path: string, key: string, meanwhile: () => Promise<unknown>): Promise<AnyRecord[]> {
	let begun = false;
	const bindings = envWith(
		(d1) =>
			new Proxy(d1, {
				get(target, name) {
					const member = Reflect.get(target, name, target);
					if (name !== "prepare") return typeof member === "function" ? member.bind(target) : member;
					return (sql: string) => {
						const statement = target.prepare(sql);
						if (!sql.includes("json_each")) return statement;
						const bind = statement.bind.bind(statement);
						statement.bind = (...params: unknown[]) => {
							const bound = bind(...params);
							const all = bound.all.bind(bound);
							bound.all = async <T>() => {
								if (!begun) {
									begun = true;
									await meanwhile();
								}
								return await all<T>();
							};
							return bound;
						};
						return statement;
					};
				},
			}),
	);
	const ctx = createExecutionContext();
	const headers = { Authorization: `Bearer ${key}`, "CF-Connecting-IP": newAddress() };
	const response = await worker.fetch(new Request(`https://api.test${path}`, { headers }), bindings, ctx);
	const { data } = await response.json<{ data: AnyRecord[] }>();
	await waitOnExecutionContext(ctx);
	expect(begun).toBe(true);
	return data;
}
