import { accepts } from "hono/accepts";
import type { Answer } from "../../commit/keys/answer.ts";
import type { AppContext } from "../request/app-env.ts";

const [json, csv] = ["application/json", "text/csv"] as const;

export const prefersCsv = (c: AppContext): boolean =>
	accepts(c, { header: "Accept", supports: [json, csv], default: json }) === csv;

export const csvAnswer = (body: string): Answer => ({
	status: 200,
	contentType: `${csv}; charset=utf-8`,
	location: null,
	etag: null,
	body,
	headers: { Vary: "Accept" },
});
