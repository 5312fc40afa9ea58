import { vi } from "vitest";
import { clock } from "../../src/lib/clock.ts";

/**
 * Stops the service's clock at a whole second until the mocks are restored. `set` moves it to `ms` milliseconds after
 * that second.
 */
export function stopClock(): { start: number; set(ms: number): void } {
	const start = Math.ceil(clock.now() / 1000) * 1000;
	const now = vi.spyOn(clock, "now").mockReturnValue(start);
	return { start, set: (ms) => void now.mockReturnValue(start + ms) };
}
