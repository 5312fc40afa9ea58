import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Failure } from "../failure.ts";

/** The parameters with which the authorization server redirects the browser. */
export type Callback = Record<string, string>;

/** Shows the result in the browser. */
export type Reply = (message: string, ok: boolean) => void;

export interface CallbackServer {
	redirectUri: string;
	/** The first callback with the right state. Others are refused, because any page could send the browser here. */
	received: Promise<{ parameters: Callback; reply: Reply }>;
	close(): void;
}

/** The port is a free one of the loopback interface (RFC 8252 7.3). */
export async function awaitCallback(state: string): Promise<CallbackServer> {
	const { promise, resolve } = withResolvers<{ parameters: Callback; reply: Reply }>();
	const server = createServer((request, response) => {
		const url = new URL(request.url ?? "/", "http://127.0.0.1");
		if (request.method !== "GET" || url.pathname !== "/callback") return page(response, 404, "There is nothing here.");
		const parameters = Object.fromEntries(url.searchParams);
		if (parameters.state !== state) return page(response, 400, "This answer belongs to another sign-in.");
		resolve({ parameters, reply: (message, ok) => page(response, ok ? 200 : 400, message) });
	});
	for (const host of ["127.0.0.1", "::1"]) {
		server.listen(0, host);
		try {
			await once(server, "listening");
			break;
		} catch (error) {
			if (host === "::1") throw new Failure(`No port of this machine is free: ${(error as Error).message}`);
		}
	}
	const { port, family } = server.address() as AddressInfo;
	return {
		redirectUri: `http://${family === "IPv6" ? "[::1]" : "127.0.0.1"}:${port}/callback`,
		received: promise,
		close: () => {
			server.close();
			server.closeIdleConnections();
		},
	};
}

function withResolvers<T>() {
	let resolve: (value: T) => void = () => {};
	const promise = new Promise<T>((done) => {
		resolve = done;
	});
	return { promise, resolve };
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

function page(response: ServerResponse, status: number, message: string): void {
	response.writeHead(status, {
		"Content-Type": "text/html; charset=utf-8",
		"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
		"Cache-Control": "no-store",
		"Referrer-Policy": "no-referrer",
		Connection: "close",
	});
	response.end(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Tattoo Studio</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;margin:20vh auto;max-width:30rem;padding:0 1rem;color-scheme:light dark}</style>
<h1>Tattoo Studio</h1><p>${escaped(message)}</p></html>`);
}
