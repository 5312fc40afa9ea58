import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { exports } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import worker from "../../src/worker.ts";
import { errorOf, sleep } from "../support/conformance.ts";
import { until } from "../support/receiver.ts";

// Each test runs on workerd and on the platform in one process, and says the same of both (lab/platform/README.md).

afterEach(() => void vi.restoreAllMocks());

type Handler = (request: Request, ctx: ExecutionContext) => Response | Promise<Response>;
/** Takes the place of the Worker. */
const answerWith = (handle: Handler) =>
	vi
		.spyOn(worker, "fetch")
		.mockImplementation(
			(async (request: Request, _: unknown, ctx: ExecutionContext) => await handle(request, ctx)) as never,
		);
const call = (init?: RequestInit) => exports.default.fetch(new Request("https://api.test/x", init));
const textOf = async (init?: RequestInit) => await (await call(init)).text();

describe("a request", () => {
	it("says how long a body is that is known, and not how long a stream is", async () => {
		answerWith(
			async (request) => new Response(`${(await request.text()).length} ${request.headers.get("Content-Length")}`),
		);
		expect(await textOf({ method: "POST", body: "é" })).toBe("1 2");
		expect(await textOf({ method: "POST", body: new URLSearchParams({ a: "1" }) })).toBe("3 3");
		expect(await textOf({ method: "POST", body: new Uint8Array(5) })).toBe("5 5");
		const { readable, writable } = new IdentityTransformStream();
		const answer = textOf({ method: "POST", body: readable });
		const writer = writable.getWriter();
		await writer.write(new TextEncoder().encode("ab"));
		await writer.write(new TextEncoder().encode("cd"));
		await writer.close();
		expect(await answer).toBe("4 null");
	});

	it("has headers that cannot be changed", async () => {
		answerWith((request) => {
			request.headers.set("A", "b");
			return new Response("changed");
		});
		expect((await errorOf(call))?.message).toBe("Can't modify immutable headers.");
	});

	it("can be cloned before its body is read", async () => {
		answerWith(async (request) => {
			const clone = request.clone();
			return new Response((await request.text()) + (await clone.text()));
		});
		expect(await textOf({ method: "POST", body: "x" })).toBe("xx");
	});

	it("whose handler throws rejects with that error", async () => {
		answerWith(() => {
			throw new TypeError("broken");
		});
		expect((await errorOf(call))?.message).toBe("broken");
	});
});

describe("an answer", () => {
	it("to HEAD has no body", async () => {
		answerWith(() => new Response("body", { headers: { A: "b" } }));
		const answer = await call({ method: "HEAD" });
		expect([answer.status, answer.headers.get("A"), await answer.text()]).toEqual([200, "b", ""]);
	});

	it("that redirects is given as it is where the caller follows none", async () => {
		answerWith(() => new Response(null, { status: 302, headers: { Location: "https://other.test/" } }));
		const answer = await call({ redirect: "manual" });
		expect([answer.status, answer.headers.get("Location"), answer.redirected]).toEqual([
			302,
			"https://other.test/",
			false,
		]);
	});

	it("streams what its source gives, and fails as its source fails", async () => {
		let pulls = 0;
		answerWith(
			() =>
				new Response(
					new ReadableStream({
						pull(controller) {
							pulls++;
							if (pulls <= 3) controller.enqueue(new TextEncoder().encode(`c${pulls}`));
							else controller.close();
						},
					}),
				),
		);
		expect(await textOf()).toBe("c1c2c3");
		answerWith(() => new Response(new ReadableStream({ pull: (controller) => controller.error(new Error("broke")) })));
		const answer = await call();
		expect((await errorOf(() => answer.text()))?.message).toBe("broke");
	});

	it("that the caller cancels cancels its source", async () => {
		let cancelled = false;
		answerWith(
			() =>
				new Response(
					new ReadableStream({
						pull: (controller) => controller.enqueue(new Uint8Array(10)),
						cancel() {
							cancelled = true;
						},
					}),
				),
		);
		const reader = (await call()).body?.getReader();
		await reader?.read();
		await reader?.cancel();
		await until(() => cancelled);
	});
});

describe("work that goes on after an answer", () => {
	it("neither delays nor changes it, and ends although it is slower", async () => {
		let ended = false;
		answerWith((_, ctx) => {
			ctx.waitUntil(
				sleep(60).then(() => {
					ended = true;
				}),
			);
			ctx.waitUntil(Promise.reject(new Error("later")));
			return new Response("x");
		});
		expect(await textOf()).toBe("x");
		expect(ended).toBe(false);
		await until(() => ended);
	});

	it("may begin more of it, and need not be a promise", async () => {
		const ctx = createExecutionContext();
		let ended = 0;
		ctx.waitUntil(sleep(5).then(() => ctx.waitUntil(sleep(20).then(() => void ended++))));
		ctx.waitUntil(5 as never);
		await waitOnExecutionContext(ctx);
		expect(ended).toBe(1);
	});

	it("shows its failure to a test that waits for it", async () => {
		const ctx = createExecutionContext();
		ctx.waitUntil(Promise.reject(new Error("one")));
		ctx.waitUntil(sleep(20));
		expect((await errorOf(() => waitOnExecutionContext(ctx)))?.message).toBe("one");
	});

	it("cannot be given to a function that was taken from its context", async () => {
		const { waitUntil } = createExecutionContext();
		expect((await errorOf(() => waitUntil(sleep(1))))?.name).toBe("TypeError");
	});
});

describe("a named entrypoint", () => {
	it("has the methods of its class alone", async () => {
		const publisher = exports.Publisher as unknown as { absent(): Promise<void> };
		const error = await errorOf(() => publisher.absent());
		expect([error?.name, error?.message]).toEqual(["TypeError", 'The RPC receiver does not implement "absent".']);
	});
});
