import { it } from "vitest";
import { playHistories } from "../support/deposit-histories/play.ts";

it("a thousand random histories of deposits contradict neither the model nor each other", async () => {
	for (let batch = 0; batch < 40; batch++) await playHistories(25, batch);
}, 1_800_000);
