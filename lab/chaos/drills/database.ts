import { Creates } from "../creates.ts";
import { type Drill, times } from "../drill.ts";
import { listenAt, withReceiver } from "../receiver.ts";
import { newKey, newTenant } from "../studio.ts";

export const database: Drill = {
	name: "database",
	promise:
		"every acknowledged change is there once, and its event arrives, although the databases refuse every twentieth statement, in turn before and after executing it",
	run: ({ service, short }, findings) =>
		withReceiver(async (receiver) => {
			const on = await service();
			const tenants = await Promise.all(times(3, (n) => newTenant(on, { database: `DATA_${n + 1}` })));
			const keys = await Promise.all(tenants.map((id) => newKey(on, id)));
			for (const [n, key] of keys.entries()) await listenAt(on, key, receiver.url(`/database-${n}`));
			const before = await on.faults({ refuseEveryStatement: 20 });
			const creates = new Creates(on, keys, "database");
			await Promise.all(times(10, (sender) => creates.send(sender, (sent) => sent < (short ? 5 : 60))));
			const after = await on.faults({ refuseEveryStatement: 0 });
			findings.note(
				`${after.statements - before.statements} statements, refused ${after.refusedBefore - before.refusedBefore} before and ${after.refusedAfter - before.refusedAfter} after; answers: ${creates.answers}`,
			);
			findings.expect(after.refusedAfter > before.refusedAfter, "The databases refused nothing.");
			await creates.expectEachOnce(receiver, findings);
		}),
};
