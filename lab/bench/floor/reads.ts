/** The reads of a booking. One of them reads many rows. */
export const bookingReads = (data: D1Database, tenant: string, live: number): D1PreparedStatement[] => [
	...Array.from({ length: 8 }, (_, n) =>
		data.prepare("SELECT * FROM records WHERE tenant_id = ? AND id = ?").bind(tenant, String(n)),
	),
	data.prepare("SELECT id, created_at FROM appointments WHERE tenant_id = ? LIMIT ?").bind(tenant, live),
];
