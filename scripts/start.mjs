// Runs the service locally: `npm start`.
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ensureCommandLineApp } from "./local/command-line.mjs";
import { writeLocalConfig } from "./local/config.mjs";
import { demoBookingPath, ensureDemoStudio } from "./local/demo.mjs";
import { messageOf } from "./local/errors.mjs";
import { requireFreePort } from "./local/port.mjs";
import { inspect, kill } from "./local/processes.mjs";
import { relayOutput } from "./local/relay.mjs";
import { Run } from "./local/run.mjs";
import { ensureSecrets } from "./local/secrets.mjs";
import { checkSettings, readSettings } from "./local/settings.mjs";
import { finishMigrations, guardGroup, pendingMigrations, startMigrations, startWrangler } from "./local/wrangler.mjs";
import { ensureInstalled } from "./setup.mjs";

/** @import { DemoStudio } from "./local/demo.mjs" */
/** @import { Wrangler } from "./local/wrangler.mjs" */

const root = join(fileURLToPath(import.meta.url), "../..");
const settings = readSettings(process.env);
const { port } = settings;
const origin = `http://127.0.0.1:${port}`;
const run = new Run(resolve(root, settings.stateDir));

const readyTimeoutMs = 60_000;
/** Wrangler needs about 0.1 s to remove its temporary files; the data is safe without. */
const graceMs = 1_500;
/** Often enough for what becomes due to be seen leaving, seldom enough not to be noticed. */
const scheduleMs = 2_000;

const stopping = new AbortController();
const { signal } = stopping;
/** @type {Wrangler | undefined} */
let wrangler;

for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => stop(0));
// The terminal, or whatever else read the output, is gone.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => stop(0));
process.on("exit", () => {
	if (wrangler?.pid) kill(-wrangler.pid, "SIGKILL");
	run.release();
});
if (process.env.npm_lifecycle_event) stopWithNpm();

try {
	checkSettings(process.env);
	await run.clearEarlier();
	await requireFreePort(port);
	run.claim(port);
	await ensureInstalled(signal);
	const operatorToken = ensureSecrets(join(root, ".dev.vars"));
	writeLocalConfig(root);
	await migrate();
	const showOutput = await serve();
	const demo = await ensureDemoStudio(root, run, { origin, operatorToken, signal });
	await ensureCommandLineApp({ origin, operatorToken, tenantId: demo.made.tenant ?? "" });
	showOutput();
	printWelcome(demo, operatorToken);
	await runSchedule();
} catch (error) {
	if (!signal.aborted) await stop(1, messageOf(error));
}

async function migrate() {
	const version = pendingMigrations(root, run);
	if (!version) return;
	wrangler = startMigrations(root, run);
	await finishMigrations(wrangler, version, run);
}

/** Answers a function that lets the server's output through. */
async function serve() {
	signal.throwIfAborted();
	const options = ["--port", String(port), "--inspector-port", "0", "--show-interactive-dev-session=false"];
	// `--var` is stronger than `.dev.vars`.
	if (settings.environment) options.push("--var", `ENVIRONMENT:${settings.environment}`);
	if (settings.baseUrl) options.push("--var", `BASE_URL:${settings.baseUrl}`);
	wrangler = startWrangler(root, run, ["dev", ...options, "--var", "DATA_3_REGION:eu"]);
	guardGroup(wrangler.pid, run, signal);
	wrangler.on("exit", (code, by) => stop(1, `The server ended unexpectedly (${by ?? `exit code ${code}`}).`));
	const release = relayOutput(wrangler, {
		log: settings.log,
		onCrash: () => stop(1, "The server's runtime ended unexpectedly."),
	});
	try {
		await waitUntilReady();
	} catch (error) {
		release({ show: !signal.aborted });
		throw error;
	}
	return () => release({ show: false });
}

async function waitUntilReady() {
	const timeout = AbortSignal.timeout(readyTimeoutMs);
	while (!timeout.aborted) {
		try {
			const response = await fetch(`${origin}/healthz`, { signal: AbortSignal.any([signal, timeout]) });
			await response.body?.cancel();
			return;
		} catch {
			await sleep(50, undefined, { signal });
		}
	}
	throw new Error(`The server did not answer within ${readyTimeoutMs / 1_000} s.`);
}

/**
 * @param {DemoStudio} demo
 * @param {string} operatorToken
 */
function printWelcome(demo, operatorToken) {
	const url = `http://localhost:${port}`;
	const auth = `-H 'Authorization: Bearer ${demo.key}'`;
	const client = JSON.stringify({
		email: `ada-${randomBytes(3).toString("hex")}@example.com`,
		first_name: "Ada",
	});
	console.log(`
The API is ready at ${url}, the pages for people at ${url}/dashboard (Ctrl-C stops it). Three calls to try:

curl ${url}/v1/me ${auth}
curl ${url}/v1/clients ${auth} -H 'Idempotency-Key: ${randomUUID()}' -H 'Content-Type: application/json' -d '${client}'
curl ${url}/v1/events ${auth}

DEMO_API_KEY=${demo.key}
OPERATOR_TOKEN=${operatorToken}
DEMO_BOOKING_URL=${url}${demoBookingPath}
DEMO_EMAIL=${demo.email}
DEMO_PASSWORD=${demo.password}
`);
}

/** Calls what Cloudflare calls every minute when deployed; local development leaves it to us. */
async function runSchedule() {
	let failures = 0;
	for (;;) {
		try {
			const response = await fetch(`${origin}/cdn-cgi/local/scheduled?cron=*+*+*+*+*`, { signal });
			failures = (await response.text()) === "ok" ? 0 : failures + 1;
		} catch {
			failures += 1;
		}
		signal.throwIfAborted();
		if (failures === 3) console.error("Scheduled work has failed three times in a row.");
		await sleep(scheduleMs, undefined, { signal });
	}
}

/**
 * @param {number} code
 * @param {string} [message]
 */
async function stop(code, message) {
	if (signal.aborted) return;
	stopping.abort();
	if (message) console.error(message);
	if (wrangler && wrangler.exitCode === null && wrangler.signalCode === null) {
		wrangler.kill("SIGTERM");
		await Promise.race([once(wrangler, "exit"), sleep(graceMs)]);
	}
	await run.endProcesses();
	process.exit(code);
}

/** npm passes signals on to its shell only, and none at all when it is killed. */
function stopWithNpm() {
	const parent = process.ppid;
	const shell = /^(.*\/)?(ba|da|a|z)?sh$/.test(inspect(parent)?.command ?? "") ? parent : undefined;
	const npm = shell && inspect(shell)?.parent;
	setInterval(() => {
		if (process.ppid !== parent || (shell && inspect(shell)?.parent !== npm)) stop(0);
	}, 200).unref();
}
