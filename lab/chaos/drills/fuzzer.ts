import { Pool } from "undici";
import { type Answer, Checks } from "../../harness/fuzz/check.ts";
import { Dice } from "../../harness/fuzz/dice.ts";
import { Document } from "../../harness/fuzz/document.ts";
import { type Request, requestFrom } from "../../harness/fuzz/requests.ts";
import { newTenantWithRecords, type Tenant } from "../../harness/fuzz/tenants.ts";
import { countsOf, type Drill, times } from "../drill.ts";

/** A tenant has 1000 requests a minute, so they share the work. */
const requestsPerTenant = 700;
const senders = 8;
const maxReported = 30;

export const fuzzer: Drill = {
	name: "fuzzer",
	promise:
		"of 10 000 generated requests none is answered with a 5xx, every answer is as the API document declares it, and none shows a record of another tenant",
	async run({ service, seed, requests }, findings) {
		const on = await service();
		const document = await Document.of(on.origin);
		const checks = new Checks(document);
		const tenants: Tenant[] = [];
		for (let n = 0; n < Math.max(2, requests / requestsPerTenant); n++) tenants.push(await newTenantWithRecords(on));
		for (const { id, records } of tenants)
			for (const record of [id, ...Object.values(records).flat()]) checks.own(record, id);
		const pool = new Pool(on.origin, { connections: senders, headersTimeout: 60_000 });
		const outcomes: string[] = [];
		let told = 0;
		const send = async (number: number): Promise<void> => {
			const [tenant, other] = [0, 1].map((off) => tenants[(number + off) % tenants.length]) as [Tenant, Tenant];
			const dice = new Dice(seed, number);
			const request = requestFrom(document, dice, { own: tenant.records, others: other.records }, tenant.key);
			const answer = await ask(pool, request);
			outcomes.push(`${request.kind} ${Math.floor(answer.status / 100)}xx`);
			const fault = checks.faultOf(request, answer, tenant.id);
			if (fault && told++ < maxReported) findings.expect(false, `request ${number}, ${described(request)}: ${fault}`);
		};
		let next = 0;
		const sendAll = async () => {
			while (next < requests) await send(next++);
		};
		await Promise.all(times(senders, sendAll));
		await pool.close();
		findings.note(
			`${requests} requests of ${document.operations.length} operations, ${tenants.length} tenants, seed ${seed}`,
		);
		findings.note(countsOf(outcomes.sort()));
		findings.expect(told <= maxReported, `${told} requests in all were answered wrongly.`);
	},
};

async function ask(pool: Pool, { method, path, headers, body }: Request): Promise<Answer> {
	try {
		const response = await pool.request({ method, path: path as `/${string}`, headers, body });
		const { "content-type": contentType } = response.headers;
		return { status: response.statusCode, contentType: String(contentType ?? ""), text: await response.body.text() };
	} catch (error) {
		return { status: 599, contentType: "", text: String(error) };
	}
}

const described = ({ kind, method, path, headers, body }: Request): string =>
	`${kind}, ${method} ${path.slice(0, 200)} ${JSON.stringify({ ...headers, Authorization: undefined }).slice(0, 300)} ${String(body).slice(0, 400)}`;
