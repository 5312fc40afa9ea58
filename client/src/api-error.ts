import { ApiErrorBase } from "./errors.ts";
import type { AnyApiError } from "./generated/problems.ts";

/** An error that the service answered. A `switch` over `code` narrows the type to the class of that code. */
export type ApiError = AnyApiError;

/**
 * `error instanceof ApiError` narrows to the union of all codes. It is also true for a code that this version of the
 * package does not know.
 */
export const ApiError: { readonly prototype: ApiError; new (...none: never): ApiError } = ApiErrorBase as never;
