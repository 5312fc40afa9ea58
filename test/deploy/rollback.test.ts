import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Version } from "./cloud/resources.ts";
import { send } from "./operator.ts";
import { quickWrangler } from "./quick-wrangler.ts";
import { Rehearsal, usual } from "./rehearsal.ts";

// The lines about failures would hide the output of the tests.
beforeEach(() => {
	vi.spyOn(console, "error").mockImplementation(() => {});
});

const host = "api.example.com";
const textOf = ({ said }: Rehearsal) => said.join("\n");
const serving = ({ cloud }: Rehearsal) => cloud.edge.versionAt(host);

type Answering = (request: Request) => Response | undefined;

/** The product, but for the requests that `answer` answers, in the versions from this number on. */
function breakFrom({ cloud }: Rehearsal, from: number, answer: Answering): void {
	const { load } = cloud.edge;
	cloud.edge.load = async (version: Version) => {
		const worker = (await load(version)) as { default: { fetch: (request: Request, ...rest: unknown[]) => Response } };
		if (version.number < from) return worker;
		const fetch = (request: Request, ...rest: unknown[]) => answer(request) ?? worker.default.fetch(request, ...rest);
		return { ...worker, default: { ...worker.default, fetch } };
	};
}

const down: Answering = () => new Response("Error 1101", { status: 500 });

async function deployed({ patienceMs = 100 } = {}): Promise<Rehearsal> {
	const rehearsal = new Rehearsal(quickWrangler);
	expect(await rehearsal.deploy(...usual)).toBe(true);
	return Object.assign(rehearsal, { patienceMs });
}

describe("a deployment that is not healthy", () => {
	it("is rolled back by itself and said, and the version before serves", async () => {
		const rehearsal = await deployed();
		const before = serving(rehearsal);
		breakFrom(rehearsal, 2, down);
		expect(await rehearsal.deploy(...usual)).toBe(false);
		expect(textOf(rehearsal)).toContain(`NOT HEALTHY: https://${host}/healthz answers 500.`);
		expect(textOf(rehearsal)).toContain(`Version ${before?.id} serves again.`);
		expect(serving(rehearsal)).toBe(before);
		expect((await fetch(`https://${host}/healthz`)).status).toBe(200);
	});

	it("is one whose binding fails, too", async () => {
		const rehearsal = await deployed();
		const before = serving(rehearsal);
		rehearsal.cloud.edge.change = (env, { number }) => (number === 2 ? { ...env, WEBHOOKS: undefined } : env);
		expect(await rehearsal.deploy(...usual)).toBe(false);
		expect(textOf(rehearsal)).toMatch(/NOT HEALTHY: WEBHOOKS does not answer/);
		expect(serving(rehearsal)).toBe(before);
	});

	it("is one in which the version before goes on answering", async () => {
		const rehearsal = await deployed();
		const { hostOf } = rehearsal.cloud.edge;
		const first = serving(rehearsal) as Version;
		rehearsal.cloud.edge.hostOf = () => hostOf.call(rehearsal.cloud.edge, first);
		expect(await rehearsal.deploy(...usual)).toBe(false);
		expect(textOf(rehearsal)).toContain(`version ${first.id} answers instead of`);
	});

	it("has nothing to go back to if it is the first", async () => {
		const rehearsal = Object.assign(new Rehearsal(quickWrangler), { patienceMs: 100 });
		breakFrom(rehearsal, 1, down);
		expect(await rehearsal.deploy(...usual)).toBe(false);
		expect(textOf(rehearsal)).toContain("There is no version before it to go back to.");
		expect(rehearsal.cloud.workers.get("tattoo-studio-api")?.deployments).toHaveLength(1);
	});

	it("stays if somebody has deployed another version meanwhile", async () => {
		const rehearsal = await deployed();
		breakFrom(rehearsal, 2, down);
		const worker = rehearsal.cloud.workers.get("tattoo-studio-api");
		rehearsal.faultOf = (call) => {
			const [first] = worker?.versions ?? [];
			const isAsked = call === `GET ${host}/healthz` && worker?.versions.length === 2;
			if (isAsked && first && worker?.deployments.length === 2)
				worker.deployments.unshift({ id: "x", created_on: "", versions: [{ version_id: first.id, percentage: 100 }] });
			return undefined;
		};
		expect(await rehearsal.deploy(...usual)).toBe(false);
		expect(textOf(rehearsal)).toContain("was deployed meanwhile and stays");
		expect(
			rehearsal.calls.filter((call) => call === "POST /workers/scripts/tattoo-studio-api/deployments"),
		).toHaveLength(1);
	});
});

describe("a deployment that is healthy", () => {
	it("is one that a slow start delays", async () => {
		const rehearsal = await deployed({ patienceMs: 5000 });
		let failures = 3;
		breakFrom(rehearsal, 2, (request) => (failures-- > 0 ? down(request) : undefined));
		expect(await rehearsal.deploy(...usual)).toBe(true);
		expect(textOf(rehearsal)).toContain("not yet");
	});

	it("is one that fails at nothing but the version before did: going back would not help", async () => {
		const rehearsal = await deployed({ patienceMs: 5000 });
		rehearsal.cloud.edge.change = (env) => ({ ...env, WEBHOOKS: undefined });
		rehearsal.cloud.edge.forget();
		expect(await rehearsal.deploy(...usual)).toBe(true);
		expect(textOf(rehearsal)).toContain("as healthy as before: WEBHOOKS does not answer");
	});
});

describe("--smoke", () => {
	const studios = async (rehearsal: Rehearsal) => {
		const { data } = await send(rehearsal, "GET", "/admin/tenants?limit=100");
		return data.map(({ name, delete_at }: { name: string; delete_at: string | null }) => [name, delete_at !== null]);
	};
	const left = [
		["Smoke test of the deployment", true],
		["First studio", false],
	];

	it("books, receives the webhook about it at the deployed address, and leaves nothing open", async () => {
		const rehearsal = new Rehearsal(quickWrangler);
		expect(await rehearsal.deploy(...usual, "--smoke")).toBe(true);
		expect(textOf(rehearsal)).toMatch(
			/works: an appointment at 20.*its webhook arrived at https:\/\/api\.example\.com\/healthz/,
		);
		expect(rehearsal.calls).toContain(`POST ${host}/healthz`);
		expect(await studios(rehearsal)).toEqual(left);
	});

	it("takes a version that does not work back, and says why", async () => {
		const rehearsal = await deployed({ patienceMs: 5000 });
		const before = serving(rehearsal);
		breakFrom(rehearsal, 2, (request) =>
			request.method === "POST" && new URL(request.url).pathname === "/healthz" ? down(request) : undefined,
		);
		expect(await rehearsal.deploy(...usual, "--smoke")).toBe(false);
		expect(textOf(rehearsal)).toContain("DOES NOT WORK: a webhook failed (");
		expect(serving(rehearsal)).toBe(before);
		expect(await studios(rehearsal)).toEqual(left);
	});
});
