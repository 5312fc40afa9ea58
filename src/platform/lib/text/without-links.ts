/** No field holds a longer text (contract: Limits 2). */
const longestText = 10_000;

const dots = ".\\u3002\\uff0e\\uff61";
const cjk = "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Bopomofo}\\u30fc\\uff70";
const regExp = (source: string, flags = "u") => new RegExp(source, flags);

/**
 * The text that people typed without addresses of the web, which mail programs would show as links. It takes a time
 * that grows with the length of the text alone, so no expression here looks at a sign more than a few times.
 */
export const withoutLinks = (text: string): string =>
	text
		.slice(0, longestText)
		.replaceAll(/\S+/g, (word) => (isSuspect.test(word) ? withoutAddresses(word) : word))
		.replaceAll(/[ \t]{2,}/g, " ")
		.trim();

const isSuspect = regExp(`[${dots}:@]`);

/** After an ideographic full stop beside a letter of East Asia, which ends a sentence and is no dot of a host. */
const afterSentence = regExp(`(?<=[${cjk}][\\u3002\\uff61]|[\\u3002\\uff61](?=[${cjk}]))`);
const endsInCjk = regExp(`[${cjk}][\\u3002\\uff61]$`);
const beginsInCjk = regExp(`^[${cjk}]`);
const beginsWithWord = /^[\p{L}\p{N}]/u;

function withoutAddresses(word: string): string {
	const sentences = word.split(afterSentence);
	return sentences
		.map((sentence, n) => {
			const next = sentences[n + 1] ?? "";
			const isJoined = !beginsWithWord.test(next) || (endsInCjk.test(sentence.slice(-2)) && beginsInCjk.test(next));
			const kept = isSuspect.test(sentence.slice(0, -1))
				? withoutHosts(withoutMailAddresses(untilScheme(sentence)))
				: sentence;
			return kept + (isJoined ? "" : " ");
		})
		.join("");
}

const scheme = regExp(`:\\/\\/|mailto:|javascript:|(?<![a-z])(?:tel|data):(?=\\S)|www[${dots}](?=\\S)`, "iu");
const longestScheme = 31;

function untilScheme(text: string): string {
	const at = text.search(scheme);
	if (at < 0) return text;
	if (text[at] !== ":") return text.slice(0, at);
	const from = Math.max(0, at - longestScheme);
	return text.slice(0, from) + text.slice(from, at).replace(/\p{L}[\p{L}\p{N}+.-]*$/u, "");
}

const run = `[\\p{L}\\p{M}\\p{N}_${dots}-]+`;
const leadingRun = regExp(`^${run}`);
const twoLabels = regExp(`[^${dots}][${dots}][^${dots}]`);
const longestLocalPart = 64;
const localPart = regExp(`[^${cjk}\\u3000-\\u303f\\uff00-\\uffef]*$`);

function withoutMailAddresses(text: string): string {
	if (!text.includes("@")) return text;
	const [first = "", ...pieces] = text.split("@");
	const kept = [first];
	for (const piece of pieces) {
		const [host = ""] = leadingRun.exec(piece) ?? [];
		if (!twoLabels.test(host)) {
			kept.push("@", piece);
			continue;
		}
		const before = kept.pop() ?? "";
		const from = Math.max(0, before.length - longestLocalPart);
		kept.push(before.slice(0, from) + before.slice(from).replace(localPart, ""), " ");
		const after = piece.slice(host.length);
		kept.push(/^[/:?#]/.test(after) ? "" : after);
	}
	return kept.join("");
}

const runs = regExp(`${run}([/:?#]?)`, "gu");
const endsLikeHost = regExp(`[^${dots}][${dots}][^${dots}]+$`);
const ipAddress = regExp(`\\d{1,3}(?:[${dots}]\\d{1,3}){3}`, "gu");

function withoutHosts(text: string): string {
	const kept: string[] = [];
	let from = 0;
	for (const { 0: found, 1: follows = "", index } of text.matchAll(runs)) {
		const words = found.slice(0, found.length - follows.length);
		if (!twoLabels.test(words)) continue;
		kept.push(text.slice(from, index));
		if (follows && endsLikeHost.test(words)) return kept.join("");
		kept.push(withoutHostsBetweenWords(words.replaceAll(ipAddress, " ")), follows);
		from = index + found.length;
	}
	return kept.join("") + text.slice(from);
}

/** Takes out each host of a run, and puts a space after each dot between words that are no host, as in "St.Pauli". */
function withoutHostsBetweenWords(run: string): string {
	const parts = run.split(regExp(`([${dots}])`));
	const kept: string[] = [];
	for (let begin = 0; begin < parts.length; ) {
		let end = begin;
		while (parts[end] !== "" && parts[end + 2]) end += 2;
		const host = hostIn(parts, begin, end);
		kept.push(host.text, parts.slice(host.next, end + 2).join(""));
		begin = end + 2;
	}
	return kept.join("");
}

const lastLabel = /^\p{L}[\p{L}\p{M}\p{N}-]+/u;
/** Longer than any top-level domain in these scripts. */
const longCjk = regExp(`^(?:[${cjk}]{7}|\\p{sc=Hangul}{3})`);

/** The longest beginning of the words from `begin` to `end` that ends like a host, and where the rest begins. */
function hostIn(parts: readonly string[], begin: number, end: number): { text: string; next: number } {
	for (let at = end; at > begin; at -= 2) {
		const [last] = lastLabel.exec(parts[at] ?? "") ?? [];
		if (last === undefined) continue;
		const rest = (parts[at] ?? "").slice(last.length);
		const isOneCase = last === last.toLowerCase() || last === last.toUpperCase();
		const words = [...parts.slice(begin, at), last].join("").replaceAll(regExp(`[${dots}]`, "g"), "$& ");
		return { text: `${isOneCase && !longCjk.test(last) ? "" : words}${rest}`, next: at + 1 };
	}
	return { text: "", next: begin };
}
