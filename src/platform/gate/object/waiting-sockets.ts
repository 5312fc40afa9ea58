/** What a commit tells those who wait for events. */
export interface CommittedEvents {
	/** Where the tenant's data is. */
	database: string;
	/** The last event of the commit; null when it is not known. */
	sequence: number | null;
	/** The types of its events; null when they are not known. */
	types: string[] | null;
}

/** The news as they reach who waits: with the bookmark to read from, where the databases have replicas. */
export interface EventNotification extends CommittedEvents {
	bookmark: string | null;
}

/** A request that waits for events. */
export interface EventWait {
	/** Null when it waits for all of them. */
	types: readonly string[] | null;
	ms: number;
}

/** What the gate knows of a socket, also after it has slept. */
interface SocketState {
	types: readonly string[] | null;
	until: number;
}

/** So many requests of a tenant wait at the same time (contract: Feed 7). */
export const maxWaitingSockets = 100;

/** A socket whose request is over is closed by its Worker. This much later the Worker must have died. */
const graceMs = 5000;

/** The code with which the gate closes a socket: the tenant's credentials have changed. */
export const credentialsChangedCode = 4000;

/**
 * The sockets of the requests that wait for events of a tenant. The platform keeps them while the object sleeps, so that
 * nothing is held in memory for them. They tell of real time, like alarms, because the service's clock can be moved.
 */
export class WaitingSockets {
	private readonly ctx: DurableObjectState;

	constructor(ctx: DurableObjectState) {
		this.ctx = ctx;
	}

	/** Opens a socket that tells of events; null when as many requests wait as may. */
	open({ types, ms }: EventWait): WebSocket | null {
		const now = Date.now();
		if (this.waiting(now) >= maxWaitingSockets) return null;
		const { 0: theirs, 1: own } = new WebSocketPair();
		this.ctx.acceptWebSocket(own);
		own.serializeAttachment({ types, until: now + ms } satisfies SocketState);
		return theirs;
	}

	/** Tells those of a commit who wait for one of its events. */
	notify(notification: EventNotification): void {
		const text = JSON.stringify(notification);
		for (const socket of this.ctx.getWebSockets()) {
			const { types } = socket.deserializeAttachment() as SocketState;
			if (types === null || notification.types === null || notification.types.some((type) => types.includes(type)))
				send(socket, text);
		}
	}

	/** Has all of them ask again whether they may. */
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

/** Who is gone needs no news. */
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
		// It is closed already.
	}
}
