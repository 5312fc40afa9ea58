import { vi } from "vitest";
import { clock } from "../../src/platform/lib/clock.ts";

/**
 * The clock stands at a whole second until the mocks are restored. `set` moves it to `ms` milliseconds after that
 * second.
 */
export function stopClock(): { start: number; set(ms: number): void } {
	const start = Math.ceil(clock.now() / 1000) * 1000;
	const now = vi.spyOn(clock, "now").mockReturnValue(start);
	return { start, set: (ms) => void now.mockReturnValue(start + ms) };
}

export const now = (): string => new Date(clock.now()).toISOString();

/** Does nothing but move the service's clock. Returns the new time. */
export function advance(seconds: number): string {
	clock.advance(seconds);
	return now();
}

const hourSeconds = 3600;

/** Moves the service's clock forward to the next beginning of this minute of an hour. */
export function advanceToMinute(minute: number): string {
	const now = (clock.now() / 1000) % hourSeconds;
	return advance(Math.ceil((minute * 60 + hourSeconds - now) % hourSeconds));
}
