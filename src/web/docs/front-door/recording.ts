import recorded from "./recording.json" with { type: "json" };

/** As they were sent. */
export interface Recording {
	request: { method: string; path: string; headers: Record<string, string>; body: object };
	answer: { status: number; headers: Record<string, string>; body: Record<string, unknown> };
	/** The body is kept as text, because the signature is of its bytes. */
	webhook: { path: string; headers: Record<string, string>; body: string };
	/** The secret of the endpoint, which exists no longer. It proves the signature. */
	secret: string;
}

/** `scripts/front-door.ts` has written it. */
export const recording: Recording = recorded;
