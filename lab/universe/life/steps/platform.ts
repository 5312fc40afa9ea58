import { operatorToken } from "../world.ts";
import { platformStep } from "./step.ts";

const databases = ["DB", "DATA_1", "DATA_2", "DATA_3"];
const buckets = ["PICTURES", "PICTURES_EU"];
const minuteMs = 60_000;
/** The parts of calls that fail. */
const parts = [0.05, 0.05, 0.3];

export const isolateEnds = platformStep(6, ({ world, draw }) => {
	world.trouble();
	world.cloud.endIsolate(draw.of(["front", "front", "objects"]), draw.below(8));
});

export const objectEvicted = platformStep(8, ({ world, draw }) =>
	world.cloud.evictObject(draw.of(["GATE", "GATE", "COUNTERS", "REQUESTS", "PREVIEWS"]), draw.seed()),
);

export const standstill = platformStep(1, ({ world, draw }) => {
	const ms = draw.between(5, 80) * 1000;
	world.trouble(ms);
	world.cloud.faults.standstillUntil.set(draw.of(databases), world.simulation.now() + ms);
});

export const refusals = platformStep(2, ({ world, draw }) => {
	const ms = draw.between(1, 20) * minuteMs;
	const database = draw.of(databases);
	world.trouble(ms);
	world.cloud.faults.refusedPart.set(database, draw.of(parts));
	world.simulation.after(ms, () => world.cloud.faults.refusedPart.delete(database));
});

export const lostAnswers = platformStep(3, ({ world, draw }) => {
	const ms = draw.between(1, 30) * minuteMs;
	const database = draw.of(databases);
	world.trouble(ms);
	world.cloud.faults.lostPart.set(database, draw.of(parts));
	world.simulation.after(ms, () => world.cloud.faults.lostPart.delete(database));
});

export const bucketTrouble = platformStep(2, ({ world, draw }) => {
	const { refusedPart, lostPart, standstillUntil } = world.cloud.faults;
	const ms = draw.between(5, 20 * 60) * 1000;
	const bucket = draw.of(buckets);
	world.trouble(ms);
	refusedPart.set(bucket, draw.of(parts));
	lostPart.set(bucket, draw.of(parts));
	standstillUntil.set(bucket, world.simulation.now() + ms / 10);
	world.simulation.after(ms, () => {
		refusedPart.delete(bucket);
		lostPart.delete(bucket);
	});
});

export const queueTrouble = platformStep(3, ({ world, draw }) => {
	const { faults } = world.cloud;
	const ms = draw.between(1, 60) * minuteMs;
	world.trouble(ms);
	faults.doubledPart = 0.1;
	faults.latePart = 0.1;
	faults.forgottenPart = 0.1;
	world.simulation.after(ms, () => {
		faults.doubledPart = faults.latePart = faults.forgottenPart = 0;
	});
});

export const newVersion = platformStep(0.3, ({ world, draw }) => {
	world.trouble();
	world.cloud.deploy(draw.of(world.versions));
});

export const tenantMoves = platformStep(4, async ({ world, studio, draw }) => {
	if (!studio.id) return;
	world.trouble(10 * minuteMs);
	const database = studio.region === "eu" ? "DATA_3" : draw.of(["DATA_1", "DATA_2"]);
	const { status, body } = await studio.operate("POST", `/admin/tenants/${studio.id}/move`, { database });
	world.expect("a move is accepted", status === 200 || status === 409, () => JSON.stringify(body));
});

/** A change before a move is repeated after it, and gets the same answer. */
export const repeatedAfterMove = platformStep(4, async ({ world, studio, draw }) => {
	if (!studio.key) return;
	const body = { email: `moved-${draw.seed()}@example.com`, first_name: "Mo" };
	const headers = { "Idempotency-Key": `moved-${draw.seed()}` };
	const call = { method: "POST", path: "/v1/clients", key: studio.presentKey, body, headers };
	const before = await studio.caller.repeat(call);
	world.expect("a record is created", before.status === 201, () => JSON.stringify(before.body));
	if (before.status !== 201) return;
	studio.keep("clients", before.body);
	studio.expectEvent("client.created", before.body.id);
	world.trouble(10 * minuteMs);
	const { body: tenant } = await studio.operator.read(`/admin/tenants/${studio.id}`, operatorToken);
	const database = studio.region === "eu" || tenant.database === "DATA_2" ? "DATA_1" : "DATA_2";
	await studio.operate("POST", `/admin/tenants/${studio.id}/move`, { database });
	await world.simulation.wait(draw.between(1, 30) * minuteMs);
	const after = await studio.caller.repeat(call);
	world.expect(
		"a change is answered after a move as before",
		after.status === 201 && after.body.id === before.body.id,
		() => `${studio.id}: ${after.status} ${JSON.stringify(after.body)}`,
	);
});

export const mailTrouble = platformStep(2, ({ world, draw }) => {
	const ms = draw.between(1, 60) * minuteMs;
	world.trouble(ms);
	world.isMailAway = true;
	world.simulation.after(ms, () => {
		world.isMailAway = false;
	});
});
