import { once } from "node:events";
import { connect, createServer } from "node:net";
import { codeOf } from "./errors.mjs";

/**
 * Throws unless a server can have the port on both of localhost's addresses.
 *
 * @param {number} port
 */
export async function requireFreePort(port) {
	for (const host of ["127.0.0.1", "::1"]) {
		// A server on all addresses does not everywhere keep others from listening on one of them.
		const problem = (await isAnswered(host, port)) ? "EADDRINUSE" : await listenError(host, port);
		if (problem === "EADDRINUSE") {
			throw new Error(
				`Port ${port} is in use. Stop what uses it, or choose another: PORT=${port === 8788 ? 8789 : 8788} npm start`,
			);
		}
		if (problem === "EACCES") throw new Error(`Port ${port} is not open to this user. Choose one above 1023.`);
	}
}

/**
 * @param {string} host
 * @param {number} port
 */
async function isAnswered(host, port) {
	const socket = connect({ host, port, timeout: 1_000 });
	const answered = await new Promise((done) => {
		socket.once("connect", () => done(true));
		socket.once("timeout", () => done(true));
		socket.once("error", () => done(false));
	});
	socket.destroy();
	return answered;
}

/**
 * @param {string} host
 * @param {number} port
 */
async function listenError(host, port) {
	const server = createServer();
	try {
		await once(server.listen({ host, port }), "listening");
		await new Promise((done) => server.close(done));
		return undefined;
	} catch (error) {
		return codeOf(error);
	}
}
