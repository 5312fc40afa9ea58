export type { Answer, AnswerDetails, RateLimit } from "./answer.ts";
export { ApiError } from "./api-error.ts";
export { TattooStudio } from "./client.ts";
export { ConnectionError, type Problem, TattooStudioError, TimeoutError } from "./errors.ts";
export { Feed, type FollowOptions } from "./follow.ts";
export type * from "./generated/events.ts";
export * from "./generated/problems.ts";
export type * from "./generated/records.ts";
export type * from "./generated/resources.ts";
export { type FeedPage, List, type Page } from "./list.ts";
export type {
	AccessToken,
	ChangeOptions,
	ClientOptions,
	CreateOptions,
	DateTime,
	Fetch,
	ReadOptions,
	RequestOptions,
	Several,
} from "./options.ts";
export {
	type VerifyOptions,
	verifyWebhook,
	WebhookError,
	type WebhookErrorReason,
	type WebhookHeaders,
	type WebhookKey,
	type WebhookKeys,
} from "./webhook.ts";
