import type { Service } from "./service/service.ts";

const dayMs = 86_400_000;

/** A studio, and the address that its reminder goes to. */
export interface Reminder {
	tenant: string;
	to: string;
}

let added = 0;

/** Gives each studio an appointment in a day, whose reminder is due at a time. */
export async function addReminders(
	on: Service,
	database: string,
	reminders: readonly Reminder[],
	due: number,
): Promise<void> {
	const data = await on.database(database);
	const [now, start] = [Date.now(), due + dayMs];
	const rows = reminders.flatMap(({ tenant, to }) => {
		const n = added++;
		return [
			data
				.prepare(
					`INSERT INTO artists (id, tenant_id, name, slug, timezone, status, created_at, updated_at)
				VALUES (?, ?, 'Mia', ?, 'UTC', 'ACTIVE', ?, ?)`,
				)
				.bind(`art_due_${n}`, tenant, `mia-${n}`, now, now),
			data
				.prepare(
					`INSERT INTO clients (id, tenant_id, email, email_key, first_name, created_at, updated_at)
				VALUES (?, ?, ?, ?, 'Ana', ?, ?)`,
				)
				.bind(`cli_due_${n}`, tenant, to, to, now, now),
			data
				.prepare(
					`INSERT INTO appointments (id, tenant_id, artist_id, client_id, status, start_at, end_at, timezone, day_start_at,
					day_end_at, created_at, updated_at) VALUES (?, ?, ?, ?, 'SCHEDULED', ?, ?, 'UTC', ?, ?, ?, ?)`,
				)
				.bind(
					`apt_due_${n}`,
					tenant,
					`art_due_${n}`,
					`cli_due_${n}`,
					start,
					start + 3_600_000,
					start,
					start + dayMs,
					now,
					now,
				),
			data
				.prepare("INSERT INTO reminders (tenant_id, appointment_id, at, created_at) VALUES (?, ?, ?, ?)")
				.bind(tenant, `apt_due_${n}`, due, now),
		];
	});
	while (rows.length > 0) await data.batch(rows.splice(0, 200));
}
