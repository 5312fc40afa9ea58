export interface PageForm {
	action: string;
	/** The hidden fields and their values. */
	hidden: Record<string, string>;
}

export function formIn(html: string): PageForm | undefined {
	const [, action = "", form] = /<form method="post" action="([^"]+)">(.*?)<\/form>/s.exec(html) ?? [];
	if (!form) return undefined;
	const hidden = form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g);
	return {
		action: unescaped(action),
		hidden: Object.fromEntries([...hidden].map(([, name, value = ""]) => [name, unescaped(value)])),
	};
}

const entities: Record<string, string> = { quot: '"', "#39": "'", lt: "<", gt: ">", amp: "&" };
const unescaped = (text: string) => text.replaceAll(/&(quot|#39|lt|gt|amp);/g, (_, name) => entities[name] ?? "");
