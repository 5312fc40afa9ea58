import { wordsIn } from "../../src/domain/languages/words.ts";
import { htmlOf, textOf } from "../../src/domain/mail/booking/mail-body.ts";
import { rescheduleNotice as notice } from "../../src/domain/mail/booking/reschedule-notice.ts";

/** The notice in English, as a whole mail. */
export function rescheduleNotice(told: Omit<Parameters<typeof notice>[0], "words">) {
	const { body, ...mail } = notice({ ...told, words: wordsIn("en") });
	return { ...mail, text: textOf(body), html: htmlOf(body, { own: undefined, color: "#000000" }) };
}
