import { serialize } from "node:v8";
import { machineTime, type Time } from "../time.ts";

type Listener = (event: Event & { data?: unknown; code?: number; reason?: string }) => void;

/** One end of a pair of web sockets. */
export class Socket extends EventTarget {
	static readonly CONNECTING = 0;
	static readonly OPEN = 1;
	static readonly CLOSING = 2;
	static readonly CLOSED = 3;
	readyState: number = Socket.OPEN;
	peer!: Socket;
	private readonly time: Time;
	/** Events wait until somebody accepts the socket. */
	private waiting: (() => void)[] | null = [];
	private attachment: unknown = null;
	/** Replaces the events of a socket that a Durable Object has accepted. */
	private handler: SocketHandler | undefined;

	constructor(time: Time = machineTime) {
		super();
		this.time = time;
	}

	accept(): void {
		const waiting = this.waiting ?? [];
		this.waiting = null;
		for (const deliver of waiting) deliver();
	}

	acceptFor(handler: SocketHandler): void {
		this.handler = handler;
		this.accept();
	}

	send(data: string | ArrayBuffer): void {
		this.checkAccepted();
		if (this.readyState !== Socket.OPEN) throw new TypeError("Can't call WebSocket send() after close().");
		this.peer.deliver(() => this.peer.receive("message", { data }));
	}

	close(code?: number, reason = ""): void {
		if (code !== undefined && !isCloseCode(code))
			throw new DOMException(`Invalid WebSocket close code: ${code}.`, "InvalidAccessError");
		this.checkAccepted();
		this.end({ code: code ?? noCode, reason, wasClean: true });
	}

	/** The connection breaks. */
	lose(): void {
		const reason = "WebSocket disconnected without sending Close frame.";
		this.end({ code: lostCode, reason, wasClean: false });
	}

	private end(close: { code: number; reason: string; wasClean: boolean }): void {
		if (this.readyState !== Socket.OPEN) return;
		this.readyState = Socket.CLOSING;
		this.peer.deliver(() => {
			this.peer.readyState = Socket.CLOSED;
			this.peer.receive("close", close);
		});
	}

	private checkAccepted(): void {
		if (this.waiting)
			throw new TypeError(
				"You must call one of accept() or state.acceptWebSocket() on this WebSocket before sending messages.",
			);
	}

	serializeAttachment(value: unknown): void {
		const bytes = serialize(value).byteLength;
		if (bytes > maxAttachmentBytes)
			throw new Error(
				`A WebSocket 'attachment' cannot be larger than ${maxAttachmentBytes} bytes.'attachment' was ${bytes} bytes.`,
			);
		this.attachment = structuredClone(value);
	}

	deserializeAttachment = (): unknown => structuredClone(this.attachment);

	override addEventListener(type: string, listener: unknown): void {
		super.addEventListener(type, listener as Listener as EventListener);
	}

	private deliver(event: () => void): void {
		this.time.soon(() => (this.waiting ? this.waiting.push(event) : event()));
	}

	private receive(
		type: "message" | "close",
		fields: { data?: unknown; code?: number; reason?: string; wasClean?: boolean },
	) {
		if (!this.handler) this.dispatchEvent(Object.assign(new Event(type), fields));
		else if (type === "message") this.handler.webSocketMessage?.(this, fields.data);
		else this.handler.webSocketClose?.(this, fields.code, fields.reason, fields.wasClean);
	}
}

const noCode = 1005;
const lostCode = 1006;
const isCloseCode = (code: number): boolean =>
	code >= 1000 && code < 5000 && ![1004, noCode, lostCode, 1015].includes(code);
const maxAttachmentBytes = 16_384;

export interface SocketHandler {
	webSocketMessage?(socket: Socket, data: unknown): void;
	webSocketClose?(socket: Socket, code?: number, reason?: string, wasClean?: boolean): void;
}

export const socketPairOf = (time: Time) =>
	class SocketPair {
		0 = new Socket(time);
		1 = new Socket(time);

		constructor() {
			this[0].peer = this[1];
			this[1].peer = this[0];
		}
	};
