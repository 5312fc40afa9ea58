import { env, exports } from "cloudflare:workers";
import { beforeAll, expect, inject, it } from "vitest";
import { Caller } from "../lab/harness/caller.ts";
import { type Answer, Checks } from "../lab/harness/fuzz/check.ts";
import { Dice } from "../lab/harness/fuzz/dice.ts";
import { Document } from "../lab/harness/fuzz/document.ts";
import { type Request as Generated, requestFrom } from "../lab/harness/fuzz/requests.ts";
import { newTenantWithRecords, type Tenant } from "../lab/harness/fuzz/tenants.ts";
import { advance } from "./support/clock.ts";
import { document as json } from "./support/document.ts";
import { Receiver } from "./support/receiver.ts";

class Here extends Caller {
	readonly origin = "https://api.test";
	readonly operatorToken = env.OPERATOR_TOKEN ?? "";

	protected override fetch(url: string, init: RequestInit): Promise<Response> {
		return exports.default.fetch(new Request(url, init));
	}
}

const document = new Document(json);
const checks = new Checks(document);
const tenants: Tenant[] = [];
beforeAll(async () => {
	// It takes what is sent to addresses where nobody listens.
	new Receiver();
	const here = new Here();
	for (let n = 0; n < 2; n++) {
		const tenant = await newTenantWithRecords(here);
		for (const id of [tenant.id, ...Object.values(tenant.records).flat()]) checks.own(id, tenant.id);
		tenants.push(tenant);
	}
});

async function ask({ method, path, headers, body }: Generated): Promise<Answer> {
	const request = new Request(`https://api.test${path}`, { method, headers, body, redirect: "manual" });
	const response = await exports.default.fetch(request);
	const contentType = response.headers.get("Content-Type") ?? "";
	return { status: response.status, contentType, text: await response.text() };
}

it("10 000 requests that the document generates, valid, nearly valid and hostile, are answered as it declares, never with a 5xx or a record of another tenant", async () => {
	const outcomes = new Set<number>();
	for (let number = 0; number < 10_000; number++) {
		const [tenant, other] = [0, 1].map((off) => tenants[(number + off) % 2]) as [Tenant, Tenant];
		const ids = { own: tenant.records, others: other.records };
		const request = requestFrom(document, new Dice(inject("seed"), number), ids, tenant.key);
		// Both tenants stay within their limits.
		if (number % 20 === 0) advance(1);
		const answer = await ask(request);
		outcomes.add(Math.floor(answer.status / 100));
		const { method, path, body } = request;
		expect(
			checks.faultOf(request, answer, tenant.id),
			`request ${number}: ${method} ${path} ${String(body).slice(0, 300)}`,
		).toBeUndefined();
	}
	expect(outcomes).toContain(2);
	expect(outcomes).toContain(4);
}, 600_000);
