/** The languages of what the clients of a studio read: booking pages and mails. */
export const languages = ["en", "de", "fr", "es", "it"] as const;

export type Language = (typeof languages)[number];

/** The languages as their speakers call them, and as the dashboard does. */
export const languageNames: Record<Language, { own: string; english: string }> = {
	en: { own: "English", english: "English" },
	de: { own: "Deutsch", english: "German" },
	fr: { own: "Français", english: "French" },
	es: { own: "Español", english: "Spanish" },
	it: { own: "Italiano", english: "Italian" },
};

/** The choices of a form of the dashboard. */
export const languageOptions = languages.map((language) => [language, languageNames[language].english] as const);

/** The language of a shop that has chosen none. */
export const defaultLanguage: Language = "en";

export const isLanguage = (text: unknown): text is Language => languages.some((language) => language === text);

/** Browsers send much less. */
const maxHeaderChars = 500;

/** The first of our languages that an `Accept-Language` header asks for (RFC 9110, 12.5.4). */
export function requestedLanguage(header: string | undefined): Language | undefined {
	const ranges = (header ?? "")
		.slice(0, maxHeaderChars)
		.split(",")
		.map((range) => {
			const [tag = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
			const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice("q=".length);
			return { language: tag.split("-")[0], quality: quality === undefined ? 1 : Number(quality) };
		});
	// The order among equals stays as it was sent.
	const wanted = ranges.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality);
	return wanted.map(({ language }) => language).find(isLanguage);
}
