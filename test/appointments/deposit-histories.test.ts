import { it } from "vitest";
import { playHistories } from "../support/deposit-histories/play.ts";

it("money and calendar never contradict each other, whatever studios, clients, the schedule and crashes do", async () => {
	await playHistories(24);
});
