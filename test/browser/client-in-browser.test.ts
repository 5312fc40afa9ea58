import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ProjectWithClient } from "../drills/packed-client.ts";
import { sharedServer } from "../drills/shared-server.ts";
import { inPage, TestBrowser } from "./browser.ts";

const server = sharedServer();
let project: ProjectWithClient;
let browser: TestBrowser;

beforeAll(async () => {
	project = new ProjectWithClient();
	browser = await TestBrowser.launch();
	await server.ready();
});
afterAll(async () => {
	await browser.close();
	project.remove();
});

/** The site has another origin. */
async function siteWith(script: string): Promise<{ origin: string; close(): void }> {
	const site = createServer((request, response) => {
		const isScript = request.url === "/script.js";
		response.writeHead(200, { "Content-Type": isScript ? "text/javascript" : "text/html" });
		response.end(
			isScript ? script : '<!doctype html><link rel="icon" href="data:,"><script src="/script.js"></script>',
		);
	});
	await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
	return { origin: `http://127.0.0.1:${(site.address() as AddressInfo).port}`, close: () => site.close() };
}

it("a page of another origin uses the bundled client", async () => {
	const entry = project.write("page.mjs", 'export * from "tattoo-studio";');
	const { outputFiles } = await build({
		entryPoints: [entry],
		bundle: true,
		write: false,
		minify: true,
		format: "iife",
		globalName: "client",
		platform: "browser",
	});
	const site = await siteWith(outputFiles[0]?.text ?? "");
	try {
		const page = await browser.newPage();
		await page.goto(site.origin);
		const options = JSON.stringify({ apiKey: await server.newKey(), baseUrl: server.origin });
		await page.evaluate(`window.studio = new client.TattooStudio(${options})`);
		const made = await inPage(page, async ({ studio }) => {
			const client = await studio.clients.create({ email: "noor@example.com", first_name: "Noor", nick: "N" });
			const read = await studio.clients.get(client.id, { ifNoneMatch: client.etag });
			return {
				...client,
				requestId: client.requestId,
				rateLimit: client.rateLimit,
				ignored: client.ignoredFields,
				read,
			};
		});
		// The headers that the service exposes to scripts of other origins.
		expect(made).toMatchObject({ first_name: "Noor", ignored: ["nick"], read: null });
		expect(made.requestId).toMatch(/^req_/);
		expect(made.rateLimit.limit).toBeGreaterThan(0);
		const refused = await inPage(page, async ({ studio, client }) => {
			const again = await studio.clients
				.create({ email: "noor@example.com", first_name: "Noor" })
				.catch((error: unknown) => error);
			return {
				isDuplicate: again instanceof client.DuplicateEmailError,
				existingId: again.existingId,
				name: again.name,
			};
		});
		expect(refused).toEqual({ isDuplicate: true, existingId: made.id, name: "DuplicateEmailError" });
		const event = await inPage(page, async ({ studio }) => (await studio.events.follow({ after: 0 }).next()).value);
		expect(event).toMatchObject({ sequence: 1, type: "client.created", data: { clientId: made.id } });
		// A read of what is known is a 304, of which the browser says nothing, and a refusal is told in its console alone.
		await browser.closePages();
	} finally {
		site.close();
	}
}, 60_000);
