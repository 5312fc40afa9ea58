import { afterEach, expect, it, vi } from "vitest";
import { ByteBudget } from "../../src/platform/http/request/byte-budget.ts";

afterEach(() => {
	vi.useRealTimers();
});

it("memory that a cancelled upload never gave back is free again after a while", async () => {
	vi.useFakeTimers();
	const budget = new ByteBudget(10, 10);
	const late = await budget.take("a", 10, 1000);
	await expect(Promise.all([budget.take("b", 10, 1000), vi.advanceTimersByTimeAsync(1000)])).rejects.toThrow();
	vi.advanceTimersByTime(600_000);
	const release = await budget.take("b", 10, 1000);
	late();
	await expect(Promise.all([budget.take("c", 10, 1000), vi.advanceTimersByTimeAsync(1000)])).rejects.toThrow();
	release();
	await budget.take("c", 10, 1000);
});
