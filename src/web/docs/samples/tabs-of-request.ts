import { codeBlock } from "../code/code-block.ts";
import { escaped } from "../code/escaped.ts";
import type { Tab } from "../code/tabs.tsx";
import { languages } from "./languages.ts";
import type { SampleRequest } from "./request.ts";

/** It stands for the key until the colours are there. No sample contains it. */
const mark = "\uE000";

/** curl may have a text of its own, with its key in the variable. */
export const tabsOf = (request: SampleRequest, sampleCurl?: string): Tab[] =>
	languages.map(({ name, label, write, key, own }) => {
		const text = name === "sh" && sampleCurl ? sampleCurl.replaceAll(key, mark) : write(request, mark);
		const html = codeBlock({ text, language: name, label });
		return {
			name,
			label,
			html: html.replaceAll(mark, `<var data-own-key="${own}">${escaped(key)}</var>`),
		};
	});
