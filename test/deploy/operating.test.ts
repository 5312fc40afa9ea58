import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { root } from "../../scripts/deploy/base.ts";
import { remember } from "./cloud/databases.ts";
import { inventoryOf } from "./inventory.ts";
import { quickWrangler } from "./quick-wrangler.ts";
import { Rehearsal } from "./rehearsal.ts";
import { soon } from "./restored.ts";

beforeEach(() => {
	vi.spyOn(console, "error").mockImplementation(() => {});
});

const text = readFileSync(join(root, "docs/operating.md"), "utf8");
const section = text.slice(text.indexOf("## Deploying"));
/** The commands that stand in blocks of their own, in the order of the page, without their comments. */
const commands = [...section.matchAll(/^npm run (deploy|restore|status|migrate)(?: -- ([^#\n]*?))? *(?:#.*)?$/gm)].map(
	([, name = "", args = ""]) => ({ name, args: args.split(" ").filter(Boolean) }),
);

it("the commands of docs/operating.md lead from an empty account to a second database, another domain and a restore", async () => {
	const rehearsal = new Rehearsal(quickWrangler);
	const { cloud } = rehearsal;
	cloud.zones.push({ id: "f".repeat(32), name: "your-domain.example", records: [] });
	cloud.senders.push("your-domain.example");
	const run = async ({ name, args }: (typeof commands)[number]) => {
		if (name === "deploy") return await rehearsal.deploy(...args);
		if (name === "status") return await rehearsal.status();
		for (const database of cloud.databases) remember(database);
		await soon();
		return await rehearsal.restore(new Date(), { isConfirmed: args.includes("--yes") });
	};
	for (const command of commands) expect([command, await run(command)]).toEqual([command, true]);
	expect(commands.map(({ name }) => name)).toEqual([
		...["deploy", "deploy", "deploy", "deploy", "restore", "restore", "status"],
	]);
	expect(inventoryOf(cloud)).toMatchObject({
		databases: ["tattoo-studio-control", "tattoo-studio-data-1", "tattoo-studio-data-2 in eu"],
		domains: ["book.your-domain.example of tattoo-studio-api"],
		studios: [1],
	});
});

it("the first deployment says that no step has met a real account, as long as the list there has a no", async () => {
	const list = text.slice(text.indexOf("### What the commands assume"), text.indexOf("## Watching it"));
	const isUnseen = /\| no *\|/.test(list);
	const rehearsal = new Rehearsal(quickWrangler);
	await rehearsal.deploy("--domain", "api.example.com", "--mail-from", "studio@example.com", "--plan");
	expect(rehearsal.said.join("\n").includes("has met a real account")).toBe(isUnseen);
});
