/** An answer before it is sent. The record of an Idempotency-Key stores it for replays. */
export interface Answer {
	status: number;
	contentType: string;
	location: string | null;
	body: string;
	headers: Record<string, string>;
}

export const jsonAnswer = (status: number, body: unknown, location: string | null = null): Answer => ({
	status,
	contentType: "application/json",
	location,
	body: JSON.stringify(body),
	headers: {},
});
