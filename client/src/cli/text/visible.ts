/**
 * Other people and servers may have written the text: it must not be able to clear the screen or to look like something
 * else.
 */
export const visible = (text: string): string => text.replace(/[\t\r\n]+/g, " ").replace(controls, "\ufffd");

/** C0, DEL, C1, and the marks that change the direction of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern is about control characters
const controls = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
