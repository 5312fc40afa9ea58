import type { AppContext } from "../../platform/http/request/app-env.ts";
import { prefersHtml } from "../../platform/http/request/headers/prefers-html.ts";

/** Only programs ask for these addresses and for those below them. */
const isOfPrograms = (path: string): boolean => /^\/(v1|oauth|admin|mcp|\.well-known)(\/|$)/.test(path);

/** Whether the caller of an address that does not exist is a person at a browser (contract: Wire 28). */
export const wantsPage = (c: AppContext): boolean => prefersHtml(c) && !isOfPrograms(c.req.path);
