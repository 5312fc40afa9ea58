// The unchanged product, with bindings and a clock whose faults the drill sets: `PUT /drill/faults`.

import type { Env } from "../../../src/platform/env.ts";
import product, { Gate as ProductGate, Publisher } from "../../../src/worker.ts";
import { bucketAway, faultyBucket } from "../../harness/faulty-bucket.ts";
import { connectionLost, faultyDatabase } from "../../harness/faulty-database.ts";
import { databasesIn } from "../../harness/placement.ts";
import { type FaultCounts, type Faults, noFaults, type SentMail } from "./faults.ts";

export { Publisher };

/** A gate that can crash: it loses its memory and breaks off its calls. (An eviction would wait for the calls.) */
export class Gate extends ProductGate {
	crash(): void {
		this.ctx.abort("The drill crashes this gate.");
	}
}

let faults: Faults = noFaults;
const done: FaultCounts = {
	statements: 0,
	refusedBefore: 0,
	refusedAfter: 0,
	bucketCalls: 0,
	bucketCallsRefused: 0,
	lostCalls: 0,
	messages: 0,
	forgotten: 0,
};

const machineNow = Date.now;
// All of the drill runs in this isolate, so the Durable Objects have the same clock.
Date.now = () => machineNow() + faults.clockMs;

/** The calls since `loseCall` was set. */
let callsSince = 0;

/** Never ends if it is the lost call. */
async function loseOne<T>(run: () => Promise<T>): Promise<T> {
	if (faults.loseCall === 0 || ++callsSince !== faults.loseCall) return await run();
	done.lostCalls++;
	if (faults.executeLostCall) await run();
	return await new Promise<never>(() => {});
}

/** Waits for the end of a standstill. Refuses the call with the nth statement: in turn before and after executing it. */
async function refuse<T>(database: string, run: () => Promise<T>, statements: number): Promise<T> {
	while (faults.standsStill === true || faults.standsStill === database) await scheduler.wait(50);
	const every = faults.refuseEveryStatement;
	const before = done.statements;
	done.statements += statements;
	if (!every || Math.floor(before / every) === Math.floor(done.statements / every)) return await run();
	if (done.refusedBefore > done.refusedAfter) {
		done.refusedAfter++;
		await run();
	} else done.refusedBefore++;
	throw connectionLost();
}

/** Waits for the end of a standstill. Refuses each nth call: in turn before and after executing it. */
async function refuseBucketCall<T>(run: () => Promise<T>): Promise<T> {
	while (faults.bucketsStandStill) await scheduler.wait(50);
	const every = faults.refuseEveryBucketCall;
	if (++done.bucketCalls % every !== 0) return await run();
	if (++done.bucketCallsRefused % 2 === 0) await run();
	throw bucketAway();
}

/** R2 takes so long for a picture. */
const putMs = 60;

const lossyBucket = (bucket: R2Bucket): R2Bucket =>
	faultyBucket(bucket, "", async ({ method }, run) => {
		if (method !== "put" || !faults.bucketsKeepNothing) return await loseOne(() => refuseBucketCall(run));
		await scheduler.wait(putMs);
		return undefined as Awaited<ReturnType<typeof run>>;
	});

/** The position of the lost message among the next n. */
let forgottenNext = 0;

/**
 * A queue that loses one of every n messages. The position of the lost message changes: the schedule always sends one
 * message for each database, so with a fixed position the same database would never get its message.
 */
function lossyQueue(queue: Queue): Queue {
	const isKept = (): boolean => {
		const every = faults.forgetEveryMessage;
		const index = every > 0 ? done.messages++ % every : -1;
		if (index === 0) forgottenNext = Math.floor(Math.random() * every);
		const isForgotten = index >= 0 && index === forgottenNext;
		if (isForgotten) done.forgotten++;
		return !isForgotten;
	};
	const send: Queue["send"] = async (message, options) => {
		if (isKept()) return await queue.send(message, options);
		return undefined as unknown as QueueSendResponse;
	};
	const sendBatch: Queue["sendBatch"] = async (messages, options) => {
		const left = [...messages].filter(isKept);
		if (left.length > 0) return await queue.sendBatch(left, options);
		return undefined as unknown as QueueSendBatchResponse;
	};
	return { send, sendBatch, metrics: () => queue.metrics() };
}

const sentMails: SentMail[] = [];

/** A mail service that takes its time, and notes the mails. */
const mailService: SendEmail["send"] = async (message: EmailMessage | EmailMessageBuilder) => {
	await scheduler.wait(faults.mailServiceMs);
	const { to, subject } = message as { to: string | { email: string }; subject: string };
	sentMails.push({ to: typeof to === "string" ? to : to.email, subject, at: machineNow() });
	return { messageId: String(sentMails.length) };
};

const faultyEnvs = new WeakMap<Env, Env>();

function faultyEnv(env: Env): Env {
	const made = faultyEnvs.get(env) ?? {
		...env,
		...Object.fromEntries(
			databasesIn(env).map(([binding, d1]) => [
				binding,
				faultyDatabase(d1, binding, (_, run, statements) => loseOne(() => refuse(binding, run, statements.length))),
			]),
		),
		WEBHOOKS: lossyQueue(env.WEBHOOKS),
		CALENDARS: lossyQueue(env.CALENDARS),
		SCHEDULE: lossyQueue(env.SCHEDULE),
		MOVES: lossyQueue(env.MOVES),
		PICTURES: lossyBucket(env.PICTURES),
		PICTURES_EU: env.PICTURES_EU && lossyBucket(env.PICTURES_EU),
		EMAIL: { send: mailService },
	};
	faultyEnvs.set(env, made);
	return made;
}

async function control(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
	const { pathname } = new URL(request.url);
	if (pathname === "/drill/faults" && request.method === "PUT") {
		const set = await request.json<Partial<Faults>>();
		faults = { ...faults, ...set };
		if (set.loseCall !== undefined) callsSince = 0;
	}
	if (pathname === "/drill/schedule") await product.scheduled({} as ScheduledController, faultyEnv(env), ctx);
	if (pathname.startsWith("/drill/gates/")) {
		const gates = env.GATE as DurableObjectNamespace<Gate>;
		// The crash also ends this call.
		await gates
			.getByName(pathname.slice("/drill/gates/".length))
			.crash()
			.catch(() => {});
	}
	return Response.json(pathname === "/drill/mails" ? sentMails : done);
}

export default {
	fetch: (request, env, ctx) =>
		new URL(request.url).pathname.startsWith("/drill/")
			? control(request, env, ctx)
			: product.fetch(request, faultyEnv(env), ctx),
	queue: (batch, env, ctx) => product.queue(batch as Parameters<typeof product.queue>[0], faultyEnv(env), ctx),
} satisfies ExportedHandler<Env>;
