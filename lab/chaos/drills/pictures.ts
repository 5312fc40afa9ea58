import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { newPicture } from "../../harness/picture-bytes.ts";
import { until } from "../../harness/server.ts";
import { countsOf, type Drill, type DrillContext, type Findings, times } from "../drill.ts";
import { noFaults } from "../service/faults.ts";
import type { Service } from "../service/service.ts";
import { newStudio, request, type Studio } from "../studio.ts";
import { goAway, Uploads, upload } from "../uploads.ts";

/** The clock goes its own way: Service.moveClock. */
const { clockMs: _, ...ended } = noFaults;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Pictures that no form names are deleted after 11 hours, and the bytes of deleted pictures 12 hours later. */
const waits = [11 * hourMs + minuteMs, 12 * hourMs + minuteMs];

export const pictures: Drill = {
	name: "pictures",
	promise:
		"uploads that end at any step and buckets that refuse or hang lose no acknowledged picture and store none twice, and after a day no bytes are without a picture and no picture without its bytes",
	async run({ service, short }, findings) {
		const on = await service();
		const studio = await newStudio(on, { database: "DATA_1" });
		const uploads = new Uploads(on, studio.key);
		const steps = [goneAway, killed, refused, standing, unused];
		for (const step of steps) {
			try {
				await step({ on, studio, uploads, short }, findings);
			} finally {
				on.withoutSchedule = false;
				await on.faults(ended);
			}
		}
		await afterADay(on, studio, uploads, findings);
	},
};

interface At extends Pick<DrillContext, "short"> {
	on: Service;
	studio: Studio;
	uploads: Uploads;
}

/** A new record with room for pictures. */
async function newLead(on: Service, { key }: Studio): Promise<string> {
	const lead = await request(on, ["POST", "/v1/leads", 201], { key, body: { first_name: "Ana" } });
	return `/v1/leads/${lead.id}/pictures`;
}

/** Callers that go away after any part of the bytes. */
async function goneAway({ on, studio, short }: At, findings: Findings): Promise<void> {
	const path = await newLead(on, studio);
	const bytes = newPicture(400_000);
	const parts = short ? 4 : 20;
	await Promise.all(
		times(parts + 1, (n) => goAway(on, studio.key, path, bytes, Math.floor((n * bytes.length) / parts))),
	);
	findings.note(`${parts + 1} callers went away`);
}

/** The isolate dies at each call of a database or a bucket, before the call and after it. */
async function killed({ on, studio, uploads, short }: At, findings: Findings): Promise<void> {
	const path = await newLead(on, studio);
	on.withoutSchedule = true;
	// A run of the scheduled work may be under way.
	await sleep(short ? 500 : 3000);
	const steps = { before: 0, after: 0 };
	for (const executeLostCall of [false, true]) {
		for (let call = 1; ; call++) {
			const { lostCalls } = await on.faults({ loseCall: call, executeLostCall });
			const leaving = new AbortController();
			const sending = upload(on, { key: studio.key, path, bytes: newPicture(20_000), signal: leaving.signal });
			sending.catch(() => {});
			const isLost = await Promise.race([sending.then(() => false), lostSince(on, lostCalls)]);
			leaving.abort();
			await on.faults({ loseCall: 0 });
			if (!isLost) break;
			steps[executeLostCall ? "after" : "before"] = call;
		}
	}
	findings.note(`killed at each of ${steps.before} calls before and ${steps.after} calls after its execution`);
	findings.expect(
		Math.min(steps.before, steps.after) >= 3,
		"An upload has fewer calls than its row, bytes and commit.",
	);
	on.withoutSchedule = false;
	await uploads.send(path);
}

async function lostSince(on: Service, before: number): Promise<boolean> {
	while ((await on.faults({})).lostCalls === before) await sleep(20);
	return true;
}

/** Buckets and databases that refuse calls, before and after executing them. */
async function refused({ on, studio, uploads, short }: At, findings: Findings): Promise<void> {
	const lead = await newLead(on, studio);
	const before = uploads.statuses.length;
	await on.faults({ refuseEveryBucketCall: 3, refuseEveryStatement: 40 });
	for (let n = 0; n < (short ? 6 : 24); n += 3) await Promise.all(times(3, () => uploads.send(lead)));
	await on.faults(ended);
	findings.note(`beside refusals: ${countsOf(uploads.statuses.slice(before))}`);
	await expectEachOnce(on, studio, uploads, lead, findings);
}

/** Buckets that do not answer for longer than an upload waits. */
async function standing({ on, studio, uploads }: At, findings: Findings): Promise<void> {
	const lead = await newLead(on, studio);
	const before = uploads.statuses.length;
	await on.faults({ bucketsStandStill: true });
	const began = Date.now();
	const sending = times(3, () => uploads.send(lead));
	await until(() => uploads.statuses.length > before, 30_000, "an answer beside the standstill");
	const ms = Date.now() - began;
	await on.faults({ bucketsStandStill: false });
	await Promise.all(sending);
	findings.note(`beside a standstill: ${countsOf(uploads.statuses.slice(before))}, the first answer after ${ms} ms`);
	findings.expect(ms < 20_000, `An upload was answered after ${ms} ms of a standstill.`);
	await expectEachOnce(on, studio, uploads, lead, findings);
}

/** Pictures for a form that nobody sends. */
async function unused({ on, studio: { key } }: At): Promise<void> {
	const fields = [{ key: "photos", label: "Photos", type: "picture" }];
	const form = await request(on, ["POST", "/v1/forms", 201], { key, body: { name: "Idea", kind: "INTAKE", fields } });
	await Promise.all(times(5, () => upload(on, { key, path: `/v1/forms/${form.id}/pictures`, bytes: newPicture() })));
}

async function expectEachOnce(on: Service, { key }: Studio, uploads: Uploads, path: string, findings: Findings) {
	const there = (await on.all(path, key)).map(({ id }) => id).sort();
	const acknowledged = [...uploads.acknowledged].flatMap(([id, one]) => (one.path === path ? [id] : [])).sort();
	findings.expect(
		there.join() === acknowledged.join(),
		`Of ${acknowledged.length} pictures ${there.length} are there.`,
	);
}

/** The buckets and the databases have the same objects, and each picture its bytes. */
async function afterADay(on: Service, studio: Studio, uploads: Uploads, findings: Findings): Promise<void> {
	const before = (await objectsOf(on, studio)).length;
	await on.faults({ refuseEveryBucketCall: 3 });
	try {
		for (const ms of waits) {
			await until(async () => (await undatedRemovals(on)) === 0, 60_000, "a date for each removal");
			await on.moveClock(ms);
			// The sweep may have begun before the clock moved.
			await sleep(4500);
		}
		await until(async () => (await removals(on, studio)) === 0, 60_000, "the removals").catch(() => {});
		const named = await rowsOf<{ object_key: string }>(
			on,
			`SELECT object_key FROM pictures WHERE tenant_id = '${studio.id}'`,
		);
		await on.faults(ended);
		const stored = await objectsOf(on, studio);
		const names = new Set(named.map(({ object_key }) => object_key));
		const without = { row: stored.filter((key) => !names.has(key)).length, bytes: 0 };
		without.bytes = [...names].filter((key) => !stored.includes(key)).length;
		findings.note(`${before} objects, a day later ${stored.length} objects and ${names.size} pictures`);
		findings.expect(without.row === 0, `${without.row} objects are without a picture.`);
		findings.expect(without.bytes === 0, `${without.bytes} pictures are without their bytes.`);
		findings.expect(before > stored.length, "Nothing was left to remove, so that the faults did not happen.");
		for (const [id, { path, digest }] of uploads.acknowledged) {
			const { body } = await on.call("GET", `${path}/${id}`, { key: studio.key });
			const bytes = await fetch(on.origin + new URL(body.url).pathname).then((answer) => answer.arrayBuffer());
			const found = createHash("sha256").update(new Uint8Array(bytes)).digest("hex");
			findings.expect(found === digest, "A picture has other bytes than were acknowledged.");
		}
	} finally {
		await on.faults(ended);
		await on.moveClock(-waits.reduce((sum, ms) => sum + ms, 0));
	}
}

const objectsOf = (on: Service, { id }: Studio): Promise<string[]> => on.objectKeys("PICTURES", `${id}/`);

async function rowsOf<T>(on: Service, sql: string): Promise<T[]> {
	const d1 = await on.database("DATA_1");
	return (await d1.prepare(sql).all<T>()).results;
}

const removals = async (on: Service, { id }: Studio): Promise<number> =>
	(await rowsOf(on, `SELECT 1 FROM object_removals WHERE object_key LIKE '${id}/%'`)).length;

const undatedRemovals = async (on: Service): Promise<number> =>
	(await rowsOf(on, "SELECT 1 FROM object_removals WHERE due_at IS NULL")).length;
