import { createHash } from "node:crypto";

/** Of the text of a guide. It tells whether the guide was changed since its date was noted. */
export const hashOf = (markdown: string): string => createHash("sha256").update(markdown).digest("hex").slice(0, 12);
