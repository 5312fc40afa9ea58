import type { Drill } from "./drill.ts";
import { bookingPage } from "./drills/booking-page.ts";
import { bucket } from "./drills/bucket.ts";
import { idempotencyKey } from "./drills/idempotency-key.ts";
import { ifMatch } from "./drills/if-match.ts";
import { oauth } from "./drills/oauth.ts";
import { slot } from "./drills/slot.ts";

export const drills: readonly Drill[] = [slot, idempotencyKey, ifMatch, bucket, oauth, bookingPage];
