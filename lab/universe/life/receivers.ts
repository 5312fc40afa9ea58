import { createHmac } from "node:crypto";
import type { Findings } from "./findings.ts";

export type Mood = "answers" | "fails" | "hangs" | "slow";

/** The server behind one endpoint of a studio. */
export class Receiver {
	readonly url: string;
	mood: Mood = "answers";
	secrets: string[] = [];
	/** The events that it took, by their ids, with the number of times. */
	readonly taken = new Map<string, { sequence: number; times: number }>();
	/** The last number of each record at an ordered endpoint. */
	readonly inOrder = new Map<string, number>();

	constructor(url: string) {
		this.url = url;
	}
}

const slowMs = 8000;

/** The servers of integrators. */
export class Receivers {
	private readonly findings: Findings;
	private readonly note: (line: string) => void;
	private readonly receivers = new Map<string, Receiver>();

	constructor(findings: Findings, note: (line: string) => void) {
		this.findings = findings;
		this.note = note;
	}

	open(studio: number): Receiver {
		const url = `https://hooks-${studio % 7}.example.net/${studio}/${this.receivers.size}`;
		const receiver = new Receiver(url);
		this.receivers.set(url, receiver);
		return receiver;
	}

	all = (): Receiver[] => [...this.receivers.values()];

	fetch = async (request: Request): Promise<Response> => {
		const receiver = this.receivers.get(request.url);
		if (!receiver) return new Response("unknown", { status: 404 });
		const body = await request.text();
		this.note(`receiver ${request.url} ${body}`);
		if (receiver.mood === "hangs") return await new Promise(() => {});
		if (receiver.mood === "slow") await this.findings.simulation.wait(slowMs);
		if (receiver.mood === "fails") return new Response("no", { status: 500 });
		this.take(receiver, request.headers.get("Service-Signature") ?? "", body);
		return new Response("ok");
	};

	private take(receiver: Receiver, signature: string, body: string): void {
		const { findings } = this;
		const [, time = "", rest = ""] = /^t=(\d+),(.*)$/.exec(signature) ?? [];
		const valid = receiver.secrets.map((secret) =>
			createHmac("sha256", secret).update(`${time}.${body}`).digest("hex"),
		);
		const isSigned = receiver.secrets.length === 0 || valid.some((one) => rest.includes(`v1=${one}`));
		findings.expect("webhooks are signed", isSigned, () => `${receiver.url} got ${signature}`);
		const isFresh = Math.abs(Number(time) * 1000 - findings.simulation.now()) < 60_000;
		findings.expect("signatures are fresh", isFresh, () => `${receiver.url} got ${signature}`);
		const event = JSON.parse(body);
		const known = receiver.taken.get(event.id);
		receiver.taken.set(event.id, { sequence: event.sequence, times: (known?.times ?? 0) + 1 });
	}
}
