// Deploys the service to Cloudflare: `npm run deploy -- --domain api.example.com --mail-from studio@example.com`.
// docs/operating.md says what it makes. It is safe to repeat, wherever it was cut off.
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { root } from "./deploy/base.ts";
import { deploy } from "./deploy/deployment.ts";
import { optionsFrom, UsageError } from "./deploy/options.ts";
import { wrangler } from "./deploy/wrangler.ts";
import { messageOf } from "./local/errors.mjs";

enableCompileCache(join(root, "node_modules/.cache/compiled"));

try {
	const isDone = await deploy(optionsFrom(process.argv.slice(2)), {
		wrangler,
		say: console.log,
		deployments: ".deploy",
		environment: process.env,
		patience: { everyMs: 3000, firstMs: 10 * 60_000, nextMs: 90_000 },
		retriesMs: [500, 2000, 5000],
	});
	process.exitCode = isDone ? 0 : 1;
} catch (error) {
	console.error(messageOf(error));
	process.exitCode = error instanceof UsageError ? 2 : 1;
}
