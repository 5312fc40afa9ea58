import { setTimeout as sleep } from "node:timers/promises";
import type { WebhookEvent } from "../../generated/events.ts";
import { reasonOf } from "../failure.ts";
import { signed } from "./sign.ts";

export interface Target {
	url: string;
	secret: string;
	timeoutMs: number;
	/** How long to wait for a receiver that is not there. Without it, for ever. */
	absentTimeoutMs?: number;
	/** Ends the wait for a receiver that is not there. An attempt that is under way is not broken off. */
	signal: AbortSignal;
	/** Hears once that nothing listens there. The event then waits. */
	onAbsent(reason: string): void;
}

/** How the receiver answered. */
export interface Outcome {
	/** Null when no answer came. */
	status: number | null;
	durationMs: number;
	/** Whether it was 2xx. */
	ok: boolean;
	/** Why no answer came, or the beginning of one that is no success. */
	errorText: string;
}

const maxShownCharacters = 400;
const [firstPauseMs, longestPauseMs] = [250, 2000];
const absentCodes = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH"];

/** Sends the event, signed like a webhook. While nothing listens at the address, it waits: a program that restarts misses nothing. */
export async function forward(event: WebhookEvent, target: Target): Promise<Outcome> {
	const giveUpAt = performance.now() + (target.absentTimeoutMs ?? Number.POSITIVE_INFINITY);
	for (let pauseMs = firstPauseMs, hasReported = false; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
		const startedAt = performance.now();
		try {
			return await post(event, target, startedAt);
		} catch (error) {
			if (!isAbsent(error) || performance.now() >= giveUpAt)
				return { status: null, ok: false, durationMs: since(startedAt), errorText: failureReason(error, target) };
			if (!hasReported) target.onAbsent(reasonOf(error));
			hasReported = true;
			target.signal.throwIfAborted();
			await sleep(pauseMs, undefined, { signal: target.signal });
		}
	}
}

async function post(event: WebhookEvent, target: Target, startedAt: number): Promise<Outcome> {
	const { url, secret, timeoutMs } = target;
	// Signed anew at each attempt: receivers refuse a signature that is minutes old.
	const { body, headers } = signed(event, secret, Math.floor(Date.now() / 1000));
	const signal = AbortSignal.timeout(timeoutMs);
	const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
	const durationMs = since(startedAt);
	// The status decides. A body that breaks off changes nothing.
	const text = response.ok ? await discardBody(response) : await firstCharacters(response);
	return { status: response.status, ok: response.ok, durationMs, errorText: text };
}

const since = (startedAt: number): number => Math.round(performance.now() - startedAt);

async function discardBody(response: Response): Promise<string> {
	await response.body?.cancel().catch(() => {});
	return "";
}

async function firstCharacters(response: Response): Promise<string> {
	const reader = response.body?.getReader();
	const decoder = new TextDecoder();
	let text = "";
	try {
		while (reader && text.length < maxShownCharacters) {
			const { done, value } = await reader.read();
			if (done) break;
			text += decoder.decode(value, { stream: true });
		}
		await reader?.cancel();
	} catch {
		// It broke off.
	}
	return text.slice(0, maxShownCharacters);
}

function isAbsent(error: unknown): boolean {
	const cause = (error as Error).cause as { code?: string; errors?: { code?: string }[] } | undefined;
	return [cause?.code, ...(cause?.errors ?? []).map(({ code }) => code)].some(
		(code) => code && absentCodes.includes(code),
	);
}

function failureReason(error: unknown, { timeoutMs }: Target): string {
	if (error instanceof Error && error.name === "TimeoutError") return `no answer within ${timeoutMs / 1000} s`;
	return `the connection failed${reasonOf(error)}`;
}
