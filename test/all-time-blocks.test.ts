import { expect, it } from "vitest";
import { call } from "./support/api.ts";
import { advance } from "./support/clock.ts";
import { readAllPages } from "./support/read-all-pages.ts";
import { newArtist } from "./support/studio.ts";
import { newWorld } from "./support/world.ts";

it("the time blocks of all artists are listed by the time of their creation, and windows adjoin", async () => {
	const [world, other] = [await newWorld(), await newWorld()];
	const made: { id: string; created_at: string }[] = [];
	const block = async (key: string, artistId: string) =>
		(
			await call(201, `/v1/artists/${artistId}/time_blocks`, {
				key,
				body: { start_at: "2027-01-01T10:00:00Z", end_at: "2027-01-01T11:00:00Z" },
			})
		).body;
	await block(other.key, await newArtist(other.key));
	const artists = [await newArtist(world.key), await newArtist(world.key)];
	for (let n = 0; n < 6; n++) {
		made.push(await block(world.key, artists[n % 2] ?? ""));
		await advance(1);
	}
	const read = async (query: string) => (await readAllPages(`/v1/time_blocks?limit=2&${query}`, world.key)).flat();
	expect(await read("")).toEqual(made.toReversed());
	expect(await read("sort=updated_at")).toEqual(made);
	const middle = made[3]?.created_at;
	for (const time of ["updated", "created"]) {
		expect(await read(`${time}_since=${middle}`)).toEqual(made.slice(3).reverse());
		expect(await read(`${time}_until=${middle}`)).toEqual(made.slice(0, 3).reverse());
		expect(await read(`sort=updated_at&${time}_since=${middle}`)).toEqual(made.slice(3));
		expect(await read(`sort=updated_at&${time}_until=${middle}`)).toEqual(made.slice(0, 3));
	}
	expect(await read(`created_since=${made[1]?.created_at}&updated_until=${middle}`)).toEqual([made[2], made[1]]);
});
