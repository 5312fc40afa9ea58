/** A separate parser of RFC 4180, which shares no code with the service. */
export function readCsv(text: string): string[][] {
	const rows: string[][] = [[]];
	for (let at = 0; at < text.length; ) {
		let cell = "";
		if (text[at] === '"') {
			for (at++; ; at++) {
				if (text[at] === '"' && text[at + 1] === '"') cell += text[at++];
				else if (text[at] === '"') break;
				else cell += text[at];
			}
			at++;
		} else while (at < text.length && text[at] !== "," && text[at] !== "\r") cell += text[at++];
		rows.at(-1)?.push(cell);
		if (text[at] === ",") at++;
		else {
			at += 2;
			if (at < text.length) rows.push([]);
		}
	}
	return rows;
}
