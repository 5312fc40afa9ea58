import { getCookie, setCookie } from "hono/cookie";
import { type Words, wordsIn } from "../../domain/languages/words.ts";
import type { AppContext } from "../../platform/http/request/app-env.ts";
import { defaultLanguage, isLanguage, type Language, requestedLanguage } from "../../platform/lib/languages.ts";
import { hostCookie } from "../ui/host-cookie.ts";
import type { OwnText } from "../ui/own-text.ts";
import { studioOf } from "./components/studio.ts";

const languageCookie = (c: AppContext) => hostCookie(c, "booking_language");

/** Keeps the language for the visit. Without cookies it holds for this page. */
export function chooseLanguage(c: AppContext, language: Language): void {
	const { name, options } = languageCookie(c);
	setCookie(c, name, language, options);
	chosen.set(c.req.raw, language);
}

/** The languages that visitors have chosen with this request. */
const chosen = new WeakMap<AppContext["req"]["raw"], Language>();

/** The language that the address names. */
export function languageInAddress(c: AppContext): Language | undefined {
	const asked = c.req.query("lang");
	return isLanguage(asked) ? asked : undefined;
}

/** The language of the page (contract: Booking page 34). */
function languageOf(c: AppContext): Language {
	const inAddress = languageInAddress(c);
	if (inAddress && !chosen.has(c.req.raw)) chooseLanguage(c, inAddress);
	const ofVisit = chosen.get(c.req.raw) ?? getCookie(c, languageCookie(c).name);
	if (isLanguage(ofVisit)) return ofVisit;
	return requestedLanguage(c.req.header("Accept-Language")) ?? studioOf(c)?.language ?? defaultLanguage;
}

export const wordsFor = (c: AppContext): Words => wordsIn(languageOf(c));

/** The attributes for the texts that the studio wrote, in the language of the shop. */
export const ownText = (c: AppContext, { language }: Words): OwnText => {
	const ofShop = studioOf(c)?.language ?? defaultLanguage;
	return ofShop === language ? {} : { lang: ofShop, dir: "auto" };
};
