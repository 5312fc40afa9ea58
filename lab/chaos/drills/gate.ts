import { setTimeout as sleep } from "node:timers/promises";
import { countsOf, type Drill, times } from "../drill.ts";
import type { Service } from "../service/service.ts";
import { newKey, newTenant } from "../studio.ts";

/** The number of tries for a create. */
const maxTries = 100;

export const gate: Drill = {
	name: "gate",
	promise:
		"nothing is lost, doubled or let through while a tenant's gate crashes again and again and forgets all that it has in memory",
	async run({ service, short }, findings) {
		const on = await service();
		const id = await newTenant(on);
		const [key, small] = [await newKey(on, id), await newKey(on, id, 100)];
		const keyId = (await on.call("GET", "/v1/me", { key })).body.api_key.id;
		const crashing = new Crashing(on, id);
		const answers: string[] = [];
		const creates = short ? 3 : 25;
		const send = async (sender: number) => {
			for (let n = 0; n < creates; n++) {
				const name = `crashed-${sender}-${n}`;
				const body = { email: `${name}@example.com`, first_name: name };
				const ask = async () => {
					const answer = await on.call("POST", "/v1/clients", { key, body, headers: { "Idempotency-Key": name } });
					answers.push(`${answer.status} ${answer.body.code ?? ""}`.trim());
					return answer.status;
				};
				// The same create twice at once, and then again until it succeeds.
				let status = Math.min(...(await Promise.all([ask(), ask()])));
				for (let tries = 0; status !== 201 && tries < maxTries; tries++) status = await ask();
			}
		};
		await Promise.all(times(10, send));
		const began = Date.now();
		const limited = await Promise.all(times(300, () => on.call("GET", "/v1/me", { key: small })));
		const refilled = Math.ceil(((Date.now() - began) * 100) / 60_000);
		const through = limited.filter(({ status }) => status === 200).length;
		findings.expect(through <= 100 + refilled, `${through} requests got through a bucket of 100.`);
		findings.note(`a bucket of 100: ${countsOf(limited.map(({ status }) => status))}`);
		const revoked = await on.operate("PATCH", `/admin/api_keys/${keyId}`, { status: "REVOKED" });
		findings.expect(revoked.status === 200, `The revocation was answered ${revoked.status}.`);
		const refused = await Promise.all(times(50, () => on.call("GET", "/v1/me", { key })));
		findings.expect(
			refused.every(({ body }) => ["revoked_api_key", "service_unavailable"].includes(body.code)),
			`A revoked key was answered ${countsOf(refused.map(({ status }) => status))}.`,
		);
		const crashes = await crashing.end();
		findings.note(`${crashes} crashes, answers: ${countsOf(answers)}`);
		findings.expect(crashes > 0, "Nothing crashed.");
		const right = ["201", "409 idempotency_key_concurrent", "503 service_unavailable"];
		findings.expect(
			answers.every((one) => right.includes(one)),
			"A create was answered with something else.",
		);
		const other = await newKey(on, id);
		const clients = await on.all("/v1/clients", other);
		const made = new Set(clients.map(({ email }) => email));
		findings.expect(clients.length === made.size, `${clients.length - made.size} clients are there twice.`);
		findings.expect(made.size === 10 * creates, `${made.size} of ${10 * creates} clients are there.`);
		const events = await on.all("/v1/events", other);
		findings.expect(events.length === clients.length, `${events.length} events for ${clients.length} clients.`);
	},
};

/** Crashes the gate of a tenant again and again. */
class Crashing {
	private count = 0;
	private isOver = false;
	private readonly going: Promise<void>;

	constructor(on: Service, tenantId: string) {
		this.going = (async () => {
			while (!this.isOver) {
				await on.crashGate(tenantId);
				this.count++;
				await sleep(50);
			}
		})();
	}

	async end(): Promise<number> {
		this.isOver = true;
		await this.going;
		return this.count;
	}
}
