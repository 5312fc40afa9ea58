import { afterEach, expect, it, vi } from "vitest";
import { maxResponseBytes, post } from "../../src/domain/events/attempts/request/post.ts";

afterEach(() => {
	vi.restoreAllMocks();
});

it.each([
	[
		"internal error; reference = abc",
		"The receiver's name does not exist, or no secure connection to it could be made.",
	],
	["Network connection lost.", "The receiver refused the connection, or ended it before it answered."],
])("a receiver that is not met by %j is told in words a tenant understands", async (message, told) => {
	vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error(message));
	expect(await post("https://hooks.test/", {}, "{}")).toMatchObject({ status: null, body: null, error: told });
});

it("an answer that breaks off is told in words a tenant understands", async () => {
	const body = new ReadableStream({
		pull: (controller) => controller.error(new Error("Network connection lost.")),
	});
	vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(body));
	expect(await post("https://hooks.test/", {}, "{}")).toMatchObject({ status: 200, error: "The answer broke off." });
});

it("the first 8192 bytes of an answer are kept, in whatever pieces it comes, and the rest is not read", async () => {
	let pulled = 0;
	const body = new ReadableStream<Uint8Array>({
		pull(controller) {
			pulled++;
			controller.enqueue(new TextEncoder().encode("abc".repeat(1000)));
		},
	});
	vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(body));
	const answer = await post("https://hooks.test/", {}, "{}");
	expect(answer).toMatchObject({ status: 200, body: "abc".repeat(3000).slice(0, maxResponseBytes), error: null });
	expect(pulled).toBeLessThan(6);
});
