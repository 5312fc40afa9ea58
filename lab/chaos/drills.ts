import type { Drill } from "./drill.ts";
import { appOfMany } from "./drills/app-of-many.ts";
import { bookingPage } from "./drills/booking-page.ts";
import { bucket } from "./drills/bucket.ts";
import { clock } from "./drills/clock.ts";
import { crash } from "./drills/crash.ts";
import { database } from "./drills/database.ts";
import { fullHour } from "./drills/full-hour.ts";
import { fuzzer } from "./drills/fuzzer.ts";
import { gate } from "./drills/gate.ts";
import { idempotencyKey } from "./drills/idempotency-key.ts";
import { ifMatch } from "./drills/if-match.ts";
import { move } from "./drills/move.ts";
import { neighbour } from "./drills/neighbour.ts";
import { oauth } from "./drills/oauth.ts";
import { oneDatabase } from "./drills/one-database.ts";
import { pictures } from "./drills/pictures.ts";
import { queue } from "./drills/queue.ts";
import { receivers } from "./drills/receivers.ts";
import { slot } from "./drills/slot.ts";
import { slowReceivers } from "./drills/slow-receivers.ts";
import { soak } from "./drills/soak.ts";
import { standstill } from "./drills/standstill.ts";
import { start } from "./drills/start.ts";
import { uploads } from "./drills/uploads.ts";

export const drills: readonly Drill[] = [
	slot,
	idempotencyKey,
	ifMatch,
	bucket,
	oauth,
	appOfMany,
	bookingPage,
	queue,
	database,
	standstill,
	oneDatabase,
	clock,
	gate,
	receivers,
	slowReceivers,
	fullHour,
	pictures,
	// Neither first nor after the crashes, because the machine may still write to its disk then.
	start,
	move,
	neighbour,
	uploads,
	crash,
	fuzzer,
	soak,
];
