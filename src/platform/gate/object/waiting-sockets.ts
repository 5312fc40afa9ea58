/** The events of one commit, as the gate hears of them. */
export interface CommittedEvents {
	database: string;
	/** The last event of the commit; null when it is not known. */
	sequence: number | null;
	/** The types of its events; null when they are not known. */
	types: string[] | null;
}

/** A notification to a request that waits. With replicas it has the bookmark from which to read. */
export interface EventNotification extends CommittedEvents {
	bookmark: string | null;
}

export interface EventWait {
	/** Null when it waits for events of any type. */
	types: readonly string[] | null;
	ms: number;
}

/** The state of a socket, which outlasts the object's sleep. */
interface SocketState {
	types: readonly string[] | null;
	until: number;
}

/** The most requests of a tenant that wait at the same time (contract: Feed 7). */
export const maxWaitingSockets = 100;

/** A Worker closes the socket when its request ends. A socket that is still open this much later was left by a crash. */
const graceMs = 5000;

/** The code with which the gate closes a socket: the tenant's credentials have changed. */
export const credentialsChangedCode = 4000;

/**
 * The sockets of the requests that wait for events of a tenant. The platform keeps them while the object sleeps, so they
 * need no memory. Their times are real times, like those of alarms, because development can move the service's clock.
 */
export class WaitingSockets {
	private readonly ctx: DurableObjectState;

	constructor(ctx: DurableObjectState) {
		this.ctx = ctx;
	}

	open({ types, ms }: EventWait): WebSocket | null {
		const now = Date.now();
		if (this.waiting(now) >= maxWaitingSockets) return null;
		const { 0: theirs, 1: own } = new WebSocketPair();
		this.ctx.acceptWebSocket(own);
		own.serializeAttachment({ types, until: now + ms } satisfies SocketState);
		return theirs;
	}

	notify(notification: EventNotification): void {
		const text = JSON.stringify(notification);
		for (const socket of this.ctx.getWebSockets()) {
			const { types } = socket.deserializeAttachment() as SocketState;
			if (types === null || notification.types === null || notification.types.some((type) => types.includes(type)))
				send(socket, text);
		}
	}

	/** Closes all sockets, so that their requests ask the gate again. */
	closeAll(): void {
		for (const socket of this.ctx.getWebSockets()) close(socket);
	}

	private waiting(now: number): number {
		return this.ctx.getWebSockets().filter((socket) => {
			const { until } = socket.deserializeAttachment() as SocketState;
			if (until + graceMs < now) close(socket);
			return socket.readyState === WebSocket.OPEN && until > now;
		}).length;
	}
}

/** The request may be gone. Then the socket is closed. */
function send(socket: WebSocket, text: string): void {
	try {
		socket.send(text);
	} catch {
		close(socket);
	}
}

function close(socket: WebSocket): void {
	try {
		socket.close(credentialsChangedCode);
	} catch {
		// It is already closed.
	}
}
