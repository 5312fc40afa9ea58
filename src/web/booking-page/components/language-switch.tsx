import type { Words } from "../../../domain/languages/words.ts";
import { languageNames, languages } from "../../../platform/lib/languages.ts";

/** How the page is asked for in another language: at an address, or by a form, so that it keeps what was typed. */
export type SwitchLanguage = { address: string } | { form: string };

interface Props {
	words: Words;
	by: SwitchLanguage;
}

/** The languages, each by its own name. It stands after the form, whose first button is the one of the Enter key. */
export const LanguageSwitch = ({ words: { language, page }, by }: Props) => (
	<footer class="languages">
		<nav aria-label={page.language}>
			<ul>
				{languages.map((one) => (
					<li>
						{one === language ? (
							<span aria-current="true">{languageNames[one].own}</span>
						) : "form" in by ? (
							<button class="link" type="submit" form={by.form} name="lang" value={one} lang={one} formnovalidate>
								{languageNames[one].own}
							</button>
						) : (
							<a href={inLanguage(by.address, one)} lang={one} hreflang={one} rel="alternate">
								{languageNames[one].own}
							</a>
						)}
					</li>
				))}
			</ul>
		</nav>
	</footer>
);

/** The address with the language in its query. */
export function inLanguage(address: string, language: string): string {
	const [path, query] = address.split("?");
	const parameters = new URLSearchParams(query);
	parameters.set("lang", language);
	return `${path}?${parameters}`;
}
