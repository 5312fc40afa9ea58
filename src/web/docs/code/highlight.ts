import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import go from "highlight.js/lib/languages/go";
import http from "highlight.js/lib/languages/http";
import ini from "highlight.js/lib/languages/ini";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import php from "highlight.js/lib/languages/php";
import python from "highlight.js/lib/languages/python";
import ruby from "highlight.js/lib/languages/ruby";
import typescript from "highlight.js/lib/languages/typescript";
import { escaped } from "./escaped.ts";
import { wholeOptions, wholeTimes } from "./whole.ts";

const languages = { bash, go, http, ini, javascript, json, php, python, ruby, typescript };
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);
hljs.registerAliases(["sh", "shell"], { languageName: "bash" });
hljs.configure({ classPrefix: "hl-" });

const commands = ["", "bash", "sh", "shell", "text"];

/** The words have the classes of their kinds, so that the style sheet alone gives them colours. */
export function highlighted(text: string, language: string): string {
	const html = hljs.getLanguage(language) ? hljs.highlight(text, { language }).value : escaped(text);
	if (language === "json") return wholeTimes(html);
	return commands.includes(language) ? wholeOptions(html) : html;
}
