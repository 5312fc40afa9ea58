// Deploys the service to Cloudflare: `npm run deploy -- --domain api.example.com --mail-from studio@example.com`.
// docs/operating.md says what it makes. It is safe to repeat, wherever it was cut off.
import { access, runCommand } from "./deploy/command.ts";
import { deploy } from "./deploy/deployment.ts";
import { optionsFrom, usage } from "./deploy/options.ts";

await runCommand(async () => {
	const args = process.argv.slice(2);
	if (args.includes("--help")) {
		console.log(usage);
		return 0;
	}
	const patience = { everyMs: 3000, firstMs: 10 * 60_000, nextMs: 90_000 };
	return (await deploy(optionsFrom(args), { ...access, patience })) ? 0 : 1;
});
