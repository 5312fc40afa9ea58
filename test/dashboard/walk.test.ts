import { beforeAll, describe, expect, it } from "vitest";
import type { IdKind } from "../../src/platform/lib/ids.ts";
import { dashboard } from "../../src/web/dashboard/routes.tsx";
import { type Answer, send } from "../support/api.ts";
import { type Member, textOf } from "../support/dashboard.ts";
import {
	accountRoutes,
	addressesOf,
	type DashboardRoute,
	dashboardRoutes,
	idsOf,
	mark,
	newFullDashboard,
	type Walk,
	type WalkedStudio,
	waitForShare,
	walk,
} from "../support/dashboard-walk.ts";
import { settledDatabase } from "../support/database.ts";
import { post } from "../support/oauth.ts";
import { everyPair } from "../support/pairs.ts";

const word = "Zaubertinte";

let own: WalkedStudio;
let other: WalkedStudio;
let ownIds: Map<IdKind, string[]>;
let otherIds: Map<IdKind, string[]>;
let found: Walk;
/** The tables that the walk, which opens every page, has changed. */
let changedByWalk: string[];
beforeAll(async () => {
	own = await newFullDashboard();
	other = await newFullDashboard();
	await mark(other.id, word);
	[ownIds, otherIds] = [await idsOf(own.id), await idsOf(other.id)];
	changedByWalk = await tablesChangedBy(async () => {
		found = await walk(own.owner);
	});
});

/** The content of all tables, without the stored answers to forms, their size, and when sessions were used last. */
async function stored(): Promise<Record<string, string>> {
	return Object.fromEntries(
		Object.entries(await settledDatabase()).filter(([table]) => !/idempotency|stored_bytes|sessions/.test(table)),
	);
}

async function tablesChangedBy(act: () => Promise<unknown>): Promise<string[]> {
	const before = await stored();
	await act();
	const after = await stored();
	return Object.keys(after).filter((table) => after[table] !== before[table]);
}

/** No database may change. */
const changesNothing = async (act: () => Promise<unknown>) => expect(await tablesChangedBy(act)).toEqual([]);

/** The fields that a person would send to the address: those of its form, if the walk has found one. */
const fieldsOf = ({ path }: DashboardRoute): [string, string][] =>
	found.forms.find(({ route }) => route.path === path)?.fields ?? [];

const ask = (
	{ cookie }: Pick<Member, "cookie">,
	route: DashboardRoute,
	address: string,
	studio: string,
): Promise<Answer> => {
	const href = `${address}?studio=${studio}`;
	const headers: Record<string, string> = cookie === "" ? {} : { Cookie: cookie };
	return route.method === "GET" ? send(href, { headers }) : post(href, fieldsOf(route), { headers });
};

const name = ({ method, path }: DashboardRoute) => `${method} ${path}`;
const ofAreas = dashboardRoutes.filter((route) => !accountRoutes.includes(route));
const withIds = ofAreas.filter(({ kinds }) => Object.keys(kinds).length > 0);

it("the walk knows every address of the dashboard", () => {
	const mounted = dashboard.routes
		.filter(({ method, path }) => method !== "ALL" && !path.endsWith("*"))
		.map(({ method, path }) => `${method} ${path}`);
	expect(dashboardRoutes.map(name).sort()).toEqual([...new Set(mounted)].sort());
});

it("both studios have a record of each kind that an address names", () => {
	for (const route of withIds)
		for (const ids of [ownIds, otherIds])
			for (const kind of Object.values(route.kinds))
				expect(ids.get(kind) ?? [], `${kind}, for ${name(route)}`).not.toEqual([]);
});

describe("from the overview on, links and forms", () => {
	it("lead to every page and to every form", () => {
		expect(dashboardRoutes.map(name).filter((one) => !found.seen.has(one))).toEqual([]);
	});

	it("lead nowhere but to pages of the same studio, which all open", () => {
		expect(found.faults).toEqual([]);
	});
});

it("each page but files and previews makes at most three calls to databases in sequence", () => {
	expect(Object.values(found.calls).length).toBeGreaterThan(10);
	for (const [path, calls] of Object.entries(found.calls)) {
		expect(calls, path).toBeGreaterThan(0);
		expect(calls, path).toBeLessThanOrEqual(3);
	}
});

describe("with ids of another studio nothing is shown and nothing changes", () => {
	it("at every address", async () => {
		await changesNothing(async () => {
			for (const route of withIds)
				for (const address of addressesOf(route, otherIds)) {
					waitForShare(route);
					const inOwn = await ask(own.owner, route, address, own.id);
					// A form may be refused for its fields before its record is read.
					const refusals = route.method === "GET" ? [404] : [404, 422];
					expect(refusals, `${name(route)}: ${textOf(inOwn.text)}`).toContain(inOwn.status);
					expect(inOwn.text).not.toContain(word);
					const inOther = await ask(own.owner, route, address, other.id);
					expect(inOther.status, name(route)).toBe(404);
					expect(inOther.text).not.toContain(word);
				}
		});
	}, 120_000);

	it("in the address of the other studio, also where it names no record", async () => {
		await changesNothing(async () => {
			for (const route of ofAreas) {
				const [address = ""] = addressesOf(route, ownIds);
				const answer = await ask(own.owner, route, address, other.id);
				expect(answer.status, name(route)).toBe(404);
				expect(answer.text).not.toContain(word);
			}
		});
	});

	it("in the fields of every form", async () => {
		const rowsOfOther = async () => {
			const all = await stored();
			return Object.entries(all).map(([table, rows]) => [
				table,
				(JSON.parse(rows) as Record<string, unknown>[]).filter((row) => row.tenant_id === other.id),
			]);
		};
		const before = await rowsOfOther();
		const kindOf = new Map([...ownIds].flatMap(([kind, ids]) => ids.map((id) => [id, kind] as const)));
		for (const { route, action, fields } of found.forms) {
			if (accountRoutes.includes(route)) continue;
			const foreign = fields.map(([field, value]): [string, string] => {
				const kind = kindOf.get(value) ?? [...otherIds.keys()].find((one) => value === "" && field === `${one}_id`);
				return [field, (kind && otherIds.get(kind)?.[0]) ?? value];
			});
			if (foreign.every(([, value], n) => value === fields[n]?.[1])) continue;
			const answer = await post(action, foreign, { headers: { Cookie: own.owner.cookie } });
			expect(answer.status, `${action}: ${textOf(answer.text)}`).toBeLessThan(500);
			expect(answer.text).not.toContain(word);
		}
		expect(await rowsOfOther()).toEqual(before);
	});
});

describe("whoever may not open a page sees nothing of it and changes nothing", () => {
	it("as STAFF", async () => {
		await changesNothing(async () => {
			for (const route of ofAreas.filter(({ who }) => who === "owner"))
				for (const address of addressesOf(route, ownIds)) {
					const answer = await ask(own.staff, route, address, own.id);
					expect(answer.status, name(route)).toBe(403);
					expect(textOf(answer.text)).toMatch(/^Only owners may open this page/);
				}
		});
	});

	it("signed out", async () => {
		await changesNothing(async () => {
			for (const [cookie, route] of everyPair(["", `__Host-studio_session=${"x".repeat(43)}`], dashboardRoutes)) {
				const [address = ""] = addressesOf(route, ownIds);
				const answer = await ask({ cookie }, route, address, own.id);
				expect([answer.status, answer.text], name(route)).toEqual([303, ""]);
				expect(answer.headers.get("Location")).toMatch(/^\/sign_in\?continue=%2Fdashboard/);
			}
		});
	});

	it("from another origin", async () => {
		await changesNothing(async () => {
			const foreign: Record<string, string>[] = [
				{ Origin: "https://evil.example" },
				{ "Sec-Fetch-Site": "cross-site" },
			];
			const sends = dashboardRoutes.filter(({ method }) => method === "POST");
			for (const [headers, route] of everyPair(foreign, sends)) {
				const [address = ""] = addressesOf(route, ownIds);
				const answer = await post(`${address}?studio=${own.id}`, fieldsOf(route), {
					headers: { Cookie: own.owner.cookie, ...headers },
				});
				expect(answer.status, name(route)).toBe(403);
			}
		});
	});

	it("by opening pages: no GET changes anything", () => {
		expect(changedByWalk).toEqual([]);
	});
});

// The last test, because it changes what the others look at.
it("every form that its page offers can be sent as it stands, and is answered with a page", {
	timeout: 120_000,
}, async () => {
	const order = ["change", "create", undefined, "delete"];
	// The parts of a record are deleted before the record.
	const depthOf = ({ route }: { route: DashboardRoute }) => route.path.split("/").length;
	const isChecker = ({ path }: DashboardRoute) => path.endsWith("/verify");
	const offered = found.forms
		.filter(({ route }, n) => found.forms.findIndex((one) => one.route === route) === n)
		// The last forms delete things that the others need: records, and then the session.
		.sort((a, b) => order.indexOf(a.route.formKind) - order.indexOf(b.route.formKind) || depthOf(b) - depthOf(a))
		// A form that only checks changes nothing, so it comes first.
		.sort((a, b) => Number(isChecker(b.route)) - Number(isChecker(a.route)))
		.sort((a, b) => Number(accountRoutes.includes(a.route)) - Number(accountRoutes.includes(b.route)));
	expect(offered.length).toBeGreaterThan(5);
	for (const { route, action, fields } of offered) {
		waitForShare(route);
		const answer = await post(action, fields, { headers: { Cookie: own.owner.cookie } });
		expect([200, 303, 409, 422], `${name(route)}: ${answer.status} ${textOf(answer.text)}`).toContain(answer.status);
		if (answer.status !== 303) expect(answer.headers.get("Content-Type")).toContain("text/html");
		else
			expect([200, 303], name(route)).toContain(
				(await send(answer.headers.get("Location") ?? "", { headers: { Cookie: own.owner.cookie } })).status,
			);
	}
});
