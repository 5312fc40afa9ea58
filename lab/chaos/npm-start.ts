import { existsSync } from "node:fs";
import { readyState } from "../harness/ready-state.ts";
import makeReadyState from "../harness/ready-state-setup.ts";
import { Server } from "../harness/server.ts";

/** Runs something with the service as `npm start` serves it, and ends it afterwards. */
export async function withServer(run: (server: Server) => Promise<void>): Promise<void> {
	if (!existsSync(readyState)) await makeReadyState()();
	const server = new Server();
	try {
		await server.start();
		await run(server);
	} finally {
		await server.remove();
	}
}
