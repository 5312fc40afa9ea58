import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { asModule, asProgram, fences, leftOut } from "../../client/test/readme.ts";
import { signature } from "../../src/domain/events/attempts/request/sign.ts";
import { scopes } from "../../src/platform/gate/scopes.ts";
import { ProjectWithClient } from "./packed-client.ts";
import { sharedServer } from "./shared-server.ts";

const root = join(import.meta.dirname, "../../..");
const server = sharedServer();
let project: ProjectWithClient;
let env: { TATTOO_STUDIO_API_KEY: string; TATTOO_STUDIO_BASE_URL: string };

beforeAll(async () => {
	project = new ProjectWithClient();
	await server.ready();
	const studio = { name: "Client", plan: "empire", email: "client@example.com" };
	const { body: tenant } = await server.operate("POST", "/admin/tenants", studio);
	const { body } = await server.operate("POST", `/admin/tenants/${tenant.id}/api_keys`, { name: "Client", scopes });
	await server.call("POST", "/v1/artists", { key: body.key, body: { name: "Mika" } });
	env = { TATTOO_STUDIO_API_KEY: body.key, TATTOO_STUDIO_BASE_URL: server.origin };
});
afterAll(() => project.remove());

it("the package brings nothing else, and what it needs", () => {
	expect(readdirSync(join(project.folder, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
		"tattoo-studio",
	]);
	expect(readdirSync(join(project.folder, "node_modules/tattoo-studio")).sort()).toEqual([
		"LICENSE",
		"README.md",
		"dist",
		"package.json",
	]);
	const license = readFileSync(join(project.folder, "node_modules/tattoo-studio/LICENSE"), "utf8");
	expect(license).toBe(readFileSync("LICENSE", "utf8"));
});

const ask = "const me = await new TattooStudio().me.get(); console.log(me.tenant_name, me.requestId.length > 0);";

it("Node takes it with import and with require", () => {
	expect(project.run("ask.mjs", `import { TattooStudio } from "tattoo-studio"; ${ask}`, env)).toBe("Client true\n");
	const required = `const { TattooStudio } = require("tattoo-studio"); (async () => { ${ask} })();`;
	expect(project.run("ask.cjs", required, env)).toBe("Client true\n");
});

it("the examples of the README do what they say", () => {
	const printed = project.run("readme.mts", asProgram(), env).trim().split("\n");
	expect(printed[0]).toBe("Client empire");
	expect(printed).toContain("noor@example.com");
	expect(printed.some((line) => /^exists as cli_/.test(line))).toBe(true);
	expect(printed).toContain("somebody has changed it in the meantime");
	expect(printed).toContain("[ 'lead.created' ]");
	expect(printed.at(-1)).toBe("done");
	const follow = fences.find(({ info }) => info.endsWith("file=follow.ts"))?.text ?? "";
	expect(project.run("follow.mts", follow, { ...env, ONCE: "1" })).toMatch(/^\d+ noor@example\.com\n$/);
});

it("a Worker uses it in workerd", async () => {
	const entry = project.write(
		"worker.mjs",
		`import { ApiError, TattooStudio, verifyWebhook, WebhookError } from "tattoo-studio";
		export default {
			async fetch(request, env) {
				if (request.method === "POST") {
					try {
						const event = await verifyWebhook(await request.text(), request.headers, "whsec_1");
						return new Response(event.type);
					} catch (error) {
						return new Response(error instanceof WebhookError ? error.reason : String(error), { status: 400 });
					}
				}
				const studio = new TattooStudio({ apiKey: env.TATTOO_STUDIO_API_KEY, baseUrl: env.TATTOO_STUDIO_BASE_URL });
				const names = [];
				for await (const artist of studio.artists.list({ limit: 1 })) names.push(artist.name);
				const error = await studio.clients.create({ email: "no" }).catch((error) => error);
				const [event] = (await studio.events.follow({ after: 0 }).next().then(({ value }) => [value]));
				return Response.json({ names, refused: error instanceof ApiError && error.code, sequence: event.sequence });
			},
		};`,
	);
	const { outputFiles } = await build({
		entryPoints: [entry],
		bundle: true,
		write: false,
		format: "esm",
		conditions: ["workerd", "worker"],
	});
	const contents = outputFiles[0]?.text ?? "";
	const worker = new Miniflare({
		workers: [
			{
				config: {
					name: "worker",
					compatibilityDate: "2026-01-01",
					env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, { type: "json", value }])),
					manifest: {
						mainModule: "worker.mjs",
						modulesRoot: "/",
						modules: { "worker.mjs": { type: "esm", contents } },
					},
				},
			},
		],
	});
	onTestFinished(() => worker.dispose());
	const answer = await worker.dispatchFetch("http://worker/");
	expect(await answer.json()).toEqual({ names: ["Mika"], refused: "validation_failed", sequence: 1 });

	const body = '{"type":"client.created"}';
	const post = (secret: string) =>
		worker.dispatchFetch("http://worker/", {
			method: "POST",
			body,
			headers: { "Service-Signature": signature(body, [secret], Math.floor(Date.now() / 1000)) },
		});
	expect(await (await post("whsec_1")).text()).toBe("client.created");
	expect(await (await post("whsec_2")).text()).toBe("other_secret");
}, 60_000);

const types = (name: string) => join(root, "node_modules", name);
const settings = {
	"a browser": { lib: ["es2022", "dom", "dom.asynciterable"], types: [] },
	Node: { lib: ["es2022"], types: [types("@types/node")] },
	Workers: { lib: ["es2022"], types: [types("@cloudflare/workers-types")] },
};
const uses = `import { ApiError, TattooStudio, verifyWebhook } from "tattoo-studio";
export async function use(studio: TattooStudio) {
	const client = await studio.clients.create({ email: "noor@example.com", first_name: "Noor" });
	for await (const event of studio.events.follow({ types: ["client.created"] })) if (event.data.clientId === client.id) return;
}
export const isTaken = (error: unknown) => error instanceof ApiError && error.code === "slot_unavailable" && error.suggestedSlots;
export { verifyWebhook };
`;

it.each(Object.entries(settings))("its types hold where the types are those of %s alone", (_, options) => {
	const compilerOptions = { strict: true, noEmit: true, target: "es2022", module: "nodenext", ...options };
	project.write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["esm.mts", "cjs.cts"] }));
	project.write("esm.mts", uses);
	project.write("cjs.cts", uses);
	expect(compile()).toBe("");
});

it("the compiler accepts every example of the README with the installed package", () => {
	const files = fences.map((fence, n) => {
		project.write(`readme-${n}.mts`, asModule(fence));
		return `readme-${n}.mts`;
	});
	project.write("left-out.mts", leftOut);
	const compilerOptions = {
		strict: true,
		noEmit: true,
		target: "es2022",
		module: "nodenext",
		types: [types("@types/node")],
	};
	project.write("tsconfig.json", JSON.stringify({ compilerOptions, files: [...files, "left-out.mts"] }));
	expect(compile()).toBe("");
});

function compile(): string {
	const compiler = join(root, "node_modules/typescript/bin/tsc");
	try {
		return execFileSync(process.execPath, [compiler, "-p", project.folder], { encoding: "utf8" });
	} catch (error) {
		return (error as { stdout: string }).stdout;
	}
}
