import type { Cloudflare } from "../cloudflare.ts";

/**
 * The database was not there at the time of the restore. Its rows stay for a day, like those of studios that have moved
 * away, and the scheduled work then removes them.
 */
export async function setAside(cloudflare: Cloudflare, binding: string, id: string): Promise<string> {
	const { bookmark } = await cloudflare.get<{ bookmark: string }>(`/d1/database/${id}/time_travel/bookmark`);
	const open = await cloudflare.query<{ id: string }>(
		id,
		"SELECT tenant_id AS id FROM studios WHERE state <> 'DEPARTED'",
	);
	await cloudflare.query(id, leave(Date.now()));
	const studios = open.length === 0 ? "no studio" : `${open.map(({ id }) => id).join(", ")}`;
	return `${binding}: made after that time, so its studios are closed there and removed in a day (${studios}). Its bookmark before was ${bookmark}`;
}

/** Any later move replaces a departure with the number 0 (src/platform/db/tables/data/upkeep/moves.ts). */
const leave = (now: number) => `DELETE FROM arrivals;
	INSERT INTO departures (tenant_id, move_id, number, to_database, departed_at)
		SELECT tenant_id, 'restore', 0, '', ${now} FROM studios WHERE true
		ON CONFLICT (tenant_id) DO UPDATE SET number = 0, departed_at = excluded.departed_at, called_off_at = NULL;
	UPDATE studios SET state = 'DEPARTED';`;
