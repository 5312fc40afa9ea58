/** Puts a quote before a text that a spreadsheet would run as a formula. Some take the full-width signs, too. */
const defused = (text: string): string => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text);

export const csvCell = (text: string): string => {
	const safe = defused(text);
	return /[",;\r\n\t]/.test(safe) || safe !== text ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A line of CSV (RFC 4180). */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(",")}\r\n`;
