import type { Language } from "../../platform/lib/languages.ts";
import { de as appointmentDe } from "./appointment/de.ts";
import { type AppointmentWords, en as appointmentEn } from "./appointment/en.ts";
import { es as appointmentEs } from "./appointment/es.ts";
import { fr as appointmentFr } from "./appointment/fr.ts";
import { it as appointmentIt } from "./appointment/it.ts";
import { de as formDe } from "./form/de.ts";
import { type FormWords, en as formEn } from "./form/en.ts";
import { es as formEs } from "./form/es.ts";
import { fr as formFr } from "./form/fr.ts";
import { it as formIt } from "./form/it.ts";
import { type Formats, formatsOf } from "./formats.ts";
import { de as mailsDe } from "./mails/de.ts";
import { type MailWords, en as mailsEn } from "./mails/en.ts";
import { es as mailsEs } from "./mails/es.ts";
import { fr as mailsFr } from "./mails/fr.ts";
import { it as mailsIt } from "./mails/it.ts";
import { de as manageDe } from "./manage/de.ts";
import { type ManageWords, en as manageEn } from "./manage/en.ts";
import { es as manageEs } from "./manage/es.ts";
import { fr as manageFr } from "./manage/fr.ts";
import { it as manageIt } from "./manage/it.ts";
import { de as pageDe } from "./page/de.ts";
import { type PageWords, en as pageEn } from "./page/en.ts";
import { es as pageEs } from "./page/es.ts";
import { fr as pageFr } from "./page/fr.ts";
import { it as pageIt } from "./page/it.ts";
import { de as refusalsDe } from "./refusals/de.ts";
import { type RefusalWords, en as refusalsEn } from "./refusals/en.ts";
import { es as refusalsEs } from "./refusals/es.ts";
import { fr as refusalsFr } from "./refusals/fr.ts";
import { it as refusalsIt } from "./refusals/it.ts";

/** Everything that the service says to clients of studios, in one language. */
export interface Words {
	language: Language;
	formats: Formats;
	/** The choice of an event type and of a time. */
	page: PageWords;
	/** The form of a booking, and the page after it. */
	form: FormWords;
	/** The facts, the costs and the terms of an appointment, on pages and in mails. */
	appointment: AppointmentWords;
	/** Why something is refused, at a field or on a page of its own. */
	refusals: RefusalWords;
	/** The pages behind the link in a mail. */
	manage: ManageWords;
	mails: MailWords;
}

type Areas = Omit<Words, "language" | "formats">;

const catalogue: Record<Language, Areas> = {
	en: {
		page: pageEn,
		form: formEn,
		appointment: appointmentEn,
		refusals: refusalsEn,
		manage: manageEn,
		mails: mailsEn,
	},
	de: {
		page: pageDe,
		form: formDe,
		appointment: appointmentDe,
		refusals: refusalsDe,
		manage: manageDe,
		mails: mailsDe,
	},
	fr: {
		page: pageFr,
		form: formFr,
		appointment: appointmentFr,
		refusals: refusalsFr,
		manage: manageFr,
		mails: mailsFr,
	},
	es: {
		page: pageEs,
		form: formEs,
		appointment: appointmentEs,
		refusals: refusalsEs,
		manage: manageEs,
		mails: mailsEs,
	},
	it: {
		page: pageIt,
		form: formIt,
		appointment: appointmentIt,
		refusals: refusalsIt,
		manage: manageIt,
		mails: mailsIt,
	},
};

const made = new Map<Language, Words>();

export function wordsIn(language: Language): Words {
	const words = made.get(language) ?? { language, formats: formatsOf(language), ...catalogue[language] };
	made.set(language, words);
	return words;
}
