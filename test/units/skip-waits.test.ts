import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { skipWaits } from "../support/skip-waits.ts";

skipWaits();

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const realMs = () => Number(process.hrtime.bigint() / 1_000_000n);

it("a wait of half a minute takes no time, and the clocks show that it has passed", async () => {
	const [began, clock, real] = [Date.now(), performance.now(), realMs()];
	await wait(30_000);
	expect(Date.now() - began).toBeGreaterThanOrEqual(30_000);
	expect(Date.parse(new Date().toISOString()) - began).toBeGreaterThanOrEqual(30_000);
	expect(performance.now() - clock).toBeGreaterThanOrEqual(29_999);
	expect(realMs() - real).toBeLessThan(10_000);
});

it("timers fire in the order in which they are due, and not if they are cleared", async () => {
	const fired: number[] = [];
	for (const ms of [300, 100, 200]) setTimeout(() => fired.push(ms), ms);
	clearTimeout(setTimeout(() => fired.push(150), 150));
	await wait(400);
	expect(fired).toEqual([100, 200, 300]);
});

it("a timer waits for what goes on", async () => {
	const large = new Uint8Array(50_000_000);
	const digest = crypto.subtle.digest("SHA-256", large).then((bytes) => Buffer.from(bytes).toString("hex"));
	const first = await Promise.race([digest, wait(5000).then(() => "the timer")]);
	expect(first).toBe(createHash("sha256").update(large).digest("hex"));
});

it("the clocks show whole milliseconds after a wait of a part of one", async () => {
	await wait(2000.75);
	expect(Number.isInteger(Date.now())).toBe(true);
});
