import { evictDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Gate } from "../../src/platform/gate/object/gate.ts";
import { errorOf, newObject, type Stub, sleep, within } from "../support/conformance.ts";
import { until } from "../support/receiver.ts";

// Each test runs on workerd and on the platform in one process, and says the same of both (lab/platform/README.md).

const { prototype } = Gate as unknown as { prototype: Partial<DurableObject> };

afterEach(() => {
	delete prototype.webSocketMessage;
	delete prototype.webSocketClose;
	vi.restoreAllMocks();
});

type Event = [type: "message", data: string] | [type: "close", code: number, reason: string];

/** Opens a socket that the object accepts with an attachment. */
async function open(stub: Stub, isAccepted = true): Promise<{ socket: WebSocket; seen: Event[] }> {
	const accept = function (this: Gate): Response {
		const { 0: theirs, 1: own } = new WebSocketPair();
		(this as unknown as { ctx: DurableObjectState }).ctx.acceptWebSocket(own);
		own.serializeAttachment({ n: 1 });
		return new Response(null, { status: 101, webSocket: theirs });
	};
	vi.spyOn(Gate.prototype, "fetch").mockImplementation(accept);
	const { webSocket: socket } = await stub.fetch("https://gate/", { headers: { Upgrade: "websocket" } });
	if (!socket) throw new Error("There is no socket.");
	const seen: Event[] = [];
	socket.addEventListener("message", ({ data }) => seen.push(["message", String(data)]));
	socket.addEventListener("close", ({ code, reason }) => seen.push(["close", code, reason]));
	if (isAccepted) socket.accept();
	return { socket, seen };
}
const inObject = <T>(stub: Stub, work: (socket: WebSocket) => T): Promise<T> =>
	within(stub, (state) => work(state.getWebSockets()[0] as WebSocket));
const countOf = (stub: Stub) => within(stub, (state) => state.getWebSockets().length);

describe("a socket of a Durable Object", () => {
	it("brings messages in their order, then the code and the reason of the close", async () => {
		const stub = newObject();
		const { seen } = await open(stub);
		await inObject(stub, (own) => {
			for (const text of ["1", "2", "3"]) own.send(text);
			own.close(4001, "bye");
		});
		await until(() => seen.length === 4);
		expect(seen).toEqual([
			["message", "1"],
			["message", "2"],
			["message", "3"],
			["close", 4001, "bye"],
		]);
		expect(await countOf(stub)).toBe(0);
	});

	it("brings the caller's messages and close to the object", async () => {
		const stub = newObject();
		const { socket, seen } = await open(stub);
		const heard: unknown[] = [];
		prototype.webSocketMessage = (own, text) => {
			heard.push(text);
			own.send(`echo ${text}`);
		};
		prototype.webSocketClose = (own, code, reason, wasClean) =>
			void heard.push([code, reason, wasClean, own.deserializeAttachment()]);
		socket.send("hi");
		socket.close(4002, "off");
		await until(() => heard.length === 2);
		expect(heard).toEqual(["hi", [4002, "off", true, { n: 1 }]]);
		await until(async () => seen.length === 1 && (await countOf(stub)) === 0);
		expect(seen).toEqual([["message", "echo hi"]]);
	});

	it("closes with code 1005 if the caller names none", async () => {
		const stub = newObject();
		const { socket } = await open(stub);
		const heard: unknown[] = [];
		prototype.webSocketClose = (_, code, reason) => void heard.push([code, reason]);
		socket.close();
		await until(() => heard.length === 1);
		expect(heard).toEqual([[1005, ""]]);
	});

	it("wakes an object without memory, and the attachment is still there", async () => {
		const stub = newObject();
		const { socket, seen } = await open(stub);
		prototype.webSocketMessage = (own, text) => own.send(`${text} ${JSON.stringify(own.deserializeAttachment())}`);
		await evictDurableObject(stub);
		socket.send("wake");
		await until(() => seen.length === 1);
		expect(seen).toEqual([["message", 'wake {"n":1}']]);
	});

	it("closes with code 1006 if the object is lost", async () => {
		const stub = newObject();
		const { seen } = await open(stub);
		await evictDurableObject(stub, { webSockets: "close" });
		await until(() => seen.length === 1);
		expect(seen[0]?.slice(0, 2)).toEqual(["close", 1006]);
		expect(await countOf(stub)).toBe(0);
	});

	it("holds its events until it is accepted, and can be accepted twice", async () => {
		const stub = newObject();
		const { socket, seen } = await open(stub, false);
		await inObject(stub, (own) => own.send("early"));
		await sleep(20);
		expect(seen).toEqual([]);
		socket.accept();
		socket.accept();
		await until(() => seen.length === 1);
	});

	it.each<[string, (socket: WebSocket) => void]>([
		["sends before it is accepted", (socket) => socket.send("x")],
		["closes before it is accepted", (socket) => socket.close()],
	])("throws if it %s", async (_, act) => {
		const { socket } = await open(newObject(), false);
		expect((await errorOf(() => act(socket)))?.message).toContain("You must call one of accept()");
	});

	it.each([999, 1005, 1006, 5000])("throws if it is closed with the code %i", async (code) => {
		const { socket } = await open(newObject());
		expect((await errorOf(() => socket.close(code)))?.name).toBe("InvalidAccessError");
	});

	it("sends nothing after its close, and can be closed twice, at both ends", async () => {
		const stub = newObject();
		const { socket } = await open(stub);
		const atObject = await inObject(stub, (own) => {
			own.close(4000);
			own.close(4000);
			try {
				own.send("x");
				return "sent";
			} catch (error) {
				return [own.readyState, (error as Error).message];
			}
		});
		const noSend = "Can't call WebSocket send() after close().";
		expect(atObject).toEqual([WebSocket.CLOSING, noSend]);
		const other = await open(newObject());
		other.socket.close();
		other.socket.close();
		expect((await errorOf(() => other.socket.send("x")))?.message).toBe(noSend);
		expect(socket.readyState).not.toBe(WebSocket.OPEN);
	});

	it("copies its attachment, of at most 16 KB; one that was never set is null", async () => {
		const stub = newObject();
		await open(stub);
		const seen = await within(stub, async (state) => {
			const [own] = state.getWebSockets() as [WebSocket];
			const value = { at: new Date(5), map: new Map([[1, 2]]) };
			own.serializeAttachment(value);
			value.map.set(3, 4);
			const { at, map } = own.deserializeAttachment() as typeof value;
			const error = await errorOf(() => own.serializeAttachment("a".repeat(17_000)));
			return [
				at instanceof Date,
				map.size,
				error?.message.includes("16384"),
				new WebSocketPair()[0].deserializeAttachment(),
			];
		});
		expect(seen).toEqual([true, 1, true, null]);
	});

	it("needs a request that asks for it", async () => {
		const stub = newObject();
		await open(stub);
		expect((await errorOf(() => stub.fetch("https://gate/")))?.message).toContain("Upgrade: websocket");
	});
});
