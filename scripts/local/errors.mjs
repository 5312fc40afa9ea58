/**
 * The code of an error of the system, such as `ENOENT`.
 *
 * @param {unknown} error
 */
export const codeOf = (error) => (error instanceof Error && "code" in error ? error.code : undefined);

/**
 * The message of an error, or of its cause if it has one.
 * @type {(error: unknown) => string}
 */
export const messageOf = (error) =>
	error instanceof Error ? (error.cause ? messageOf(error.cause) : error.message) : String(error);
