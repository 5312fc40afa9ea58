import { setTimeout as sleep } from "node:timers/promises";
import type { Service } from "../service.ts";
import { dayMs, pastDays } from "./times.ts";

/** Webhooks that are due leave through the queue, which the clock does not hurry. */
const deliveryMs = 150;

/** The clock moves through the studio's past, up to the present. Production has no such clock. */
export class Timeline {
	readonly #service: Service;
	readonly #operatorToken: string;
	#behindMs = 0;

	constructor(service: Service, operatorToken: string) {
		this.#service = service;
		this.#operatorToken = operatorToken;
	}

	/** Begins the past. The service refuses once there is a tenant, and then everything happens in the present. */
	async open(): Promise<void> {
		this.#behindMs = (await this.#move(-pastDays * dayMs)) ? pastDays * dayMs : 0;
	}

	/** Never goes beyond the present. */
	async goTo(at: number): Promise<void> {
		const aheadMs = Math.min(at - (Date.now() - this.#behindMs), this.#behindMs);
		if (aheadMs <= 0) return;
		await this.#move(aheadMs);
		this.#behindMs -= aheadMs;
	}

	/** The same, and waits for the webhooks that are due then. */
	async deliverAt(at: number): Promise<void> {
		await this.goTo(at);
		if (this.#behindMs > 0) await sleep(deliveryMs);
	}

	close = (): Promise<void> => this.goTo(Number.POSITIVE_INFINITY);

	async #move(ms: number): Promise<boolean> {
		const { object } = await this.#service.send<{ object?: string }>({
			method: "POST",
			path: "/admin/dev/advance",
			token: this.#operatorToken,
			body: { seconds: ms / 1000 },
			accept: 409,
		});
		return object === "clock";
	}
}
