import { request } from "node:http";
import { expect, it } from "vitest";
import { sleep } from "../../lab/harness/server.ts";
import { sharedServer } from "./shared-server.ts";

const server = sharedServer();

/** After the beginning of the body follows a byte a second. Resolves with the status of the answer. */
function drip(key: string): Promise<number> {
	const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
	const sending = request(`${server.origin}/v1/clients`, { method: "POST", headers });
	sending.write('{"first_name":"');
	const writing = setInterval(() => sending.write("x"), 1000);
	sending.on("close", () => clearInterval(writing));
	return new Promise((resolve, reject) => {
		sending.on("error", reject).on("response", (response) => {
			response.resume();
			resolve(response.statusCode ?? 0);
		});
	});
}

async function goAway(key: string, body: string, after: number): Promise<void> {
	const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json", "Content-Length": body.length };
	const sending = request(`${server.origin}/v1/clients`, { method: "POST", headers });
	sending.on("error", () => {});
	await new Promise<void>((resolve) => sending.write(body.slice(0, after), () => resolve()));
	sending.destroy();
}

it("thirty bodies that arrive byte by byte are told 408 and hold up nobody", async () => {
	await server.ready();
	const key = await server.newKey();
	const dripping = Promise.all(Array.from({ length: 30 }, () => drip(key)));
	await sleep(1000);
	const began = Date.now();
	expect((await server.call("GET", "/v1/clients", { key })).status).toBe(200);
	expect(Date.now() - began).toBeLessThan(1000);
	expect(new Set(await dripping)).toEqual(new Set([408]));
	expect(Date.now() - began).toBeLessThan(20_000);
	expect(await server.all("/v1/clients", key)).toEqual([]);
});

it("callers that go away at any byte of a body leave nothing", async () => {
	await server.ready();
	const key = await server.newKey();
	const body = JSON.stringify({ email: "gone@example.com", first_name: "Ana", notes: "x".repeat(100_000) });
	for (let part = 0; part < 20; part++) await goAway(key, body, Math.floor((part * body.length) / 20));
	await sleep(500);
	expect((await server.call("GET", "/v1/me", { key })).status).toBe(200);
	expect(await server.all("/v1/clients", key)).toEqual([]);
	expect(await server.all("/v1/events", key)).toEqual([]);
});
