import { failure, result } from "./answers.ts";
import type { Asked, Cloud, Routes } from "./cloud.ts";

const jurisdictionOf = ({ request }: Asked) => request.headers.get("cf-r2-jurisdiction") ?? "default";

export const findBucket = ({ buckets }: Cloud, name: unknown, jurisdiction: unknown) =>
	buckets.find((bucket) => bucket.name === name && bucket.jurisdiction === (jurisdiction ?? "default"));

export const bucketRoutes: Routes = {
	"GET /r2/buckets": (asked) =>
		result({ buckets: asked.cloud.buckets.filter(({ jurisdiction }) => jurisdiction === jurisdictionOf(asked)) }),
	"GET /r2/buckets/:name": (asked) => {
		if (!asked.cloud.hasR2) return failure(403, 10_042, "Please enable R2 through the Cloudflare Dashboard.");
		const bucket = findBucket(asked.cloud, asked.parts.name, jurisdictionOf(asked));
		return bucket ? result(bucket) : failure(404, 10006, "The specified bucket does not exist.");
	},
	"POST /r2/buckets": async (asked) => {
		const { name } = (await asked.request.json()) as { name: string };
		const jurisdiction = jurisdictionOf(asked);
		if (findBucket(asked.cloud, name, jurisdiction))
			return failure(409, 10004, "The bucket you tried to create already exists, and you own it.");
		const made = { name, jurisdiction };
		asked.cloud.buckets.push(made);
		return result({ ...made, creation_date: new Date().toISOString() });
	},
};
