import type { Person } from "./person.ts";

/** Whether a text that is JSON, or another text, names one of the clients or has one of the emails. */
export function mentions(person: Person, text: string): boolean {
	const value = parsed(text);
	return value === undefined ? isMentionedIn(person, text) : isIn(person, value);
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function isIn(person: Person, value: unknown): boolean {
	if (typeof value === "string") return isMentionedIn(person, value);
	if (typeof value !== "object" || value === null) return false;
	return Object.entries(value).some(([name, inner]) => isMentionedIn(person, name) || isIn(person, inner));
}

function isMentionedIn({ clientIds, emails }: Person, text: string): boolean {
	const lower = text.toLowerCase();
	return clientIds.some((id) => lower.includes(id)) || emails.some((email) => hasEmail(lower, email));
}

/** The address of another person may end or begin with this one. */
function hasEmail(text: string, email: string): boolean {
	for (let at = text.indexOf(email); at >= 0; at = text.indexOf(email, at + 1)) {
		const after = text.slice(at + email.length, at + email.length + 2);
		if (!/[\w.!#$%&'*+/=?^`{|}~-]/.test(text.charAt(at - 1)) && !/^[\w-]|^\.\w/.test(after)) return true;
	}
	return false;
}
