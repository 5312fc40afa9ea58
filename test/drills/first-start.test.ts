import { beforeAll, expect, it, onTestFinished } from "vitest";
import { Server, until } from "../../lab/harness/server.ts";
import { countsOf, recordsIn, stepsDone } from "./demo-studio.ts";

const timeoutMs = 300_000;

/** The counts of a demo studio as a first start leaves it. */
let founded: Record<string, number> = {};
let events: Record<string, unknown>[] = [];
let deliveries: Record<string, unknown>[] = [];
beforeAll(async () => {
	const server = new Server({ fromNothing: true });
	await server.start();
	founded = await countsOf(server);
	events = await recordsIn(server, "/v1/events");
	const [endpoint] = await recordsIn(server, "/v1/webhook_endpoints");
	deliveries = await recordsIn(server, `/v1/webhook_endpoints/${endpoint?.id}/deliveries`);
	await server.remove();
}, timeoutMs);

it("the demo studio has a past, with deliveries in every state", () => {
	const days = new Set(events.map(({ created_at }) => String(created_at).slice(0, 10)));
	expect(days.size).toBeGreaterThan(14);
	const ends = new Set(deliveries.map(({ status, attempt_count }) => `${status} ${Number(attempt_count) > 1}`));
	expect(ends).toEqual(new Set(["SUCCEEDED false", "SUCCEEDED true", "PENDING true", "DEAD false", "DEAD true"]));
	expect(deliveries.find(({ attempt_count }) => attempt_count === 12)).toMatchObject({ status: "DEAD" });
});

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
