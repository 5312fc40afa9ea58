// Runs the service locally: `npm start`.
import { randomBytes, randomUUID } from "node:crypto";
import { createRequire, enableCompileCache } from "node:module";
import { join, resolve } from "node:path";
import { DemoSetup } from "./demo/demo-setup.ts";
import { Timeline } from "./demo/history/timeline.ts";
import { DemoReceiver } from "./demo/integrations/receiver.ts";
import { Progress } from "./demo/progress.ts";
import { Service } from "./demo/service.ts";
import { ensureCommandLineApp } from "./local/command-line.ts";
import { migrateLocally } from "./local/databases.ts";
import { messageOf } from "./local/errors.mjs";
import { lockState, requireFreePort } from "./local/lock.ts";
import { reroute } from "./local/reroute.ts";
import { Schedule } from "./local/schedule.ts";
import { ensureSecrets } from "./local/secrets.mjs";
import { startService } from "./local/service.ts";
import { checkSettings, readSettings } from "./local/settings.ts";
import { noteOnThumbnails } from "./local/thumbnails.ts";
import { WorkerLog } from "./local/worker-log.ts";

const root = join(import.meta.dirname, "..");
const settings = readSettings(process.env);
const { port } = settings;
const stateDir = resolve(root, settings.stateDir);
const origin = `http://127.0.0.1:${port}`;

/** Of an event type in scripts/demo/data/ that anybody can book at once. */
const demoBookingPath = "/mika-sorensen/book/consultation";

// Wrangler is large. The cache spares a start a third of a second.
enableCompileCache(join(root, "node_modules/.cache/compiled"));
Object.assign(process.env, {
	// It ends the runtime with this process, however that ends.
	MINIFLARE_WORKERD_PATH: join(root, "scripts/local/workerd.sh"),
	WORKERD: createRequire(import.meta.resolve("miniflare"))("workerd").default,
	// Neither files of wrangler's own log nor requests to Cloudflare.
	WRANGLER_WRITE_LOGS: "false",
	CLOUDFLARE_CF_FETCH_ENABLED: "false",
	// The platform's trace store grows with each request and each run of the schedule.
	X_LOCAL_OBSERVABILITY: String(settings.traces),
});
// The data is safe at any end.
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => process.exit());
// The terminal is gone, or another reader of the output.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => process.exit());
// npm passes no signal on when it is killed.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) setInterval(() => process.ppid === parent || process.exit(), 1000).unref();

try {
	checkSettings(process.env);
	lockState(stateDir, port);
	await requireFreePort(port);
	const operatorToken = ensureSecrets();
	await migrateLocally(root, stateDir);
	const variables = { DATA_3_REGION: "eu", ...settings.variables };
	const schedule = new Schedule();
	const log = new WorkerLog(settings.log, schedule.noteChange);
	const service = await startService(root, { port, stateDir, variables, log, onEnd: fail });
	// Nobody else is answered before everything is ready.
	const endRerouting = reroute(port, service.hiddenPort);
	const demo = await ensureDemoStudio(operatorToken, variables.ENVIRONMENT === "production");
	await ensureCommandLineApp({ origin, operatorToken, owner: () => demo.made.tenant ?? "" });
	await endRerouting();
	await service.open();
	log.isOn = true;
	printWelcome(demo, operatorToken, variables.ENVIRONMENT === "production");
	void noteOnThumbnails().then((note) => note && console.log(note));
	await schedule.run(origin);
} catch (error) {
	fail(error);
}

function fail(error: unknown): never {
	console.error(messageOf(error));
	process.exit(1);
}

/** The demo studio of this state folder. The first start makes it, through the service's own interface. */
async function ensureDemoStudio(operatorToken: string, isProduction: boolean) {
	const progress = new Progress(join(stateDir, "demo.json"));
	const receiver = new DemoReceiver(isProduction);
	const { key, receiver_port: noted } = progress.content;
	if (key && noted === undefined) return progress.content;
	const receiver_port = await receiver.start(noted ?? 0);
	if (key) return progress.content;
	progress.note({ receiver_port });
	const service = new Service(origin);
	const timeline = isProduction ? null : new Timeline(service, operatorToken);
	await new DemoSetup(service, progress, operatorToken, receiver, timeline).run();
	return progress.content;
}

function printWelcome(
	{ key, email, password }: Progress["content"],
	operatorToken: string,
	isProduction: boolean,
): void {
	const url = `http://localhost:${port}`;
	const auth = `-H 'Authorization: Bearer ${key}'`;
	const client = JSON.stringify({ email: `ada-${randomBytes(3).toString("hex")}@example.com`, first_name: "Ada" });
	process.stdout.write(`
The API is ready at ${url}, the pages for people at ${url}/dashboard (Ctrl-C stops it).
${isProduction ? "" : `The mails that it sends are at ${url}/dev/mails. `}Three calls to try:

curl ${url}/v1/me ${auth}
curl ${url}/v1/clients ${auth} -H 'Idempotency-Key: ${randomUUID()}' -H 'Content-Type: application/json' -d '${client}'
curl ${url}/v1/events ${auth}

DEMO_API_KEY=${key}
OPERATOR_TOKEN=${operatorToken}
DEMO_BOOKING_URL=${url}${demoBookingPath}
DEMO_EMAIL=${email}
DEMO_PASSWORD=${password}

`);
}
