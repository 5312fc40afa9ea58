import type { Token, Tokens } from "marked";
import { codeBlock } from "../code/code-block.ts";
import { type Tab, Tabs } from "../code/tabs.tsx";
import { tabsOf } from "../samples/tabs-of-request.ts";
import { requestOfCurl } from "./request-of-curl.ts";

/** The words after the language of a fence. Tests read some of them, and readers see none. */
interface Info {
	language: string;
	/** The name of the file that the fence shows. */
	file?: string | undefined;
	/** Whether the request of a command is shown in all languages. */
	hasTabs: boolean;
}

export function infoOf({ lang = "" }: Tokens.Code): Info {
	const [language = "", ...words] = lang.split(" ");
	const [file] = words.flatMap((word) => (word.startsWith("file=") ? [word.slice("file=".length)] : []));
	return { language, file, hasTabs: words.includes("tabs") };
}

/** The names of languages in fences, as the samples of the reference name them. */
const tabNames: Record<string, [name: string, label: string]> = {
	sh: ["sh", "curl"],
	ts: ["typescript", "TypeScript"],
	python: ["python", "Python"],
	php: ["php", "PHP"],
	ruby: ["ruby", "Ruby"],
	go: ["go", "Go"],
};

const isCode = (token: Token): token is Tokens.Code => token.type === "code";

function tabOf(token: Tokens.Code): Tab {
	const { language, file } = infoOf(token);
	const [name, label] = tabNames[language] ?? [language, language];
	return { name, label, html: codeBlock({ text: token.text, language, file, label, name }) };
}

type Block = { tokens: Token[] } | { tabs: Tab[] };

/** Fences that follow each other say the same in several languages. */
export function blocksOf(all: readonly Token[]): Block[] {
	const blocks: Block[] = [];
	for (let n = 0; n < all.length; n++) {
		const fences: Tokens.Code[] = [];
		let after = n;
		for (let token = all[after]; token && (isCode(token) || token.type === "space"); token = all[++after])
			if (isCode(token) && infoOf(token).language in tabNames) fences.push(token);
			else if (isCode(token)) break;
		const [first] = fences;
		const isSame = new Set(fences.map((one) => infoOf(one).language)).size > 1;
		const tabs =
			first && infoOf(first).hasTabs ? tabsOf(requestOfCurl(first.text), first.text) : isSame ? fences.map(tabOf) : [];
		if (tabs.length > 0) {
			blocks.push({ tabs });
			n = after - 1;
			continue;
		}
		const last = blocks.at(-1);
		const token = all[n] as Token;
		if (last && "tokens" in last) last.tokens.push(token);
		else blocks.push({ tokens: [token] });
	}
	return blocks;
}

/** The number tells apart the tabs of one page. */
export const htmlOfTabs = (tabs: readonly Tab[], n: number): string =>
	String(<Tabs tabs={tabs} group={`language-${n}`} />);
