import { afterEach, expect, it, vi } from "vitest";
import { post } from "../../src/webhooks/post.ts";

afterEach(() => {
	vi.restoreAllMocks();
});

it.each([
	["internal error; reference = abc", "The receiver could not be reached."],
	["Network connection lost.", "Network connection lost."],
])("a receiver that is not met by %j is told in words a tenant understands", async (message, told) => {
	vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error(message));
	expect(await post("https://hooks.test/", {}, "{}")).toMatchObject({ status: null, body: null, error: told });
});
