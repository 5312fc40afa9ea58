import type { Recording } from "../../../../scripts/front-door/record.ts";
import recorded from "./recording.json";

/** `scripts/front-door.ts` has written it. */
export const recording: Recording = recorded;
