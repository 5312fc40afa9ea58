import { existsSync } from "node:fs";
import { readyState } from "../harness/ready-state.ts";
import { makeReadyState } from "../harness/ready-state-setup.ts";
import { Server } from "../harness/server.ts";

/** Calls a function with a service that `npm start` has started, and ends the service afterwards. */
export async function withServer(run: (server: Server) => Promise<void>): Promise<void> {
	if (!existsSync(readyState)) await makeReadyState();
	const server = new Server();
	try {
		await server.start();
		await run(server);
	} finally {
		await server.remove();
	}
}
