import { ApiErrorBase } from "./errors.ts";
import type { AnyApiError } from "./generated/problems.ts";

/** An error that the service answered. `code` says which: a `switch` over it narrows the type to that code's class. */
export type ApiError = AnyApiError;

/** `error instanceof ApiError` narrows to the union of all codes. A code that this version does not know is one, too. */
export const ApiError: { readonly prototype: ApiError; new (...none: never): ApiError } = ApiErrorBase as never;
