import type { Deployed } from "../installation.ts";

interface Row {
	id: string;
	slug?: string;
}

export async function remainderOf({ cloudflare, databases }: Deployed): Promise<string[]> {
	const [control, ...data] = databases;
	if (!control) return [];
	const query = (id: string, sql: string) => cloudflare.query<Row>(id, sql);
	const known = new Set((await query(control.id, "SELECT id FROM tenants")).map(({ id }) => id));
	const addresses = await query(control.id, "SELECT slug, tenant_id AS id FROM booking_addresses");
	const owned = new Set(addresses.map(({ slug, id }) => `${slug} ${id}`));
	const lines: string[] = [];
	for (const { binding, id } of data) {
		const studios = await query(id, "SELECT tenant_id AS id FROM studios WHERE state IN ('OPEN', 'DELETING')");
		for (const studio of studios.filter((each) => !known.has(each.id)))
			lines.push(`${studio.id} has its data in ${binding}, and the control database does not know it.`);
		for (const { slug, id: tenant } of await query(id, "SELECT slug, tenant_id AS id FROM artists"))
			if (known.has(tenant) && !owned.has(`${slug} ${tenant}`))
				lines.push(`An artist of ${tenant} in ${binding} has the address ${slug}, which is another tenant's.`);
	}
	return lines;
}
