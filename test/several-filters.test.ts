import { describe, expect, it } from "vitest";
import { call, send } from "./support/api.ts";
import { expectProblem } from "./support/expect.ts";
import { readAllPages } from "./support/read-all-pages.ts";
import { addAppointments, at, everyDay, newArtist, newEventType, newStudio, setHours } from "./support/studio.ts";

describe("a list by several filters", () => {
	it("of appointments finds the same as each of them, in each order", async () => {
		const studio = await newStudio();
		const $artist = await newArtist(studio.key);
		await setHours($artist, everyDay);
		const made: Record<string, string>[] = [];
		for (const [n, time] of ["10:00", "12:00", "14:00", "16:00"].entries())
			for (const artist_id of [studio.artistId, $artist])
				made.push(
					(
						await call(201, "/v1/appointments", {
							key: studio.key,
							body: {
								artist_id,
								client_id: studio.clientId,
								start_at: at(time),
								end_at: at(time.replace(":00", ":30")),
								crm_appointment_id: `crm ${n}`,
							},
						})
					).body,
				);
		for (const one of made.slice(0, 3))
			await call(200, `/v1/appointments/${one.id}`, {
				key: studio.key,
				method: "PATCH",
				body: { status: "CANCELLED" },
			});
		const all: Record<string, string>[] = (await readAllPages("/v1/appointments", studio.key)).flat();
		const filters: [string, (one: Record<string, string>) => boolean][] = [
			[`artist_id=${$artist}`, ({ artist_id }) => artist_id === $artist],
			["status=CANCELLED,COMPLETED", ({ status }) => status === "CANCELLED"],
			["crm_appointment_id=crm%200", ({ crm_appointment_id }) => crm_appointment_id === "crm 0"],
			[
				`start_from=${at("12:00")}&start_to=${at("16:00")}`,
				({ start_at = "" }) => start_at >= at("12:00") && start_at < at("16:00"),
			],
		];
		const byStart = (a: Record<string, string>, b: Record<string, string>) =>
			`${a.start_at}${a.id}` < `${b.start_at}${b.id}` ? -1 : 1;
		for (let bits = 0; bits < 16; bits++) {
			const wanted = filters.filter((_, n) => bits & (1 << n));
			const query = wanted.map(([name]) => `&${name}`).join("");
			const expected = all.filter((one) => wanted.every(([, passes]) => passes(one)));
			const listed = async (order: string) =>
				(await readAllPages(`/v1/appointments?limit=2${query}${order}`, studio.key)).flat();
			expect(await listed("")).toEqual(expected);
			expect(await listed("&sort=start_at")).toEqual(expected.toSorted(byStart));
			expect(await listed("&sort=-start_at")).toEqual(expected.toSorted(byStart).reverse());
		}
	});

	it.each([
		"/v1/appointments?status=",
		"/v1/appointments?status=SCHEDULED,",
		"/v1/appointments?status=scheduled",
		"/v1/appointments?sort=end_at",
		"/v1/forms?is_active=1",
		"/v1/event_types?visibility=public",
	])("refuses %s", async (path) => {
		const { key } = await newStudio();
		expectProblem(await send(path, { key }), path, "validation_failed");
	});

	it("refuses a cursor of the other order", async () => {
		const studio = await newStudio();
		await addAppointments(studio, 3);
		const { next_cursor } = (await call(200, "/v1/appointments?limit=1&sort=start_at", { key: studio.key })).body;
		for (const order of ["", "&sort=-start_at", "&sort=updated_at"]) {
			const path = `/v1/appointments?cursor=${next_cursor}${order}`;
			expectProblem(await send(path, { key: studio.key }), path, "invalid_cursor");
		}
	});

	it("of event types and artists finds the same as each of them", async () => {
		const studio = await newStudio();
		const { key } = studio;
		const shop = (await call(201, "/v1/shops", { key, body: { name: "Kreuzberg", slug: "kreuzberg" } })).body;
		const inShop = await newArtist(key, { shop_id: shop.id, slug: `noor-${studio.id.slice(-8)}` });
		const made = [
			await newEventType(studio.id, inShop, { slug: "small", visibility: "PRIVATE" }),
			await newEventType(studio.id, studio.artistId, { slug: "small", is_active: false }),
			await newEventType(studio.id, inShop, { slug: "large", is_active: false, kind: "PIERCING" }),
		];
		const ids = async (path: string) => (await call(200, path, { key })).body.data.map(({ id }: { id: string }) => id);
		expect(await ids(`/v1/event_types?shop_id=${shop.id}`)).toEqual([made[2], made[0]]);
		expect(await ids(`/v1/event_types?shop_id=${shop.id}&slug=small`)).toEqual([made[0]]);
		expect(await ids(`/v1/event_types?shop_id=${shop.id}&is_active=false`)).toEqual([made[2]]);
		expect(await ids(`/v1/event_types?shop_id=${shop.id}&sort=updated_at`)).toEqual([made[0], made[2]]);
		expect(await ids("/v1/event_types?slug=small&is_active=false")).toEqual([made[1]]);
		expect(await ids("/v1/event_types?visibility=PRIVATE")).toEqual([made[0]]);
		expect(await ids("/v1/event_types?visibility=PUBLIC&is_active=false")).toEqual([made[2], made[1]]);
		expect(await ids(`/v1/artists?slug=noor-${studio.id.slice(-8)}`)).toEqual([inShop]);
		expect(await ids(`/v1/artists?slug=noor-${studio.id.slice(-8)}&status=DEACTIVATED`)).toEqual([]);
		expect(await ids("/v1/shops?slug=kreuzberg")).toEqual([shop.id]);
		expect(await ids("/v1/shops?slug=other")).toEqual([]);
	});
});
