import { join } from "node:path";
import { installOwnPackage } from "./own-package.ts";

/** The programs that only `npm run check` needs, as a package of their own. */
export const tools = join(import.meta.dirname, "document-tools");

export const toolPath = (path: string): string => join(tools, "node_modules", path);

export const installTools = (): Promise<void> => installOwnPackage(tools);
