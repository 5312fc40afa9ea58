import type { GateRequest } from "./gate-request.ts";
import { Listener } from "./listener.ts";
import { type Entry, entryHeader, type Gate, type Verdict, verdictHeader, type WaitingVerdict } from "./object/gate.ts";
import type { EventWait } from "./object/waiting-sockets.ts";
import { gateUnavailable } from "./unavailable.ts";

export const atGate = <T>({ gateMeter, requestId }: GateRequest, call: () => Promise<T>): Promise<T> =>
	gateMeter.measure(async () => {
		try {
			return await call();
		} catch (error) {
			throw gateUnavailable(error, requestId);
		}
	});

/** Makes one round trip to a gate. The RateLimit headers of the answer show the state of its buckets. */
export async function enter(request: GateRequest, gate: DurableObjectStub<Gate>, entry: Entry): Promise<Verdict> {
	return reportLimits(request, await atGate<Verdict>(request, () => gate.enter(entry)));
}

interface Entered {
	verdict: Verdict;
	/** Null when too many requests of the tenant wait already. */
	listener: Listener | null;
}

export async function enterAndListen(
	request: GateRequest,
	gate: DurableObjectStub<Gate>,
	entry: Entry,
	wait: EventWait,
): Promise<Entered> {
	const headers = { Upgrade: "websocket", [entryHeader]: JSON.stringify({ ...entry, wait }) };
	const { socket, verdict } = await atGate(request, async () => {
		const answer = await gate.fetch("https://gate/", { headers });
		const verdict = JSON.parse(answer.headers.get(verdictHeader) ?? "") as WaitingVerdict;
		return { socket: answer.webSocket, verdict };
	});
	const listener = socket && new Listener(socket, verdict.lastNotification);
	return { verdict: reportLimits(request, verdict), listener };
}

function reportLimits(request: GateRequest, verdict: Verdict): Verdict {
	if (verdict.outcome !== "stale" && verdict.limits) request.onLimits(verdict.limits);
	return verdict;
}
