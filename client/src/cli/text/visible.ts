/**
 * The text on one line and without characters that command a terminal. What is shown comes from people and servers, and
 * must not be able to clear the screen or to look like something else.
 */
export const visible = (text: string): string => text.replace(/[\t\r\n]+/g, " ").replace(commands, "\ufffd");

/** C0, DEL, C1, and the marks that turn the direction of text around. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const commands = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
