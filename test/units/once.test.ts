import { expect, test, vi } from "vitest";
import { once } from "../../src/platform/lib/once.ts";

test("a value that takes long is made at its first use, and once", () => {
	const make = vi.fn(() => undefined);
	const value = once(make);
	expect(make).not.toHaveBeenCalled();
	value();
	value();
	expect(make).toHaveBeenCalledTimes(1);
});
