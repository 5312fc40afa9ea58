import { bounded } from "../bounded.ts";

const maxLength = 100;
/** A number must still fit after a slug that is made from a name. */
const maxMadeLength = 80;

export const slug = bounded(maxLength)
	.regex(/^[a-z0-9]+(?:-+[a-z0-9]+)*$/, "must be lower-case letters, digits and hyphens between them")
	.meta({ description: "Lower-case letters, digits and hyphens.", example: "mika-sorensen" });

/**
 * Addresses of the service itself, which no artist's page may have. Others, such as `robots.txt` and `sign_in`, have no
 * form of a slug.
 */
const reservedSlugs = new Set(
	`account admin agents api app assets asyncapi book booking bookings books caldav calendar calendars cdn-cgi client
	dashboard dev docs errors exports favicon files flash healthz help imports invitations legal llms login logout manage mcp
	me oauth openapi password pay pictures privacy reference robots sandbox security sign-in sign-out sign-up signin
	signout signup sitemap static status support terms v1 v2 verify waitlist webhooks well-known www`.split(/\s+/),
);

/** Contract: Artists 5, Artists 13. */
export const isReservedSlug = (slug: string): boolean => reservedSlugs.has(slug);

/** Letters that Unicode normalization does not split into a plain letter and a mark. */
const plain: Record<string, string> = {
	ß: "ss",
	æ: "ae",
	œ: "oe",
	ø: "o",
	đ: "d",
	ð: "d",
	ħ: "h",
	ı: "i",
	ł: "l",
	ŋ: "n",
	þ: "th",
	ŧ: "t",
	"'": "",
	"’": "",
};

export function slugOf(name: string, otherwise: string): string {
	const letters = name.normalize("NFKD").toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
	const made = letters
		.replace(/[^a-z0-9]/gu, (letter) => plain[letter] ?? "-")
		.replace(/-+/g, "-")
		.slice(0, maxMadeLength)
		.replace(/^-|-$/g, "");
	return made || otherwise;
}

/**
 * Slugs for one name, the best first. A request that lost a slug to another request draws random numbers, with more
 * digits after each loss, so that many racing requests do not try the same number again.
 */
export function slugCandidates(base: string, losses: number, random: () => number): string[] {
	const drawn = (digits: number) => Math.floor((1 + 9 * random()) * 10 ** (digits - 1));
	const numbers = losses === 0 ? [2, 3, 4, 5, 6, 7, 8, 9, drawn(3), drawn(6)] : [drawn(1 + losses), drawn(9)];
	const numbered = numbers.map((number) => `${base}-${number}`);
	return losses === 0 ? [base, ...numbered] : numbered;
}
