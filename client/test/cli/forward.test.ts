import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { forward } from "../../src/cli/listen/forward.ts";
import type { WebhookEvent } from "../../src/index.ts";

/** A free port: nothing listens there. */
async function closedPort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	server.close();
	return port;
}

it("an event is given up where nothing listens for as long as the caller waits", async () => {
	const event = { id: "evt_1", type: "client.created", data: {} } as WebhookEvent;
	const absent: string[] = [];
	const outcome = await forward(event, {
		url: `http://127.0.0.1:${await closedPort()}/`,
		secret: "whsec_c2VjcmV0",
		timeoutMs: 1000,
		absentTimeoutMs: 400,
		signal: new AbortController().signal,
		onAbsent: (reason) => absent.push(reason),
	});
	expect(outcome).toMatchObject({ status: null, ok: false, errorText: expect.stringContaining("ECONNREFUSED") });
	expect(absent).toHaveLength(1);
}, 5000);
