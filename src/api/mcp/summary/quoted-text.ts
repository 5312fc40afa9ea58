/** Longer texts are cut, and the rest is counted. */
const longestQuoted = 2000;

/**
 * Text of anybody in a sentence of the service: in quotes, on one line, with signs that nobody sees as their numbers, and
 * with addresses that no program makes a link of.
 */
export function quotedText(text: string, longest = longestQuoted): string {
	const signs = [...visible(text.toWellFormed())];
	const rest = signs.length - longest;
	if (rest <= 0) return `“${defused(signs.join(""))}”`;
	return `“${defused(signs.slice(0, longest).join(""))}…” and ${rest} more characters`;
}

const longestName = 40;

/** A name, shortened. */
export function quotedName(name: string, longest = longestName): string {
	const signs = [...visible(name.toWellFormed().trim())];
	const shown = signs.length > longest ? [...signs.slice(0, longest - 1), "…"] : signs;
	return `“${defused(shown.join(""))}”`;
}

const numberOf = (sign: string): string =>
	`[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`;

/** People's emoji may be joined of several. */
const emoji =
	"\\p{Extended_Pictographic}\\ufe0f?\\p{Emoji_Modifier}?(?:\\u200d\\p{Extended_Pictographic}\\ufe0f?\\p{Emoji_Modifier}?)*";
const unseen = "[\\p{Cc}\\p{Cf}\\p{Co}\\p{Cn}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|[^\\P{Zs} ]|[⏎␣]";
const special = new RegExp(`${emoji}|${unseen}`, "gu");
const isEmoji = /^\p{Extended_Pictographic}/u;

/** A line break is ⏎, and a space that is easily overlooked ␣. */
const visible = (text: string): string =>
	text
		.replaceAll("\r\n", "\n")
		.replaceAll(special, (sign) => (isEmoji.test(sign) ? sign : sign === "\n" ? "⏎" : numberOf(sign)))
		.replaceAll(/[^\p{ASCII}]/gu, (sign) => (isPlainInDisguise(sign) ? `${sign}${numberOf(sign)}` : sign))
		.replaceAll(/^ +| +$| {2,}/g, (spaces) => "␣".repeat(spaces.length))
		.replaceAll(/[“”]/g, '"');

/** Such as a letter or a digit of full width, or of mathematics. */
const isPlainInDisguise = (sign: string): boolean => /^[!-~]$/.test(sign.normalize("NFKC"));

/** The schemes that programs make links of, even without slashes. */
const schemes = /\b(mailto|tel|sms|javascript|vbscript|data|file|webcal|facetime|skype|whatsapp):(?=\S)/giu;

/**
 * Nothing is left out, but the signs by which programs know an address, or markup that would hide a part of the text,
 * stand in brackets.
 */
const defused = (text: string): string =>
	text
		.replaceAll(schemes, "$1[:]")
		.replaceAll("://", "[:]//")
		.replaceAll(/(?<=\S)@(?=\S)/gu, "[@]")
		.replaceAll(/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g, (address) => address.replaceAll(".", "[.]"))
		.replaceAll(/(?<=[\p{L}\p{M}\p{N}_])[.。．｡](?=[\p{L}\p{N}_])/gu, (dot, at: number, whole: string) =>
			isDigit(whole[at - 1]) && isDigit(whole[at + 1]) ? dot : `[${dot}]`,
		)
		.replaceAll("](", "][(]")
		.replaceAll(/<(?=[a-z/!?])/gi, "[<]")
		.replaceAll(/&(?=#|[a-z]{2,31};)/gi, "[&]");

const isDigit = (sign: string | undefined): boolean => sign !== undefined && /\d/.test(sign);
