import { createHash } from "node:crypto";
import type { Host } from "../host.ts";
import type { Network } from "../network.ts";
import type { Time } from "../time.ts";
import { Socket, type SocketHandler } from "./sockets.ts";
import { ObjectStorage } from "./storage.ts";
import { fromElsewhere, travelled } from "./travel.ts";

type Methods = Record<string, (...args: unknown[]) => unknown> & SocketHandler;

export class ObjectState {
	readonly id: ObjectId;
	readonly storage: ObjectStorage;
	private readonly handler: SocketHandler;
	private sockets: Socket[] = [];
	private readonly works = new Set<Promise<unknown>>();

	constructor(id: ObjectId, storage: ObjectStorage, handler: SocketHandler) {
		this.id = id;
		this.storage = storage;
		this.handler = handler;
	}

	waitUntil(work: Promise<unknown>): void {
		const settled = work.then(
			() => {},
			() => {},
		);
		this.works.add(settled);
		void settled.then(() => this.works.delete(settled));
	}

	blockConcurrencyWhile = async <T>(work: () => Promise<T>): Promise<T> => await work();

	acceptWebSocket(socket: Socket): void {
		this.sockets.push(socket);
		socket.acceptFor(this.handler);
	}

	getWebSockets(): Socket[] {
		this.sockets = this.sockets.filter(({ readyState }) => readyState === Socket.OPEN);
		return [...this.sockets];
	}

	closeSockets(): void {
		for (const socket of this.getWebSockets()) socket.lose();
	}
}

class ObjectId {
	readonly name: string;

	constructor(name: string) {
		this.name = name;
	}

	toString = (): string => createHash("sha256").update(this.name).digest("hex");
	equals = (other: ObjectId): boolean => other.name === this.name;
}

interface NamespaceOptions {
	className: string;
	time: Time;
	/** The isolate in which an object of this name is to live. */
	hostOf: (name: string) => Host;
}

type ObjectClass = (new (state: ObjectState, env: unknown) => object) & { prototype: Partial<Methods> };

/** A Durable Object: its storage and sockets, and its instance while it is in memory. */
class DurableObjectOfName {
	readonly state: ObjectState;
	private instance: Methods | undefined;
	private host: Host | undefined;
	private readonly options: NamespaceOptions;
	private loading: Promise<Methods> | undefined;

	constructor(id: ObjectId, options: NamespaceOptions) {
		this.options = options;
		const storage = new ObjectStorage(options.time, () => void this.ring());
		this.state = new ObjectState(id, storage, {
			webSocketMessage: (...args) => void this.wake("webSocketMessage", args),
			webSocketClose: (...args) => void this.wake("webSocketClose", args),
		});
	}

	async inMemory(): Promise<Methods> {
		if (this.instance) return this.instance;
		this.loading ??= this.load();
		return await this.loading;
	}

	private async load(): Promise<Methods> {
		const host = this.hostNow();
		this.host = host;
		try {
			const objectClass = await this.classIn(host);
			const instance = await host.run(() => new objectClass(this.state, host.env) as Methods);
			this.instance = instance;
			return instance;
		} finally {
			this.loading = undefined;
		}
	}

	private async classIn(host: Host): Promise<ObjectClass> {
		return (await host.load())[this.options.className] as ObjectClass;
	}

	/** Gives an event of a socket to the object. An object without memory wakes for it if its class has the method. */
	private async wake(event: keyof SocketHandler, args: unknown[]): Promise<void> {
		try {
			if (!this.instance && !(await this.classIn(this.hostNow())).prototype[event]) return;
			const instance: Record<string, Methods[string]> = await this.inMemory();
			await this.run(() => instance[event]?.apply(instance, args));
		} catch {
			// Nobody waits for this.
		}
	}

	private hostNow = (): Host => this.options.hostOf(this.state.id.name);

	/** Arguments and results are copied on their way, like everything that travels. */
	async call(method: string, args: unknown[]): Promise<unknown> {
		const instance = await this.inMemory();
		const given = travelled(args);
		return await this.run(() =>
			fromElsewhere(async () => {
				const called = instance[method];
				if (typeof called !== "function") throw new TypeError(`The RPC receiver does not implement "${method}".`);
				return travelled(await called.apply(instance, given));
			}),
		);
	}

	async fetch(request: Request): Promise<Response> {
		const instance = await this.inMemory();
		const response = (await this.run(() => fromElsewhere(() => instance.fetch?.(request)))) as Response;
		if (response.status === 101 && request.headers.get("Upgrade")?.toLowerCase() !== "websocket")
			throw new TypeError(
				'Worker tried to return a WebSocket in a response to a request which did not contain the header "Upgrade: websocket".',
			);
		return response;
	}

	/** Whether an alarm was set and has run. */
	async alarm(): Promise<boolean> {
		const alarm = this.state.storage.takeAlarm();
		if (!alarm) return false;
		const { retryCount } = alarm;
		const instance = await this.inMemory();
		try {
			await this.run(() => instance.alarm?.({ retryCount, isRetry: retryCount > 0 }));
		} catch (error) {
			this.state.storage.retryAlarm(retryCount + 1);
			throw error;
		}
		return true;
	}

	private ring = (): Promise<unknown> => this.alarm().catch(() => {});

	private run = (work: () => unknown): Promise<unknown> => (this.host as Host).run(work);

	isIn = (host: Host): boolean => this.host === host;

	/** Loses the memory. The storage stays, and so do the sockets unless they are to close. */
	evict(webSockets: "hibernate" | "close"): void {
		this.instance = undefined;
		if (webSockets === "close") this.state.closeSockets();
	}
}

/** The objects of a class by their names. */
export class ObjectNamespace {
	readonly className: string;
	private readonly objects = new Map<string, DurableObjectOfName>();
	private readonly options: NamespaceOptions;

	constructor(options: NamespaceOptions) {
		this.options = options;
		this.className = options.className;
	}

	objectNamed(name: string): DurableObjectOfName {
		let found = this.objects.get(name);
		if (!found) {
			found = new DurableObjectOfName(new ObjectId(name), this.options);
			this.objects.set(name, found);
		}
		return found;
	}

	/** The objects that were called, in the order of their first calls. */
	names = (): string[] => [...this.objects.keys()];

	evictFrom(host: Host): void {
		for (const one of this.objects.values()) if (one.isIn(host)) one.evict("close");
	}

	/** Forgets every object. Alarms of forgotten objects do not ring. */
	reset(): void {
		for (const one of this.objects.values()) {
			one.evict("close");
			one.state.storage.takeAlarm();
			one.state.storage.sql.clear();
		}
		this.objects.clear();
	}
}

export class ObjectStubs {
	private readonly namespace: ObjectNamespace;
	private readonly network: Network;

	constructor(namespace: ObjectNamespace, network: Network) {
		this.namespace = namespace;
		this.network = network;
	}

	idFromName = (name: string): ObjectId => new ObjectId(name);

	getByName = (name: string): object => this.get(new ObjectId(name));

	get(id: ObjectId): object {
		const objectOfName = () => this.namespace.objectNamed(id.name);
		const call = <T>(work: () => Promise<T>) =>
			this.network.call({ kind: "object", name: this.namespace.className }, work);
		return new Proxy(
			{},
			{
				get: (_, property) => {
					if (property === "id") return id;
					if (property === "name") return id.name;
					if (property === "then" || typeof property === "symbol") return undefined;
					if (property === object) return objectOfName();
					if (property === "fetch")
						return (input: string | Request, init?: RequestInit) =>
							call(() => objectOfName().fetch(new Request(input, init)));
					return (...args: unknown[]) => call(() => objectOfName().call(property, args));
				},
			},
		);
	}

	jurisdiction(): never {
		throw new Error("Jurisdiction restrictions are not implemented in workerd.");
	}
}

const object = "object of this stub";
