import { Hono } from "hono";
import { PreparedAnswer } from "../../platform/http/prepared/prepared-answer.ts";
import type { AppEnv } from "../../platform/http/request/app-env.ts";
import { accentStyleNamed } from "./accent-style.ts";
import { allAssets, style } from "./assets.ts";

const yearSeconds = 31_536_000;

/** The files that pages load. They are public: no session is read, no request is counted. */
export const assets = new Hono<AppEnv>();

/** The address of such a file contains a hash. */
export const forEver = { "Cache-Control": `public, max-age=${yearSeconds}, immutable` };

for (const { path, type, text } of allAssets) {
	let answer: PreparedAnswer | undefined;
	assets.get(path, (c) => {
		answer ??= new PreparedAnswer(text, { "Content-Type": type, ...forEver }, path);
		return answer.answer(c.req.raw);
	});
}

assets.get("/assets/:file", async (c, next) => {
	const text = accentStyleNamed(c.req.param("file"));
	return text === undefined ? await next() : c.body(text, 200, { "Content-Type": style.type, ...forEver });
});
