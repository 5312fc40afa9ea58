import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A site of somebody else: the callback of an app, or the site of an attacker. */
export class ForeignSite {
	readonly answers: Record<string, { to: string } | { type: string; body: string }> = {};
	private readonly server = createServer(({ url = "" }, response) => {
		const answer = this.answers[url.split("?")[0] ?? ""];
		if (!answer) response.writeHead(404).end();
		else if ("to" in answer) response.writeHead(302, { Location: answer.to }).end();
		else response.writeHead(200, { "Content-Type": answer.type }).end(answer.body);
	});

	async listen(): Promise<void> {
		this.server.listen(0, "127.0.0.1");
		await once(this.server, "listening");
	}

	url = (path: string, host = "127.0.0.1") => `http://${host}:${(this.server.address() as AddressInfo).port}${path}`;

	close(): void {
		this.server.closeAllConnections();
		this.server.close();
	}
}
