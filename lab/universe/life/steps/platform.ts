import { platformStep } from "./step.ts";

const databases = ["DB", "DATA_1", "DATA_2", "DATA_3"];
const minuteMs = 60_000;

export const isolateEnds = platformStep(6, ({ world, draw }) => {
	world.trouble();
	world.cloud.endIsolate(draw.of(["front", "front", "objects"]), draw.below(8));
});

export const objectEvicted = platformStep(8, ({ world, draw }) => world.cloud.evictObject("GATE", draw.seed()));

export const standstill = platformStep(1, ({ world, draw }) => {
	const ms = draw.between(5, 80) * 1000;
	world.trouble(ms);
	world.cloud.faults.standstillUntil.set(draw.of(databases), world.simulation.now() + ms);
});

export const refusals = platformStep(2, ({ world, draw }) => {
	const ms = draw.between(1, 20) * minuteMs;
	const database = draw.of(databases);
	world.trouble(ms);
	world.cloud.faults.refusedPart.set(database, 0.05);
	world.simulation.after(ms, () => world.cloud.faults.refusedPart.delete(database));
});

export const lostAnswers = platformStep(3, ({ world, draw }) => {
	const ms = draw.between(1, 30) * minuteMs;
	const database = draw.of(databases);
	world.trouble(ms);
	world.cloud.faults.lostPart.set(database, 0.05);
	world.simulation.after(ms, () => world.cloud.faults.lostPart.delete(database));
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

export const newVersion = platformStep(0.3, ({ world }) => {
	world.trouble();
	world.cloud.deploy();
});

export const tenantMoves = platformStep(4, async ({ world, studio, draw }) => {
	if (!studio.id) return;
	world.trouble(10 * minuteMs);
	const database = studio.region === "eu" ? "DATA_3" : draw.of(["DATA_1", "DATA_2"]);
	const { status, body } = await studio.operate("POST", `/admin/tenants/${studio.id}/move`, { database });
	world.expect("a move is accepted", status === 200 || status === 409, () => JSON.stringify(body));
});
