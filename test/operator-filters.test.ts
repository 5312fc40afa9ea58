import { describe, expect, it } from "vitest";
import { advance } from "./support/clock.ts";
import { newTenant, operate } from "./support/world.ts";

const idsOf = async (path: string): Promise<string[]> =>
	(await operate(200, path)).body.data.map(({ id }: { id: string }) => id);

describe("the operator", () => {
	it("finds tenants by email, name, plan and subscription status, in any combination and both orders", async () => {
		const mark = crypto.randomUUID();
		const email = `${mark}@example.com`;
		const [one, two, three] = [
			await newTenant({ name: `Black ${mark}`, email, plan: "crew" }),
			await newTenant({ name: `Black ${mark}`, email: `other-${email}`, plan: "duo" }),
			await newTenant({ name: `White ${mark}`, email, plan: "crew" }),
		];
		advance(1);
		await operate(200, `/admin/tenants/${one}`, { method: "PATCH", body: { subscription_status: "past_due" } });
		expect(await idsOf(`/admin/tenants?email=${email.toUpperCase()}`)).toEqual([three, one]);
		expect(await idsOf(`/admin/tenants?email=${email}&sort=updated_at`)).toEqual([three, one]);
		expect(await idsOf(`/admin/tenants?name=black%20${mark}`)).toEqual([two, one]);
		expect(await idsOf(`/admin/tenants?name=black%20${mark}&plan=crew`)).toEqual([one]);
		expect(await idsOf(`/admin/tenants?email=${email}&subscription_status=active`)).toEqual([three]);
		expect((await idsOf("/admin/tenants?subscription_status=past_due&plan=crew")).includes(one)).toBe(true);
		expect(await idsOf("/admin/tenants?email=nobody@example.com")).toEqual([]);
		await operate(400, "/admin/tenants?plan=CREW");
	});

	it("goes on with a cursor within a filter", async () => {
		const name = crypto.randomUUID();
		const made = [await newTenant({ name }), await newTenant({ name }), await newTenant({ name })];
		const { body } = await operate(200, `/admin/tenants?name=${name}&limit=2`);
		expect(body.data.map(({ id }: { id: string }) => id)).toEqual([made[2], made[1]]);
		expect(await idsOf(`/admin/tenants?name=${name}&limit=2&cursor=${body.next_cursor}`)).toEqual([made[0]]);
	});

	it("finds the OAuth apps of a tenant", async () => {
		const [tenantId, other] = [await newTenant({ plan: "empire" }), await newTenant({ plan: "empire" })];
		const register = async (tenant_id: string, name: string) =>
			(
				await operate(201, "/admin/oauth_apps", {
					body: { tenant_id, name, redirect_uris: ["https://app.example/back"], scopes: ["read:clients"] },
				})
			).body.app.id;
		const made = [await register(tenantId, "one"), await register(other, "two"), await register(tenantId, "three")];
		expect(await idsOf(`/admin/oauth_apps?tenant_id=${tenantId}`)).toEqual([made[2], made[0]]);
		expect(await idsOf(`/admin/oauth_apps?tenant_id=${tenantId}&sort=updated_at`)).toEqual([made[0], made[2]]);
		expect(await idsOf(`/admin/oauth_apps?tenant_id=ten_${"0".repeat(32)}`)).toEqual([]);
	});
});
