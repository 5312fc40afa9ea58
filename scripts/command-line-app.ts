// Registers the command line as an OAuth app of a deployment:
// `OPERATOR_TOKEN=… npm run command-line-app -- <origin> <id of the studio that owns it>`. It is safe to repeat.
import { ensureCommandLineApp } from "./local/command-line.ts";
import { messageOf } from "./local/errors.mjs";

const [address = "", tenantId = ""] = process.argv.slice(2);
const operatorToken = process.env.OPERATOR_TOKEN ?? "";
if (!URL.canParse(address) || !tenantId.startsWith("ten_") || !operatorToken) {
	console.error("Usage: OPERATOR_TOKEN=… npm run command-line-app -- https://api.your-domain.example ten_…");
	process.exit(2);
}
try {
	const clientId = await ensureCommandLineApp({
		origin: new URL(address).origin,
		operatorToken,
		owner: () => tenantId,
	});
	if (!clientId) throw new Error("The OAuth server is closed: BASE_URL must be the https address of the service.");
	console.log(`The command line signs in with ${clientId}.`);
} catch (error) {
	console.error(messageOf(error));
	process.exitCode = 1;
}
