// Deploys the service to Cloudflare: `npm run deploy -- --domain api.example.com --mail-from studio@example.com`.
// docs/operating.md says what it makes. It is safe to repeat, wherever it was cut off.
import { access, runCommand } from "./deploy/command.ts";
import { deploy } from "./deploy/deployment.ts";
import { optionsFrom } from "./deploy/options.ts";

await runCommand(async () => {
	const patience = { everyMs: 3000, firstMs: 10 * 60_000, nextMs: 90_000 };
	return (await deploy(optionsFrom(process.argv.slice(2)), { ...access, patience })) ? 0 : 1;
});
