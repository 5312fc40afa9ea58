import { askAgain, type Told } from "./object/waiting-sockets.ts";

/** What ends the news before their time: nobody tells any more, or the credential is to be checked anew. */
type End = "lost" | "ask again";

/** Hears from the tenant's gate of events that are committed while a request waits for them. */
export class Newsroom {
	private readonly socket: WebSocket;
	private readonly heard: Told[] = [];
	private end: End | null = null;
	private wake: () => void = () => {};

	/** `told`: what the gate heard last before it opened the socket. */
	constructor(socket: WebSocket, told: Told | null) {
		this.socket = socket;
		if (told) this.heard.push(told);
		socket.addEventListener("message", ({ data }) => {
			this.heard.push(JSON.parse(String(data)) as Told);
			this.wake();
		});
		socket.addEventListener("close", ({ code }) => this.stop(code === askAgain ? "ask again" : "lost"));
		socket.addEventListener("error", () => this.stop("lost"));
		socket.accept();
	}

	/** The next news of an event after this one; null when there is none within the time. */
	async after(sequence: number, ms: number): Promise<Told | End | null> {
		const until = Date.now() + ms;
		for (;;) {
			const news = this.heard.filter((told) => told.sequence === null || told.sequence > sequence).at(-1);
			this.heard.length = 0;
			const left = until - Date.now();
			if (news || this.end || left <= 0) return news ?? this.end;
			await this.somethingWithin(left);
		}
	}

	close(): void {
		try {
			this.socket.close();
		} catch {
			// The gate has closed it.
		}
	}

	private stop(end: End): void {
		this.end ??= end;
		this.wake();
	}

	private somethingWithin(ms: number): Promise<void> {
		return new Promise((resolve) => {
			const timer = setTimeout(resolve, ms);
			this.wake = () => {
				clearTimeout(timer);
				resolve();
			};
		});
	}
}
