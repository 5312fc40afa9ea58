export interface Answer {
	status: number;
	contentType: string;
	location: string | null;
	/** The tag of the record in the body (contract: Versions 1). */
	etag: string | null;
	body: string;
	headers: Record<string, string>;
}

export const jsonAnswer = (
	status: number,
	body: unknown,
	{ location = null, etag = null }: { location?: string | null; etag?: string | null } = {},
): Answer => ({
	status,
	contentType: "application/json",
	location,
	etag,
	body: JSON.stringify(body),
	headers: {},
});
