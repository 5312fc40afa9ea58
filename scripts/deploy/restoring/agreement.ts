import type { Cloudflare } from "../cloudflare.ts";
import type { Deployed } from "../installation.ts";

type Database = Deployed["databases"][number];

/** Cloudflare takes a request of this size, and a statement of at most 100 KB. */
const maxChars = 60_000;

/** docs/restoring.md says why each of the steps is needed. All of it is safe to repeat. */
export class Agreement {
	private readonly cloudflare: Cloudflare;
	private readonly control: Database;
	private readonly data: Database[];

	constructor({ cloudflare, databases }: Pick<Deployed, "cloudflare" | "databases">) {
		const [control, ...data] = databases;
		if (!control) throw new Error("The control database is missing.");
		this.cloudflare = cloudflare;
		this.control = control;
		this.data = data;
	}

	async reach(): Promise<void> {
		for (const each of this.data) await this.carry(each, this.control, placesIn(each.binding));
		for (const each of this.data) {
			await this.carry(this.control, each, studiosOf(each.binding));
			await this.carry(this.control, each, departedFrom(each.binding));
			await this.carry(this.control, each, deletionsIn(each.binding));
			await this.carry(each, this.control, addressesIn(each.binding));
		}
		await this.run(this.control, lookAgain);
	}

	/** Runs in one database the statements that a query writes in another one. */
	private async carry(from: Database, to: Database, sql: string): Promise<void> {
		let text = "";
		for (const { line } of await this.cloudflare.query<{ line: string }>(from.id, sql)) {
			if (text.length + line.length > maxChars) {
				await this.run(to, text);
				text = "";
			}
			text += `${line}\n`;
		}
		if (text) await this.run(to, text);
	}

	/** The statements have names and emails of studios, which other users of this machine could read on a command line. */
	private run({ id }: Database, sql: string): Promise<unknown> {
		return this.cloudflare.query(id, sql);
	}
}

/** The database of each tenant, and the numbers of the effects that it had, for the control database. */
const placesIn = (binding: string) => `SELECT printf('UPDATE tenants SET effects = max(effects, %d), "database" = %Q,
	credential_version = credential_version + 1000000 WHERE id = %Q;', effects, '${binding}', tenant_id) AS line
	FROM studios WHERE state IN ('OPEN', 'DELETING')`;

/** The row of each studio of a data database. */
const studiosOf = (
	binding: string,
) => `SELECT printf('INSERT INTO studios (tenant_id, effects, name, email, timezone, plan)
	VALUES (%Q, %d, %Q, %Q, %Q, %Q) ON CONFLICT (tenant_id) DO UPDATE SET effects = max(effects, excluded.effects),
	name = excluded.name, email = excluded.email, timezone = excluded.timezone, plan = excluded.plan;',
	id, effects - (SELECT count(*) FROM effects WHERE tenant_id = t.id), name, email, timezone, plan) AS line
	FROM tenants t WHERE "database" = '${binding}'`;

/** The studios whose tenants have moved away from a data database. */
const departedFrom = (binding: string) =>
	`SELECT printf('UPDATE studios SET state = ''DEPARTED'' WHERE tenant_id = %Q;', id) AS line
	FROM tenants WHERE "database" <> '${binding}'`;

/** The studios of a data database that are being deleted. */
const deletionsIn = (binding: string) => `SELECT printf('UPDATE studios SET state = %Q WHERE tenant_id = %Q
	AND state IN (''OPEN'', ''DELETING'');', iif(delete_at IS NULL, 'OPEN', 'DELETING'), id) AS line
	FROM tenants WHERE "database" = '${binding}'`;

/** The addresses of the artists of a data database, for the control database. */
const addressesIn = (binding: string) => `SELECT printf('INSERT OR IGNORE INTO booking_addresses (slug, tenant_id)
	SELECT %Q, id FROM tenants WHERE id = %Q AND "database" = %Q;', slug, tenant_id, '${binding}') AS line FROM artists`;

/** The service looks at each address again: it keeps those that artists have, and gives up the others. */
const lookAgain = "UPDATE booking_addresses SET held_until = 1 WHERE held_until IS NULL";
