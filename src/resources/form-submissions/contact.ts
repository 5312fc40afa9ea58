import type { FormField } from "../../db/tables/tenant/forms.ts";
import { type Answers, textAnswered } from "./answers.ts";

/** Whom a submission comes from and what about, as far as its answers tell. */
export interface Contact {
	email: string | undefined;
	firstName: string | undefined;
	lastName: string | undefined;
	phone: string | undefined;
	subject: string | undefined;
	message: string | undefined;
}

/** What clients, leads and ideas take. */
const maxLength = { name: 200, phone: 50 };

/** The first email field counts, and no other: whoever answers a second one may mean somebody else. */
export function contactIn(fields: FormField[], answers: Answers): Contact {
	const keyed = (...keys: string[]) => {
		for (const key of keys) {
			const answer = textAnswered(fields, answers, (field) => field.key === key);
			if (answer !== undefined) return answer;
		}
		return undefined;
	};
	const first = (type: FormField["type"]) => {
		const field = fields.find((field) => field.type === type);
		return field && textAnswered([field], answers, () => true);
	};
	const email = first("email");
	return {
		email,
		firstName: cut(keyed("first_name", "name") ?? email?.split("@")[0], maxLength.name),
		lastName: cut(keyed("last_name"), maxLength.name),
		phone: cut(first("phone"), maxLength.phone),
		subject: cut(keyed("subject"), maxLength.name),
		message: keyed("message") ?? textAnswered(fields, answers, ({ type }) => type === "textarea"),
	};
}

/** No character is cut in two. */
const cut = (text: string | undefined, length: number): string | undefined =>
	text
		?.slice(0, length)
		.replace(/[\ud800-\udbff]$/, "")
		.trim();
