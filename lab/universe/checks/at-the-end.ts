import { syncCopies } from "../life/steps/copies.ts";
import { readFeed } from "../life/steps/integrations.ts";
import { copiedResources, type Resource, resources, type Studio } from "../life/studio.ts";
import type { World } from "../life/world.ts";
import { dataDatabases, rowsOf } from "./check.ts";

type Listed = Record<string, unknown>;

/** Looks at everything once the faults are over and time enough has passed. */
export async function checkAtTheEnd(world: World, studios: Studio[]): Promise<void> {
	for (const studio of studios) if (studio.key) await checkStudio(studio);
	checkNothingForgotten(world);
}

async function checkStudio(studio: Studio): Promise<void> {
	await readFeed(studio);
	checkEvents(studio);
	checkDeliveries(studio);
	const lists = new Map<Resource, Map<string, Listed>>();
	for (const resource of resources) lists.set(resource, await checkRecords(studio, resource));
	await checkCopies(studio, lists);
	checkBookings(studio, lists);
}

/** Each accepted change has its event, and once. */
function checkEvents(studio: Studio): void {
	const { world, feed, expectedEvents } = studio;
	const seen = new Map<string, number>();
	for (const { type, record } of feed) seen.set(`${type} ${record}`, (seen.get(`${type} ${record}`) ?? 0) + 1);
	const certain = [...expectedEvents].filter(([name]) => !studio.isLoose(name.split(" ")[1] ?? ""));
	for (const [name, times] of certain)
		world.expect(
			"each change has one event",
			seen.get(name) === times,
			() => `${name}: ${seen.get(name) ?? 0} of ${times}`,
		);
}

/** Each event reached each endpoint that was there all the time. */
function checkDeliveries(studio: Studio): void {
	const { world, feed, endpoints, hooks } = studio;
	const due = studio.eventsWithWebhooks();
	const ofFeed = new Set(feed.map(({ id }) => id));
	for (const { id, receiver, since, until, ...hook } of [...endpoints, ...hooks]) {
		const missing = due.filter(
			({ id: event, sequence, type }) =>
				sequence > since &&
				sequence <= until &&
				!receiver.taken.has(event) &&
				(!("type" in hook) || hook.type === type),
		);
		world.expect(
			"each event is delivered",
			missing.length === 0,
			() => `${id} lacks ${missing.length}, such as ${JSON.stringify(missing[0])}`,
		);
		const unknown = [...receiver.taken.keys()].filter((event) => !ofFeed.has(event));
		world.expect("only events of the feed are delivered", unknown.length === 0, () => `${id} got ${unknown[0]}`);
	}
}

/** Every record is as the last answer showed it. */
async function checkRecords(studio: Studio, resource: Resource): Promise<Map<string, Listed>> {
	const { world } = studio;
	const found = new Map<string, Listed>();
	// Small pages have many ends.
	const limit = studio.n % 2 === 0 ? 100 : 7;
	for (let cursor = ""; ; ) {
		const { status, body } = await studio.read(`/v1/${resource}?limit=${limit}${cursor && `&cursor=${cursor}`}`);
		world.expect("a list is read", status === 200, () => JSON.stringify(body));
		if (status !== 200) return found;
		for (const record of body.data) {
			world.expect("a list has each record once", !found.has(record.id), () => record.id);
			const isLeftBehind = studio.mergedAway.has(record.client_id);
			world.expect("a merge leaves no record behind", !isLeftBehind, () => `${record.id} of ${record.client_id}`);
			found.set(record.id, record);
		}
		cursor = body.next_cursor ?? "";
		if (!cursor) break;
	}
	for (const kept of studio.records[resource].values()) {
		const record = found.get(kept.id);
		if (kept.busy) continue;
		if (kept.gone) {
			world.expect("what was deleted is gone", record === undefined, () => kept.id);
			continue;
		}
		const isSame = kept.loose ? record !== undefined : JSON.stringify(record) === JSON.stringify(kept.body);
		world.expect("no accepted change is lost", isSame, () => `${kept.id}: ${differences(kept.body, record ?? {})}`);
	}
	return found;
}

/** A program that follows the changes has the records that the lists show. */
async function checkCopies(studio: Studio, lists: Map<Resource, Map<string, Listed>>): Promise<void> {
	await syncCopies(studio);
	for (const resource of copiedResources) {
		const listed = lists.get(resource) ?? new Map<string, Listed>();
		const { records } = studio.copies[resource];
		const differing = [...listed].filter(([id, record]) => JSON.stringify(records.get(id)) !== JSON.stringify(record));
		const surplus = [...records.keys()].filter((id) => !listed.has(id));
		studio.world.expect(
			"a copy follows",
			differing.length === 0 && surplus.length === 0,
			() =>
				`${studio.id} ${resource}: ${differing.map(([id]) => id).slice(0, 3)} differ, ${surplus.slice(0, 3)} are gone`,
		);
	}
}

/** Each visitor who was told so has a booking. A merge may have given it to another client. */
function checkBookings({ world, booked }: Studio, lists: Map<Resource, Map<string, Listed>>): void {
	const clients = [...(lists.get("clients")?.values() ?? [])];
	const appointments = [...(lists.get("appointments")?.values() ?? [])];
	for (const email of booked) {
		const client = clients.find((one) => one.email === email);
		const count = appointments.filter(({ client_id }) => client_id === client?.id).length;
		const isConfirmed = world.mailed.has(email);
		world.expect("each booking is confirmed by mail", isConfirmed, () => email);
		world.expect("each booking is there", client === undefined || count >= 1, () => `${email} has ${count}`);
	}
}

/** Events and deliveries are kept for 30 days. The schedule removes them within the next one. */
const keptMs = 31 * 86_400_000;
/** A walk over all stored answers begins each hour. */
const hourlyMs = 2 * 3_600_000;

/** The tables whose rows belong to studios, without those that describe the database itself. */
const tablesOfStudios = `SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c ON c.name = 'tenant_id'
	WHERE m.type = 'table' AND m.name NOT IN ('arrivals', 'departures', 'studios')`;

/** Nothing is due that nobody does. */
function checkNothingForgotten(world: World): void {
	const before = world.simulation.now() - 15 * 60_000;
	const expectNone = (binding: string, what: string, sql: string) => {
		const rows = rowsOf(world, binding, `${sql} LIMIT 3`, before);
		world.expect(`no ${what} is forgotten`, rows.length === 0, () => `${binding}: ${JSON.stringify(rows)}`);
	};
	for (const binding of dataDatabases) {
		// A studio that has moved away leaves its rows for a day.
		const isHere = "tenant_id IN (SELECT tenant_id FROM studios WHERE state = 'OPEN')";
		expectNone(binding, "stored answer", `SELECT key FROM idempotency_records WHERE expires_at < ? - ${hourlyMs}`);
		const old = `created_at < ? - ${keptMs}`;
		expectNone(binding, "old event", `SELECT tenant_id, sequence FROM events WHERE ${old}`);
		expectNone(binding, "old delivery", `SELECT id FROM deliveries WHERE ${old}`);
		expectNone(binding, "reminder", `SELECT * FROM reminders WHERE at < ? AND ${isHere}`);
		expectNone(binding, "hold", `SELECT * FROM holds WHERE expires_at < ? AND ${isHere}`);
		expectNone(binding, "mail", `SELECT id, kind, failures FROM mails WHERE created_at < ? AND ${isHere}`);
		for (const { name } of rowsOf(world, binding, tablesOfStudios))
			expectNone(
				binding,
				"row of a studio that has left",
				`SELECT tenant_id FROM ${name} WHERE tenant_id NOT IN (SELECT tenant_id FROM studios) AND ? > 0`,
			);
	}
	expectNone("DB", "effect", "SELECT tenant_id, number FROM effects WHERE created_at < ?");
	expectNone("DB", "notice to a gate", "SELECT tenant_id FROM gate_notices WHERE created_at < ?");
	expectNone("DB", "move", "SELECT id FROM tenant_moves WHERE finished_at IS NULL AND started_at < ?");
}

/** The fields that differ, as the answer showed them and as they are. */
function differences(answered: Record<string, unknown>, found: Record<string, unknown>): string {
	const names = new Set([...Object.keys(answered), ...Object.keys(found)]);
	return [...names]
		.filter((name) => JSON.stringify(answered[name]) !== JSON.stringify(found[name]))
		.map((name) => `${name} was ${JSON.stringify(answered[name])} and is ${JSON.stringify(found[name])}`)
		.join(", ");
}
