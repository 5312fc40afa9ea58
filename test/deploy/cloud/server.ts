import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";

/** A call that `answer` does not answer loses its connection. */
export async function serve(
	answer: (request: Request) => Promise<Response>,
): Promise<{ server: Server; port: number }> {
	const server = createServer(async (incoming, outgoing) => {
		try {
			const { method = "GET", url = "/", headers } = incoming;
			const hasBody = method !== "GET" && method !== "HEAD";
			const origin = String(headers["x-stand-in-origin"] ?? `http://${headers.host}`);
			const request = new Request(origin + url, {
				method,
				headers: Object.entries(headers).flatMap(([name, value]) =>
					value === undefined ? [] : [[name, String(value)]],
				),
				...(hasBody && { body: Readable.toWeb(incoming), duplex: "half" }),
			} as unknown as RequestInit);
			const answered = await answer(request);
			outgoing.writeHead(answered.status, Object.fromEntries(answered.headers));
			outgoing.end(Buffer.from(await answered.arrayBuffer()));
		} catch (error) {
			console.error(error);
			outgoing.destroy();
		}
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return { server, port: (server.address() as AddressInfo).port };
}
