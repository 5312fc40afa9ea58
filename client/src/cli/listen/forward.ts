import { setTimeout as sleep } from "node:timers/promises";
import type { WebhookEvent } from "../../generated/events.ts";
import { reasonOf } from "../failure.ts";
import type { AsymmetricSigner } from "./listener-key.ts";
import { signed } from "./sign.ts";

export interface Target {
	url: string;
	secret: string;
	/** Present if the receiver verifies with a key. */
	sign?: AsymmetricSigner | undefined;
	timeoutMs: number;
	/** The longest wait for a receiver that does not listen. Without it, the wait has no end. */
	absentTimeoutMs?: number;
	/** Ends the wait for a receiver that does not listen. It does not break off an attempt. */
	signal: AbortSignal;
	/** Is called once if nothing listens at the address. */
	onAbsent(reason: string): void;
}

export interface Outcome {
	/** Null if no answer came. */
	status: number | null;
	durationMs: number;
	/** Whether it was 2xx. */
	ok: boolean;
	/** The reason why no answer came, or the beginning of the body of a refusal. */
	errorText: string;
}

const maxShownCharacters = 400;
const [firstPauseMs, longestPauseMs] = [250, 2000];
const absentCodes = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH"];

/**
 * The request is signed like a webhook. While nothing listens at the address, this waits, so a receiver that restarts
 * misses nothing.
 */
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
	const { url, secret, sign, timeoutMs } = target;
	// Each attempt has a new signature, because receivers refuse one that is minutes old.
	const { body, headers } = signed(event, secret, Math.floor(Date.now() / 1000), sign);
	const signal = AbortSignal.timeout(timeoutMs);
	const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
	const durationMs = since(startedAt);
	// Only the status counts: a body that breaks off does not change the outcome.
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
		// The body broke off. Its beginning is enough.
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
