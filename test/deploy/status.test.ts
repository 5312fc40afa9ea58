import { beforeEach, describe, expect, it, vi } from "vitest";
import { newStudio } from "./operator.ts";
import { quickWrangler } from "./quick-wrangler.ts";
import { Rehearsal, usual } from "./rehearsal.ts";

beforeEach(() => {
	vi.spyOn(console, "error").mockImplementation(() => {});
});

const textOf = ({ said }: Rehearsal) => said.join("\n");

async function deployed(): Promise<Rehearsal> {
	const rehearsal = new Rehearsal(quickWrangler);
	expect(await rehearsal.deploy(...usual)).toBe(true);
	return rehearsal;
}

describe("npm run status", () => {
	it("shows version, migrations, health, sizes and costs in one screen, and that all is well", async () => {
		const rehearsal = await deployed();
		await newStudio(rehearsal, "Ink", "DATA_1");
		expect(await rehearsal.status()).toBe(true);
		const text = textOf(rehearsal);
		expect(text.split("\n").length).toBeLessThan(25);
		expect(text).toContain("tattoo-studio-api at https://api.example.com: all is well");
		expect(text).toContain(`version     ${rehearsal.cloud.edge.versionAt("api.example.com")?.id} (number 1`);
		expect(text).toMatch(/migrations {2}all applied: \d+ of the control database, \d+ of the data database\n/);
		expect(text).toContain("deliveries  none is due");
		expect(text).toMatch(/DATA_1 .* 2 studios, ACTIVE/);
		expect(text).toContain("5.00 dollars a month for Workers Paid");
		expect(text).toContain("0.35 for each thousand mails");
	});

	it("changes nothing", async () => {
		const rehearsal = await deployed();
		rehearsal.calls.length = 0;
		await rehearsal.status();
		expect(rehearsal.calls.filter((call) => !/^GET|\/query$/.test(call))).toEqual([]);
	});

	it("tells a monitor that a binding fails", async () => {
		const rehearsal = await deployed();
		rehearsal.cloud.edge.change = (env) => ({ ...env, WEBHOOKS: undefined });
		rehearsal.cloud.edge.forget();
		expect(await rehearsal.status()).toBe(false);
		expect(textOf(rehearsal)).toContain("! WEBHOOKS does not answer");
	});

	it("tells a monitor that the service is away, and that migrations are missing", async () => {
		const rehearsal = await deployed();
		const control = rehearsal.cloud.databases.find(({ name }) => name === "tattoo-studio-control");
		control?.sqlite.transaction([{ sql: "DELETE FROM d1_migrations", params: [] }]);
		rehearsal.cloud.edge.callsWithoutCertificate = 100;
		expect(await rehearsal.status()).toBe(false);
		expect(textOf(rehearsal)).toContain("! https://api.example.com/healthz does not answer (fetch failed)");
		expect(textOf(rehearsal)).toContain("! DB lacks migrations of this clone");
	});

	it("says in a clone that has deployed nothing what it lacks", async () => {
		await expect(new Rehearsal(quickWrangler).status()).rejects.toThrow("This clone has not deployed tattoo-studio");
	});
});
