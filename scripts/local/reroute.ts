import { Agent, buildConnector, getGlobalDispatcher, setGlobalDispatcher } from "undici";

/**
 * Sends this process's requests for a port of this machine to another port, under the same address. Returns a function
 * that ends this.
 */
export function reroute(port: number, to: number): () => Promise<void> {
	const connect = buildConnector({});
	const before = getGlobalDispatcher();
	const rerouting = new Agent({
		connect: (options, done) =>
			connect(options.port === String(port) ? { ...options, port: String(to) } : options, done),
	});
	setGlobalDispatcher(rerouting);
	return async () => {
		setGlobalDispatcher(before);
		await rerouting.close();
	};
}
