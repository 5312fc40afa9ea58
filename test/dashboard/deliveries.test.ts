import { beforeAll, describe, expect, it } from "vitest";
import { readHeaders } from "../../src/domain/events/signature-check/pasted-headers.ts";
import { verify } from "../../src/domain/events/signature-check/verify.ts";
import { call } from "../support/api.ts";
import { rows } from "../support/database.ts";
import {
	type CreatedEndpoint,
	createClient,
	createEndpoint,
	deliveriesOf,
	waitForAttempts,
} from "../support/deliveries.ts";
import { Receiver } from "../support/receiver.ts";
import { newWorkbenchMember, pageTextOf, pathsIn, type WorkbenchMember } from "../support/workbench.ts";
import { newTenant, newWorld, type Tenant } from "../support/world.ts";

const path = "/dashboard/deliveries";
const hostile = `<script>alert("1")</script> it's down`;

let receiver: Receiver;
let world: Tenant;
let owner: WorkbenchMember;
let endpoint: CreatedEndpoint;
let deliveryId: string;

const text = (html: string) =>
	html
		.replaceAll("&lt;", "<")
		.replaceAll("&gt;", ">")
		.replaceAll("&quot;", '"')
		.replaceAll("&#39;", "'")
		.replaceAll("&amp;", "&");

const copied = (html: string, id: string): string =>
	text(new RegExp(`<pre id="${id}"[^>]*>(.*?)</pre>`, "s").exec(html)?.[1] ?? "");

beforeAll(async () => {
	receiver = new Receiver();
	world = await newWorld({ plan: "studio", database: "DATA_1" });
	owner = await newWorkbenchMember(world.id);
	endpoint = await createEndpoint(world.key);
	receiver.answers(endpoint.url, () => new Response(hostile, { status: 400 }));
	const body = { email: "o'hara@example.com", first_name: "O'Hara", notes: `$(rm -rf) \`x\` "y"` };
	await call(201, "/v1/clients", { key: world.key, body, headers: { "X-Request-ID": "made-by-me" } });
	await receiver.until(endpoint.url, 1);
	const [delivery] = await deliveriesOf(world.key, endpoint.id);
	deliveryId = delivery.id;
	await waitForAttempts(world.key, deliveryId, 1);
});

describe("the page of a delivery", () => {
	it("shows each attempt with its answer as text, and leads to event, endpoint and request", async () => {
		const { status, text: html } = await owner.open(`${path}/${deliveryId}`);
		expect(status).toBe(200);
		expect(html).not.toContain("<script>alert");
		expect(copied(html, "answer-1")).toBe(hostile);
		const [sent] = receiver.at(endpoint.url);
		expect(pathsIn(html)).toEqual(
			expect.arrayContaining([
				`/dashboard/webhooks/${endpoint.id}`,
				`/dashboard/events/${sent?.event.id}`,
				"/dashboard/requests/made-by-me",
				`${path}/${deliveryId}/replay`,
			]),
		);
	});

	it("shows the headers that were sent, and says of the others that they were not kept", async () => {
		const shown = copied((await owner.open(`${path}/${deliveryId}`)).text, "request-1");
		const sent = receiver.at(endpoint.url)[0]?.headers;
		for (const line of shown.split("\n")) {
			const [name = "", value = ""] = line.split(/: (.*)/s);
			if (value.includes("not stored"))
				expect(name).toMatch(/^(Service-Signature|webhook-timestamp|webhook-signature)$/);
			else expect(sent?.get(name)).toBe(value);
		}
		expect(shown.split("\n")).toHaveLength(10);
	});

	it("gives a curl command with the same body, whose signatures verify with the endpoint's secret", async () => {
		const command = copied((await owner.open(`${path}/${deliveryId}`)).text, "curl");
		const [sent] = receiver.at(endpoint.url);
		const words = [...command.matchAll(/'((?:[^']|'\\'')*)'/g)].map(([, word = ""]) => word.replaceAll("'\\''", "'"));
		expect(words[0]).toBe(endpoint.url);
		expect(words.at(-1)).toBe(sent?.body);
		const candidates = [{ secret: endpoint.secret, whose: "present" as const }];
		const given = { body: words.at(-1) ?? "", candidates, sent: null, now: Date.now() };
		const headers = readHeaders(words.slice(1, -1).join("\n"));
		const { "service-signature": own, ...standard } = headers;
		expect(verify({ ...given, headers: { "service-signature": own ?? "" } }).title).toBe("It verifies");
		expect(verify({ ...given, headers: standard }).title).toBe("It verifies");
		expect(command).not.toContain("whsec_");
	});

	it("sends the delivery once more, with one audit entry of the person, and tells when it cannot", async () => {
		receiver.answersStatus(endpoint.url, 200);
		const answer = await owner.submit(`${path}/${deliveryId}/replay`);
		expect(answer.headers.get("Location")).toContain("done=replayed");
		await waitForAttempts(world.key, deliveryId, 2);
		const entries = await rows(
			"SELECT action, actor_type, actor_id FROM audit_entries WHERE tenant_id = ? AND resource_id = ? AND action = 'delivery.replayed'",
			world.id,
			deliveryId,
		);
		expect(entries).toEqual([{ action: "delivery.replayed", actor_type: "user", actor_id: owner.person.id }]);
		const { text: html } = await owner.open(`${path}/${deliveryId}`);
		expect(pageTextOf(html)).toMatch(/Attempt 2 200 .* Attempt 1 400/);
	});

	it("of a pending one says what it waits for, and offers to send it now while the endpoint is active", async () => {
		const { id, url } = await createEndpoint(world.key);
		receiver.answersStatus(url, 500);
		await createClient(world.key);
		await receiver.until(url, 1);
		const [delivery] = await deliveriesOf(world.key, id);
		await waitForAttempts(world.key, delivery.id, 1);
		const page = async () => (await owner.open(`${path}/${delivery.id}`)).text;
		expect(pageTextOf(await page())).toContain("The next attempt is due at");
		expect(await page()).toContain(`${path}/${delivery.id}/replay`);
		await owner.submit(`${path}/${delivery.id}/replay`);
		await waitForAttempts(world.key, delivery.id, 2);
		await owner.submit(`/dashboard/webhooks/${id}/disable`);
		expect(await page()).not.toContain(`${path}/${delivery.id}/replay`);
		expect((await owner.submit(`${path}/${delivery.id}/replay`)).status).toBe(409);
		expect(pageTextOf(await page())).toContain("The delivery waits until the endpoint is active again.");
	});

	it("is found by nobody of another studio, and by no staff", async () => {
		const stranger = await newWorkbenchMember(await newTenant());
		expect((await stranger.open(`${path}/${deliveryId}`)).status).toBe(404);
		expect((await stranger.submit(`${path}/${deliveryId}/replay`)).status).toBe(404);
		const staff = await newWorkbenchMember(world.id, "STAFF");
		expect((await staff.open(`${path}/${deliveryId}`)).status).toBe(403);
	});
});

describe("the checker", () => {
	const check = (id: string, headers: string, body: string) =>
		owner.submit(`/dashboard/webhooks/${id}/verify`, { headers, body });
	const headersOf = (index = 0) =>
		[...(receiver.at(endpoint.url)[index]?.headers ?? [])].map(([name, value]) => `${name}: ${value}`).join("\n");
	const bodyOf = () => receiver.at(endpoint.url)[0]?.body ?? "";

	it("verifies what was sent, by both schemes, and keeps what was pasted", async () => {
		const { status, text: html } = await check(endpoint.id, headersOf(), bodyOf());
		expect(status).toBe(200);
		expect(pageTextOf(html)).toContain("It verifies");
		expect(text(html)).toContain(bodyOf());
		const standard = headersOf().replace(/^service-signature.*$/m, "");
		expect(pageTextOf((await check(endpoint.id, standard, bodyOf())).text)).toContain("It verifies");
	});

	it("finds the delivery that the headers name, and says that its body was written anew", async () => {
		const rewritten = JSON.stringify(JSON.parse(bodyOf()), null, 2);
		expect(pageTextOf((await check(endpoint.id, headersOf(), rewritten)).text)).toContain("The body was written anew");
		const alone = headersOf().match(/^service-signature.*$/m)?.[0] ?? "";
		expect(pageTextOf((await check(endpoint.id, alone, rewritten)).text)).toContain("The body was written anew");
	});

	it("names the endpoint whose secret made the signature", async () => {
		const other = await createEndpoint(world.key);
		const { text: html } = await check(other.id, headersOf(), bodyOf());
		expect(pageTextOf(html)).toContain("Signed with another endpoint's secret");
		expect(pathsIn(html)).toContain(`/dashboard/webhooks/${endpoint.id}`);
	});

	it("knows the secret before the last rotation", async () => {
		const rotated = await createEndpoint(world.key);
		await createClient(world.key);
		const [sent] = await receiver.until(rotated.url, 1);
		await owner.submit(`/dashboard/webhooks/${rotated.id}/rotate`);
		const headers = `Service-Signature: ${sent?.headers.get("Service-Signature")}`;
		expect(pageTextOf((await check(rotated.id, headers, sent?.body ?? "")).text)).toContain(
			"Signed with the replaced secret",
		);
	});

	it("knows no delivery and no secret of another studio", async () => {
		const stranger = await newWorld({ database: "DATA_1" });
		const own = await createEndpoint(stranger.key);
		const visitor = await newWorkbenchMember(stranger.id);
		const answer = await visitor.submit(`/dashboard/webhooks/${own.id}/verify`, {
			headers: headersOf(),
			body: bodyOf(),
		});
		expect(pageTextOf(answer.text)).toContain("No secret fits");
		expect(pageTextOf(answer.text)).not.toContain("The service knows this delivery");
	});

	it("changes nothing, shows no secret, and says what is missing", async () => {
		const before = await rows("SELECT id FROM audit_entries WHERE tenant_id = ?", world.id);
		const { text: html } = await check(endpoint.id, headersOf(), bodyOf());
		expect(html).not.toContain(endpoint.secret.slice(6));
		const missing = await check(endpoint.id, "", "kept");
		expect(missing.status).toBe(422);
		expect(missing.text).toContain(">kept</textarea>");
		expect(await rows("SELECT id FROM audit_entries WHERE tenant_id = ?", world.id)).toEqual(before);
	});
});
