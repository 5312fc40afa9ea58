import { placeholders } from "../sending/addresses.ts";

/** The addresses of the service in the files of the guides. Tests run their commands with these and set the variable. */
const named = /http:\/\/localhost:8787|https:\/\/api\.example\.com|\$TATTOO_STUDIO_BASE_URL(?=\/)/g;

/** The address is the one at which the reader finds the guide. */
export const withOrigin = (markdown: string): string => markdown.replaceAll(named, placeholders.origin);
