import { sha256 } from "../../platform/lib/secrets/crypto.ts";

/** The hash under which the service stores the token at the end of a link. */
export const hashOfLink = (link: string): string => sha256(link.slice(link.lastIndexOf("/") + 1));
