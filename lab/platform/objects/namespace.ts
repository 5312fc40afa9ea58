import { createHash } from "node:crypto";
import { turn } from "../turn.ts";
import { Socket, type SocketHandler } from "./sockets.ts";
import { ObjectStorage } from "./storage.ts";

type Methods = Record<string, (...args: unknown[]) => unknown> & SocketHandler;

/** The state that an object gets from the platform. It stays while the object's memory comes and goes. */
export class ObjectState {
	readonly id: ObjectId;
	readonly storage: ObjectStorage;
	private readonly handler: () => SocketHandler;
	private sockets: Socket[] = [];
	private readonly works = new Set<Promise<unknown>>();

	constructor(id: ObjectId, storage: ObjectStorage, handler: () => SocketHandler) {
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
		socket.acceptFor({
			webSocketMessage: (...args) => this.handler().webSocketMessage?.(...args),
			webSocketClose: (...args) => this.handler().webSocketClose?.(...args),
		});
	}

	getWebSockets(): Socket[] {
		this.sockets = this.sockets.filter(({ readyState }) => readyState === Socket.OPEN);
		return [...this.sockets];
	}

	closeSockets(): void {
		for (const socket of this.getWebSockets()) socket.close(1006);
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

/** A Durable Object: its storage and sockets, and its instance while it is in memory. */
class DurableObjectOfName {
	readonly state: ObjectState;
	private instance: Methods | undefined;
	private readonly load: (state: ObjectState) => Promise<object>;
	private loading: Promise<Methods> | undefined;

	constructor(id: ObjectId, load: (state: ObjectState) => Promise<object>) {
		this.load = load;
		const storage = new ObjectStorage(() => void this.alarm().catch(() => {}));
		this.state = new ObjectState(id, storage, () => this.instance ?? ({} as SocketHandler));
	}

	async inMemory(): Promise<Methods> {
		if (this.instance) return this.instance;
		this.loading ??= this.load(this.state).then((instance) => {
			this.instance = instance as Methods;
			this.loading = undefined;
			return this.instance;
		});
		return await this.loading;
	}

	/** Arguments and results are copied on their way, like everything that travels. */
	async call(method: string, args: unknown[]): Promise<unknown> {
		await turn();
		const instance = await this.inMemory();
		if (typeof instance[method] !== "function") throw new TypeError(`The RPC receiver does not implement "${method}".`);
		const result = await instance[method](...structuredClone(args));
		await turn();
		return structuredClone(result);
	}

	async fetch(request: Request): Promise<Response> {
		await turn();
		const instance = await this.inMemory();
		const response = (await instance.fetch?.(request)) as Response;
		await turn();
		return response;
	}

	/** Whether an alarm was set and has run. */
	async alarm(): Promise<boolean> {
		if (!this.state.storage.takeAlarm()) return false;
		await (await this.inMemory()).alarm?.();
		return true;
	}

	/** Loses the memory. The storage stays, and so do the sockets unless they are to close. */
	evict(webSockets: "hibernate" | "close"): void {
		this.instance = undefined;
		if (webSockets === "close") this.state.closeSockets();
	}
}

/** The objects of a class by their names. */
export class ObjectNamespace {
	private readonly objects = new Map<string, DurableObjectOfName>();
	private readonly load: (state: ObjectState) => Promise<object>;

	constructor(load: (state: ObjectState) => Promise<object>) {
		this.load = load;
	}

	idFromName = (name: string): ObjectId => new ObjectId(name);

	getByName = (name: string): object => this.get(new ObjectId(name));

	get(id: ObjectId): object {
		const objectOfName = () => this.objectNamed(id.name);
		return new Proxy(
			{},
			{
				get: (_, property) => {
					if (property === "id") return id;
					if (property === "name") return id.name;
					if (property === "then" || typeof property === "symbol") return undefined;
					if (property === object) return objectOfName();
					if (property === "fetch")
						return (input: string | Request, init?: RequestInit) => objectOfName().fetch(new Request(input, init));
					return (...args: unknown[]) => objectOfName().call(property, args);
				},
			},
		);
	}

	jurisdiction(): never {
		throw new Error("Jurisdiction restrictions are not implemented in workerd.");
	}

	objectNamed(name: string): DurableObjectOfName {
		let found = this.objects.get(name);
		if (!found) {
			found = new DurableObjectOfName(new ObjectId(name), this.load);
			this.objects.set(name, found);
		}
		return found;
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

const object = "object of this stub";
