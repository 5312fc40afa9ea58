import { createHash } from "node:crypto";
import { withOrigin } from "./with-origin.ts";

/** Of the text of a guide, with any address. It tells whether the guide was changed since its date was noted. */
export const hashOf = (markdown: string): string =>
	createHash("sha256").update(withOrigin(markdown)).digest("hex").slice(0, 12);
