import { credentialsChangedCode, type EventNotification } from "./object/waiting-sockets.ts";

/** Why the notifications end early: the connection is lost, or the request must ask the gate again. */
type End = "lost" | "ask again";

/** Receives notifications from the tenant's gate about events that commit while a request waits for them. */
export class Listener {
	private readonly socket: WebSocket;
	private readonly received: EventNotification[] = [];
	private end: End | null = null;
	private wake: () => void = () => {};

	/** `last`: the last notification that the gate got before it opened the socket. */
	constructor(socket: WebSocket, last: EventNotification | null) {
		this.socket = socket;
		if (last) this.received.push(last);
		socket.addEventListener("message", ({ data }) => {
			this.received.push(JSON.parse(String(data)) as EventNotification);
			this.wake();
		});
		socket.addEventListener("close", ({ code }) => this.stop(code === credentialsChangedCode ? "ask again" : "lost"));
		socket.addEventListener("error", () => this.stop("lost"));
		socket.accept();
	}

	/** The next notification of an event after this one; null when none comes within the time. */
	async next(sequence: number, ms: number): Promise<EventNotification | End | null> {
		const until = Date.now() + ms;
		for (;;) {
			const notification = this.received
				.filter((notification) => notification.sequence === null || notification.sequence > sequence)
				.at(-1);
			this.received.length = 0;
			const left = until - Date.now();
			if (notification || this.end || left <= 0) return notification ?? this.end;
			await this.waitForMessage(left);
		}
	}

	close(): void {
		try {
			this.socket.close();
		} catch {
			// The gate has already closed it.
		}
	}

	private stop(end: End): void {
		this.end ??= end;
		this.wake();
	}

	private waitForMessage(ms: number): Promise<void> {
		return new Promise((resolve) => {
			const timer = setTimeout(resolve, ms);
			this.wake = () => {
				clearTimeout(timer);
				resolve();
			};
		});
	}
}
