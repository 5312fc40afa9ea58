import { quotedText } from "./quoted-text.ts";

/** Letters of other scripts beside the Latin ones that they look like (a part of Unicode's confusables). */
const twins: Record<string, string> = Object.fromEntries(
	[
		["abceghijklmnopqrstuvwxy", "аЬсеԍһіјκⅼмпорԛгѕтцѵԝхү"],
		["ABCEHIJKMOPSTXYZN", "АВСЕНІЈКМОРЅТХҮΖΝ"],
		["aopvuyinkxty", "αορνυγιηκχτу"],
		["ABEHIKMOPTYXZN", "ΑΒΕΗΙΚΜΟΡΤΥΧΖΝ"],
		["ohnuqgsOULS", "օհոսզցѕՕՍԼՏ"],
		["ABCDEGHIJKLMPSTVWZR", "ᎪᏴᏟᎠᎬᏀᎻᏆᎫᏦᏞᎷᏢᏚᎢᏙᎳᏃᎡ"],
		["-------", "‐‑‒–—−﹣"],
		["''''`", "‘’‚‛´"],
		['"""""', "“”„‟″"],
		["1lll", "ӀƖǀ∣"],
		["ii", "ıɪ"],
	].flatMap(([plain = "", others = ""]) => [...others].map((other, n) => [other, plain[n] ?? other])),
);

/** Texts that have the same one look alike in many typefaces. */
const shapeOf = (text: string): string =>
	[...text.normalize("NFKC")]
		.map((sign) => twins[sign] ?? sign)
		.join("")
		.replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\s]+/gu, " ")
		.replaceAll(/ +/g, "")
		.replaceAll(/[|lI1]/g, "l")
		.replaceAll(/[0Oo]/g, "o")
		.replaceAll("rn", "m")
		.replaceAll("vv", "w")
		.replaceAll(/`/g, "'");

export const lookAlike = (one: string, other: string): boolean => one !== other && shapeOf(one) === shapeOf(other);

/** The first place at which two texts that look alike differ, in the numbers of their signs. */
export function tellApart(before: string, after: string): string {
	if (!lookAlike(before, after)) return "";
	const [old, next] = [[...before], [...after]];
	const at = old.findIndex((sign, n) => sign !== next[n]);
	const first = at < 0 ? old.length : at;
	return ` (they look alike: sign ${first + 1} was ${signAt(old, first)} and becomes ${signAt(next, first)})`;
}

function signAt(signs: string[], at: number): string {
	const sign = signs[at];
	if (sign === undefined) return "absent";
	const number = `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
	return /[\p{L}\p{N}\p{P}\p{S}]/u.test(sign) ? `${quotedText(sign)} ${number}` : number;
}

const scripts = [
	["Cyrillic", /\p{Script=Cyrillic}/u],
	["Greek", /\p{Script=Greek}/u],
	["Armenian", /\p{Script=Armenian}/u],
	["Cherokee", /\p{Script=Cherokee}/u],
] as const;

/** The letters of other scripts among Latin ones, by which a word passes for another. */
export function strangeLetters(text: string): string {
	if (!/\p{Script=Latin}/u.test(text)) return "";
	const said = scripts.flatMap(([script, ofScript]) => {
		const letters = [...new Set([...text].filter((sign) => ofScript.test(sign) && Object.hasOwn(twins, sign)))];
		return letters.length > 0 ? [`${script} ${letters.slice(0, 5).join(", ")}`] : [];
	});
	return said.length > 0 ? ` (with letters that look Latin: ${said.join("; ")})` : "";
}
