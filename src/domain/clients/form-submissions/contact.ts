import type { FormField } from "../../../platform/db/tables/data/forms.ts";
import { type Answers, textAnswered } from "./answers.ts";

export interface Contact {
	email: string | undefined;
	firstName: string | undefined;
	lastName: string | undefined;
	phone: string | undefined;
	subject: string | undefined;
	message: string | undefined;
}

/** The longest texts that clients, leads and ideas take. */
const maxLength = { name: 200, phone: 50 };

/** Only the first email field counts, because a second one may be about another person. */
export function contactIn(fields: FormField[], answers: Answers): Contact {
	const answerUnder = (...keys: string[]) => {
		for (const key of keys) {
			const answer = textAnswered(fields, answers, (field) => field.key === key);
			if (answer !== undefined) return answer;
		}
		return undefined;
	};
	const firstOfType = (type: FormField["type"]) => {
		const field = fields.find((field) => field.type === type);
		return field && textAnswered([field], answers, () => true);
	};
	const email = firstOfType("email");
	return {
		email,
		firstName: cut(answerUnder("first_name", "name") ?? email?.split("@")[0], maxLength.name),
		lastName: cut(answerUnder("last_name"), maxLength.name),
		phone: cut(firstOfType("phone"), maxLength.phone),
		subject: cut(answerUnder("subject"), maxLength.name),
		message: answerUnder("message") ?? textAnswered(fields, answers, ({ type }) => type === "textarea"),
	};
}

/** Cuts a text, but never in the middle of a surrogate pair. */
const cut = (text: string | undefined, length: number): string | undefined =>
	text
		?.slice(0, length)
		.replace(/[\ud800-\udbff]$/, "")
		.trim();
