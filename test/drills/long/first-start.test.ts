import { beforeAll, expect, it, onTestFinished } from "vitest";
import { Server, until } from "../../../lab/harness/server.ts";
import { countsOf, stepsDone } from "../demo-studio.ts";

const timeoutMs = 120_000;

/** The counts of a demo studio as a first start leaves it. */
let founded: Record<string, number> = {};
beforeAll(async () => {
	const server = new Server();
	await server.start();
	founded = await countsOf(server);
	await server.remove();
}, timeoutMs);

it(
	"a start that was interrupted is taken up where it ended",
	async () => {
		const server = new Server({ fromNothing: true });
		onTestFinished(() => server.remove());
		const starting = server.start().catch(() => {});
		await until(() => stepsDone(server) > 80, timeoutMs, "about half of the studio is made");
		await server.crash();
		await starting;
		expect(server.printed).toEqual({});
		await server.start();
		expect(await countsOf(server)).toEqual(founded);
	},
	2 * timeoutMs,
);

it(
	"ENVIRONMENT=production npm start makes the demo studio, too",
	async () => {
		const server = new Server({ fromNothing: true });
		onTestFinished(() => server.remove());
		await server.start({ ENVIRONMENT: "production", LOG: "errors" });
		expect(await countsOf(server)).toEqual(founded);
	},
	timeoutMs,
);
