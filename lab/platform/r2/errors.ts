/** The refusals of R2: code and words. */
const refusals = {
	EntityTooLarge: [100100, "Your proposed upload exceeds the maximum allowed object size."],
	MetadataTooLarge: [10012, "Your metadata headers exceed the maximum allowed metadata size."],
	InvalidObjectName: [10020, "The specified object name is not valid."],
	InvalidMaxKeys: [10022, "MaxKeys params must be positive integer <= 1000."],
	TooManyKeys: [10029, "At most 1000 objects can be deleted at once."],
	BadDigest: [10037, ""],
	InvalidRange: [10039, "The requested range is not satisfiable"],
} as const;

export type Action = "get" | "head" | "put" | "delete" | "list";

export function refusal(action: Action, name: keyof typeof refusals, words?: string): Error {
	const [code, message] = refusals[name];
	return new Error(`${action}: ${words ?? message} (${code})`);
}
