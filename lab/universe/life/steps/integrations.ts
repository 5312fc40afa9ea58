import type { Studio } from "../studio.ts";
import { studioStep } from "./step.ts";

/** Small pages have many ends. */
const eventsPerPage = 20;
const recordOf = (data: Record<string, unknown>): string =>
	String(
		data.appointmentId ??
			data.leadId ??
			data.ideaId ??
			data.formSubmissionId ??
			data.clientId ??
			data.artistId ??
			data.tenantId,
	);

/** Reads the feed to its end, as a program does that keeps a copy. */
export async function readFeed(studio: Studio): Promise<void> {
	const { world } = studio;
	while (studio.reading) await world.simulation.wait(100);
	studio.reading = true;
	for (let hasMore = true; hasMore; ) {
		const { status, body } = await studio.read(`/v1/events?after_sequence=${studio.position}&limit=${eventsPerPage}`);
		world.expect("the feed is read", status === 200, () => JSON.stringify(body));
		if (status !== 200) break;
		for (const { sequence, id, type, data } of body.data) {
			const next = (studio.feed.at(-1)?.sequence ?? 0) + 1;
			world.expect("the feed has no gap", sequence === next, () => `${studio.id}: ${sequence} came instead of ${next}`);
			studio.feed.push({ sequence, id, type, record: recordOf(data) });
		}
		studio.position = body.next_after_sequence;
		hasMore = body.has_more;
	}
	studio.reading = false;
}

export const pollFeed = studioStep(6, ({ studio }) => readFeed(studio));

/** A neighbour tries the ids of another studio, one of each kind. */
export const hostileNeighbour = studioStep(2, async ({ studio, studios, draw, world }) => {
	const other = draw.of(studios);
	if (other === studio || !other.key) return;
	for (const resource of ["clients", "appointments", "leads", "ideas"] as const) {
		const kept = draw.any([...other.records[resource].values()]);
		if (!kept) continue;
		const path = `/v1/${resource}/${kept.id}`;
		const answers = [
			await studio.read(path),
			await studio.change("PATCH", path, { metadata: { stolen: "yes" } }),
			...(resource === "appointments" ? [] : [await studio.change("DELETE", path)]),
		];
		for (const { status } of answers)
			world.expect(
				"no record of another studio is reached",
				status === 404,
				() => `${studio.id} got ${status} at ${path}`,
			);
	}
});

const overlapSeconds = 3600;

/** A key gets a new value. The old one works until the overlap is over, and opens nothing from then on. */
export const rotateKey = studioStep(0.5, async ({ studio, world }) => {
	// Another rotation would end the old value at once.
	if (studio.rotating) return;
	studio.rotating = true;
	const old = studio.key;
	const { status, body } = await studio.operate("POST", `/admin/api_keys/${studio.keyId}/rotate`, {
		overlap_seconds: overlapSeconds,
	});
	if (status !== 200) throw world.finding("a key is rotated", JSON.stringify(body));
	studio.key = body.key;
	const wasOnLight = studio.watchLight();
	const answerToOld = () => studio.caller.send({ method: "GET", path: "/v1/me", key: old });
	const early = await answerToOld();
	const isTaken = !early || early.status === 200 || early.status >= 429 || wasOnLight();
	world.expect("a replaced value works for a while", isTaken, () => `${studio.id}: ${JSON.stringify(early?.body)}`);
	await world.simulation.wait((overlapSeconds + 10) * 1000);
	const late = await answerToOld();
	const isRefused = !late || late.status === 401 || late.status >= 429;
	world.expect("a replaced value ends", isRefused, () => `${studio.id}: ${late?.status}`);
	studio.rotating = false;
});

/** A second key is made, used and revoked. */
export const revokedKey = studioStep(1, async ({ studio, draw, world }) => {
	const path = `/admin/tenants/${studio.id}/api_keys`;
	const made = await studio.operate("POST", path, { name: "Short", scopes: ["read:clients"] });
	world.expect("a key is created", made.status === 201, () => JSON.stringify(made.body));
	if (made.status !== 201) return;
	const { key, api_key } = made.body;
	for (let n = draw.between(1, 4); n > 0; n--) {
		const { status, body } = await studio.caller.read("/v1/me", key);
		world.expect("a new key works", status === 200, () => JSON.stringify(body));
	}
	const revoked = await studio.operate("PATCH", `/admin/api_keys/${api_key.id}`, { status: "REVOKED" });
	world.expect("a key is revoked", revoked.status === 200, () => JSON.stringify(revoked.body));
	for (let n = 0; n < 3; n++) {
		const answer = await studio.caller.send({ method: "GET", path: "/v1/me", key });
		if (!answer || answer.status >= 500) continue;
		world.expect("a revoked key opens nothing", answer.status === 401, () => `${api_key.id}: ${answer.status}`);
	}
});

/** More requests than a key may make. */
export const flood = studioStep(1.2, async ({ studio, draw, world }) => {
	const path = `/admin/tenants/${studio.id}/api_keys`;
	const perMinute = draw.between(5, 20);
	const given = {
		name: "Small",
		scopes: ["read:clients"],
		rate_limit_tier: "custom",
		rate_limit_per_minute: perMinute,
	};
	const made = await studio.operate("POST", path, given);
	if (made.status !== 201) return;
	const began = world.simulation.now();
	const call = { method: "GET", path: "/v1/me", key: made.body.key };
	const answers = await Promise.all(Array.from({ length: 3 * perMinute }, () => studio.caller.send(call)));
	const taken = answers.filter((answer) => answer?.status === 200).length;
	const refill = ((world.simulation.now() - began) / 60_000) * perMinute;
	world.expect(
		"no limit is passed",
		taken <= perMinute + Math.ceil(refill) || world.isTroubled,
		() => `${taken} of ${perMinute}`,
	);
	await studio.operate("PATCH", `/admin/api_keys/${made.body.api_key.id}`, { status: "REVOKED" });
});
