import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import type { KeptExchange } from "../../../src/web/docs/reference/exchange.ts";
import { booking } from "./booking.ts";
import { DemoAnswers, type Send } from "./demo-answers.ts";
import { forms } from "./forms.ts";
import { integrations } from "./integrations.ts";
import { people } from "./people.ts";

/** The request to each operation, and the answer of the demo studio. */
export async function answersOfDemo(origin: string, key: string): Promise<Record<string, KeptExchange>> {
	const demo = new DemoAnswers(await sendingTo(origin, key));
	for (const part of [people, booking, forms, integrations]) await part(demo);
	return demo.found;
}

async function sendingTo(origin: string, key: string): Promise<Send> {
	const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: "#1a6b4c" } })
		.jpeg()
		.toBuffer();
	const send: Send = async (method, path, sending = {}) => {
		const response = await fetch(origin + path, {
			method,
			headers: {
				Authorization: `Bearer ${key}`,
				...(sending.picture
					? { "Content-Type": "image/jpeg" }
					: sending.body
						? { "Content-Type": "application/json" }
						: {}),
				...(sending.isDryRun ? { "Service-Dry-Run": "true" } : {}),
			},
			...(sending.picture ? { body: picture } : sending.body ? { body: JSON.stringify(sending.body) } : {}),
		});
		const text = await response.text();
		if (response.status === 429) {
			await sleep(Number(response.headers.get("Retry-After")) * 1000);
			return await send(method, path, sending);
		}
		return { status: response.status, body: text === "" ? undefined : JSON.parse(text), headers: response.headers };
	};
	return send;
}
