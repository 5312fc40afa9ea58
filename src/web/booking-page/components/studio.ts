import type { Brand } from "../../../domain/studio/brand/brand.ts";
import type { AppContext } from "../../../platform/http/request/app-env.ts";
import { defaultLanguage, type Language } from "../../../platform/lib/languages.ts";

interface Studio {
	brand: Brand;
	/** The language of the shop. */
	language: Language;
}

/** Every page of a request belongs to one studio, and so do the pages that say that something went wrong. */
const studios = new WeakMap<AppContext["req"]["raw"], Studio>();

interface Found {
	studio: Brand;
	shop: { language: Language } | null;
}

export const rememberStudio = (c: AppContext, { studio, shop }: Found): void => {
	studios.set(c.req.raw, { brand: studio, language: shop?.language ?? defaultLanguage });
};

export const studioOf = (c: AppContext): Studio | undefined => studios.get(c.req.raw);
